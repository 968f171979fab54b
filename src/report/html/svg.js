'use strict';
// Shapes, text, scales and axes: what the drawings in charts.js are made of. A drawing is a list of SVG elements and a height in pixels.

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, typeof value === 'number' ? Number(value.toFixed(2)) : value);
  }
  element.append(...children.filter((child) => child));
  return element;
};
const tip = (text) => make('title', {}, text);
const line = (x1, y1, x2, y2, kind) => make('line', { x1, y1, x2, y2, class: kind });
const text = (x, y, content, kind = '', more = {}) => make('text', { x, y, class: kind, ...more }, content);
const path = (points, kind) => make('path', { d: points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}`).join(''), class: kind });

// Marks that differ in shape as well as in colour.
const outlines = [
  [[-1, -1], [1, -1], [1, 1], [-1, 1]],
  [[0, -1.25], [1.2, 0.9], [-1.2, 0.9]],
  [[0, -1.4], [1.4, 0], [0, 1.4], [-1.4, 0]],
];
const mark = (x, y, size, which, kind, title = null) => {
  const hint = title === null ? null : tip(title);
  if (which % 4 === 0) return make('circle', { cx: x, cy: y, r: size, class: kind }, hint);
  const points = outlines[(which % 4) - 1].map(([dx, dy]) => `${(x + 0.9 * size * dx).toFixed(2)},${(y + 0.9 * size * dy).toFixed(2)}`);
  return make('polygon', { points: points.join(' '), class: kind }, hint);
};

const ruler = document.createElement('canvas').getContext('2d');
const letter = 12;  // the size of text in pixels, as in report.css
const widthOf = (content, weight = '') => {
  ruler.font = `${weight} ${letter}px ${getComputedStyle(document.body).fontFamily}`;
  return ruler.measureText(content).width;
};
// Text cut to a width in its middle, since names often differ at the end only.
const fitted = (content, width) => {
  if (widthOf(content) <= width) return content;
  const letters = [...content];
  const shortened = (count) => `${letters.slice(0, Math.ceil(0.6 * count)).join('').trimEnd()}…${letters.slice(letters.length - Math.floor(0.4 * count)).join('').trimStart()}`;
  let count = Math.min(letters.length - 1, 400);
  while (count > 1 && widthOf(shortened(count)) > width) count -= 1;
  return shortened(count);
};
// Text in lines of at most a width, broken at blanks where there are some; what does not fit ends in dots.
const wrapped = (content, width, most) => {
  const lines = [];
  let rest = content;
  while (rest !== '' && lines.length < most - 1 && widthOf(rest) > width) {
    const letters = [...rest].slice(0, 400);
    let count = letters.length;
    while (count > 1 && widthOf(letters.slice(0, count).join('')) > width) count -= 1;
    const head = letters.slice(0, count).join('');
    const blank = head.lastIndexOf(' ');
    const cut = blank > head.length / 3 ? blank : head.length;
    lines.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return rest === '' ? lines : [...lines, fitted(rest, width)];
};

const compactly = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 });
const digits = (value, count = 4) => {
  const rounded = Number(Number(value).toPrecision(count));
  if (rounded < 0) return `−${digits(-value, count)}`;
  return rounded === 0 || (Math.abs(rounded) >= 1e-4 && Math.abs(rounded) < 1e6) ? String(rounded)
    : Math.abs(rounded) < 1e15 && Math.abs(rounded) >= 1e6 ? compactly.format(rounded) : rounded.toExponential();
};

// So many digits after the point, with the sign of print.
const fixed = (value, count) => value.toFixed(count).replace('-', '−');

const scale = ([low, high], [from, to]) => (value) => from + ((value - low) / (high - low || 1)) * (to - from);
// Round numbers between two others, some `count` of them.
const ticks = (low, high, count) => {
  const rough = (high - low) / Math.max(count, 1) || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough * 0.7);
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i += 1) found.push(i * step);
  return found;
};
// The same where each step to the right multiplies.
const powers = (low, high, count) => {
  const all = [];
  for (let e = Math.floor(Math.log10(low)); e <= Math.log10(high); e += 1) all.push(...[1, 2, 5].map((factor) => factor * 10 ** e));
  const inside = all.filter((value) => value >= low * 0.999 && value <= high * 1.001);
  const tens = inside.filter((value) => Math.abs(Math.log10(value) % 1) < 1e-9);
  return inside.length > count && tens.length > 1 ? tens : inside;
};
// Smallest and largest of some numbers, which may be many.
const extent = (values, start = []) => [...start, ...values].reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
const padded = ([low, high], by = 0.06) => (high > low ? [low - by * (high - low), high + by * (high - low)] : [low - Math.abs(low || 1) * by, high + Math.abs(high || 1) * by]);

// Words beside small marks, in as many rows as they need.
const legend = (items, width) => {
  const shapes = [];
  let x = 0;
  let y = 8;
  for (const item of items) {
    const label = fitted(item.label, width - 30);
    const room = widthOf(label) + 44;
    if (x > 0 && x + room > width) {
      x = 0;
      y += 20;
    }
    shapes.push(item.sign(x + 10, y), text(x + 26, y + 4, label));
    x += room;
  }
  return { shapes, height: items.length === 0 ? 0 : y + 16 };
};
const stroke = (kind) => (x, y) => line(x - 10, y, x + 10, y, kind);
const patch = (kind) => (x, y) => make('rect', { x: x - 10, y: y - 6, width: 20, height: 12, class: kind });

// A frame with numbers on both axes and their titles. `x` and `y` have a range and a title; returns what places points in it.
const frame = ({ width, top, height, x, y }) => {
  const marksOfY = ticks(...y.range, Math.max(3, height / 50));
  const wordsOfY = marksOfY.map((value) => digits(value));
  const left = Math.max(...wordsOfY.map((word) => widthOf(word)), 20) + 10;
  const bottom = top + height;
  const titleOfY = wrapped(y.title, width, 2);
  const shapes = titleOfY.map((words, i) => text(0, top - 10 - 16 * (titleOfY.length - 1 - i), words, 'muted'));
  const placeX = scale(x.range, [left, width - 12]);
  const placeY = scale(y.range, [bottom, top]);
  marksOfY.forEach((value, i) => {
    shapes.push(line(left, placeY(value), width, placeY(value), 'grid'), text(left - 8, placeY(value) + 4, wordsOfY[i], 'end'));
  });
  const whole = (value) => !x.whole || Number.isInteger(value);
  for (const value of ticks(...x.range, Math.max(2, (width - left) / 90)).filter(whole)) {
    shapes.push(line(placeX(value), bottom, placeX(value), bottom + 5, 'axis'), text(Math.min(placeX(value), width - widthOf(digits(value)) / 2), bottom + 19, digits(value), 'middle'));
  }
  const titleOfX = wrapped(x.title, width - left, 3);
  shapes.push(line(left, bottom, width, bottom, 'axis'), ...titleOfX.map((words, i) => text((left + width) / 2, bottom + 40 + 16 * i, words, 'muted middle')));
  return { shapes, placeX, placeY, left, bottom, height: bottom + 32 + 16 * titleOfX.length };
};

// One drawing beside the other, in rows; each panel is drawn in a place of its own.
const multiples = (panels, width, narrowest, drawPanel) => {
  const gap = 28;
  const columns = Math.max(1, Math.min(panels.length, Math.floor((width + gap) / (narrowest + gap)), 4));
  const room = Math.min((width - gap * (columns - 1)) / columns, 760);
  const shapes = [];
  let y = 0;
  for (let first = 0; first < panels.length; first += columns) {
    const row = panels.slice(first, first + columns).map((panel) => drawPanel(panel, room));
    row.forEach((drawing, i) => shapes.push(make('g', { transform: `translate(${(i * (room + gap)).toFixed(1)} ${y})` }, ...drawing.shapes)));
    y += Math.ceil(Math.max(...row.map((drawing) => drawing.height))) + 24;
  }
  return { shapes, height: y - 20 };
};
// The head of such a panel: a title, and a note below it if there is one.
const panelHead = ({ title, note }, width) => ({
  shapes: [text(0, 14, fitted(title, width), 'strong'), note ? text(0, 31, fitted(note, width), 'muted') : ''],
  height: note ? 46 : 29,
});
