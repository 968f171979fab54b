'use strict';
// The page around the drawings: draws them to the width there is, saves them, marks the part that is read, and folds what can be folded.

const figures = [...document.querySelectorAll('.chart')];

const draw = (chart) => {
  const width = Math.floor(chart.clientWidth);
  if (width === 0) return;  // inside something that is folded
  try {
    const { shapes, height } = drawings[chart.dataset.chart](width, JSON.parse(chart.dataset.spec));
    chart.replaceChildren(make('svg', { viewBox: `0 0 ${width} ${Math.ceil(height)}`, width, height: Math.ceil(height), role: 'img', 'aria-label': chart.dataset.says }, ...shapes));
    chart.dataset.drawn = 'yes';
  } catch (error) {
    chart.dataset.drawn = 'no';
    chart.closest('figure').classList.add('failed');
    chart.hidden = true;
    console.error(error);
  }
};

// A drawing as a file of its own, in the colours of paper. Programs that know no style sheets read attributes.
const drawn = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'paint-order', 'font-size', 'font-weight', 'text-anchor'];
const standalone = (chart) => {
  const picture = chart.querySelector('svg');
  const copy = picture.cloneNode(true);
  const copies = [...copy.querySelectorAll('*')];
  document.documentElement.classList.add('paper');
  [...picture.querySelectorAll('*')].forEach((element, i) => {
    copies[i].removeAttribute('class');
    if (element.tagName === 'title') return;
    const style = getComputedStyle(element);
    for (const key of drawn) copies[i].setAttribute(key, style.getPropertyValue(key));
  });
  document.documentElement.classList.remove('paper');
  const { width, height } = picture.viewBox.baseVal;
  const edge = 12;
  copy.setAttribute('viewBox', `${-edge} ${-edge} ${width + 2 * edge} ${height + 2 * edge}`);
  copy.setAttribute('width', width + 2 * edge);
  copy.setAttribute('height', height + 2 * edge);
  copy.setAttribute('font-family', 'Helvetica, Arial, Liberation Sans, sans-serif');
  copy.prepend(tip(chart.dataset.says), make('rect', { x: -edge, y: -edge, width: width + 2 * edge, height: height + 2 * edge, fill: '#ffffff' }));
  return new XMLSerializer().serializeToString(copy);
};

const offer = (blob, name) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};

const save = async (chart, kind) => {
  draw(chart);
  const source = standalone(chart);
  const name = `${document.body.dataset.file}-${chart.dataset.file}.${kind}`;
  if (kind === 'svg') {
    offer(new Blob([source], { type: 'image/svg+xml' }), name);
    return;
  }
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await picture.decode();
  const finer = 3;  // pixels for each of the screen, enough for print
  const canvas = document.createElement('canvas');
  canvas.width = finer * picture.width;
  canvas.height = finer * picture.height;
  canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => offer(blob, name), 'image/png');
};

for (const chart of figures) {
  const row = document.createElement('div');
  row.className = 'save';
  for (const kind of ['svg', 'png']) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = kind.toUpperCase();
    button.setAttribute('aria-label', `Save the picture as ${kind.toUpperCase()}: ${chart.dataset.title}`);
    button.addEventListener('click', () => save(chart, kind));
    row.append(button);
  }
  row.prepend('Save ');
  chart.parentElement.querySelector('details').before(row);
}

figures.forEach(draw);
// Without scripts, or where a picture failed, its table is what there is to see.
for (const details of document.querySelectorAll('details')) details.open = Boolean(details.closest('figure.failed'));
const widths = new ResizeObserver((entries) => entries.forEach(({ target }) => {
  const picture = target.querySelector('svg');
  if (!picture || picture.viewBox.baseVal.width !== Math.floor(target.clientWidth)) draw(target);
}));
figures.forEach((chart) => widths.observe(chart));

// A link to a part that is folded unfolds it.
const unfold = () => {
  const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
  const folded = target ? target.querySelector('details.fold') : null;
  if (!folded || folded.open) return;
  folded.open = true;
  target.scrollIntoView();
};
addEventListener('hashchange', unfold);
unfold();

const links = new Map([...document.querySelectorAll('nav a')].map((link) => [link.hash.slice(1), link]));
const parts = [...links.keys()].map((id) => document.getElementById(id));
const follow = () => {
  const line = innerHeight / 3;
  const ended = scrollY + innerHeight >= document.documentElement.scrollHeight - 2 && scrollY > 0;
  const reached = ended ? parts[parts.length - 1] : parts.filter((part) => part.getBoundingClientRect().top <= line).pop() ?? parts[0];
  for (const [id, link] of links) {
    if (id !== reached.id) link.removeAttribute('aria-current');
    else if (!link.hasAttribute('aria-current')) {
      link.setAttribute('aria-current', 'true');
      const list = link.closest('ul');
      list.scrollLeft = link.offsetLeft - (list.clientWidth - link.clientWidth) / 2;
    }
  }
};
addEventListener('scroll', follow, { passive: true });
follow();

// On paper there is nothing to unfold, and the width is another.
const opened = [];
addEventListener('beforeprint', () => {
  for (const details of document.querySelectorAll('details:not(.long)')) {
    if (!details.open) opened.push(details);
    details.open = true;
  }
  figures.forEach(draw);
});
addEventListener('afterprint', () => {
  while (opened.length > 0) opened.pop().open = false;
  figures.forEach(draw);
});
