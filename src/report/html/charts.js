'use strict';
// The drawings of a report. Each takes the width that it has and what sections.cpp says about it (`spec`), reads the numbers from the
// result inside the page, and returns SVG elements with the height that they need.

const result = JSON.parse(document.getElementById('result').textContent);

const nameOf = (component, i) => (component.feature_names ? component.feature_names[i] : `feature ${component.support[i]}`);
// Positions of a component's loadings, strongest first.
const byStrength = (component) => component.loadings.map((_, i) => i).sort((a, b) => Math.abs(component.loadings[b]) - Math.abs(component.loadings[a]));
// Eight colours; labels beyond take them again with another outline.
const outline = (i) => i + Math.floor(i / 8);
const side = (value) => (value < 0 ? 'second' : 'first');

// One component's bars: the name beside a bar, or above it where names are long. A unit has the same length in all panels, and bars of
// a panel without negative loadings begin at its left.
const loadingsPanel = (panel, width, { most, reach, longest, alone }) => {
  const component = result.components[panel.index];
  const order = byStrength(component).slice(0, most);
  const names = order.map((i) => nameOf(component, i));
  const above = longest > 0.4 * width;
  const numbers = 52;
  const left = above ? 1 : longest + 10;
  const room = (low) => left + (low < 0 ? numbers : 0);
  const unit = (width - (reach[1] > 0 ? numbers : 0) - room(reach[0])) / (reach[1] - reach[0] || 1);
  const least = Math.min(0, ...order.map((i) => component.loadings[i]));
  const place = (value) => room(least) + unit * (value - least);
  const head = alone ? { shapes: [], height: 0 } : panelHead(panel, width);
  const shapes = [...head.shapes];
  let y = head.height;
  order.forEach((i, row) => {
    const value = component.loadings[i];
    const lines = above ? wrapped(names[row], width, 2) : [names[row]];
    const bar = above ? y + 15 * lines.length + 3 : y + 2;
    const thick = above ? 10 : 16;
    lines.forEach((words, j) => shapes.push(above ? text(0, y + 12 + 15 * j, words) : text(left - 8, y + 14, words, 'end')));
    const [from, to] = [place(Math.min(value, 0)), place(Math.max(value, 0))];
    shapes.push(make('rect', { x: from, y: bar, width: Math.max(to - from, 1), height: thick, class: side(value) }, tip(`${names[row]}: ${digits(value)}`)));
    shapes.push(text(value < 0 ? from - 6 : to + 6, bar + (above ? 9 : 12), fixed(value, 3), value < 0 ? 'end' : ''));
    shapes.push(line(place(0), bar - 2, place(0), bar + thick + 2, 'axis'));
    y = bar + thick + (above ? 8 : 4);
  });
  return { shapes, height: y };
};

// What a feature's cell looks like: the colour is the sign, its depth the strength. Numbers can be read on half of the depth.
const cell = (value, most, box, hint, deepest = 1) => make('rect', { ...box, class: `${side(value)} cell`, 'fill-opacity': 0.12 + ((deepest - 0.12) * Math.abs(value)) / most }, tip(hint));

const pointSeries = (points, key) => points.filter((point) => point[key] !== null);
// Two lines and what is between them.
const band = (lower, upper) => {
  const start = upper.length > 0 ? upper[0][0] : -Infinity;  // before it there is nothing between them
  const under = [...lower.filter(([x]) => x <= start).slice(-1).map(([, y]) => [start, y]), ...lower.filter(([x]) => x > start)];
  return [path([...upper, ...under.reverse()], 'band'), path(upper, 'second-line dashed'), path(lower, 'first-line')];
};
// From one bound up to the other.
const bar = (x, from, to, half = 5) => [line(x, from, x, to, 'second-line'), line(x - half, to, x + half, to, 'second-line')];
const steps = (points) => points.flatMap(([x, y], i) => (i === 0 ? [[x, y]] : [[x, points[i - 1][1]], [x, y]]));

const tracePanel = (panel, width) => {
  const points = (panel.index === undefined ? result.total : result.components[panel.index]).trace;
  const values = points.flatMap((point) => [point.lower_bound, point.upper_bound]).filter((value) => value !== null);
  const axes = frame({
    width, top: 30, height: 180,
    x: { range: extent(points.map((point) => point.time_sec), panel.index > 0 ? [] : [0]), title: 'Seconds since the start' },
    y: { range: padded(extent(values)), title: panel.title },
  });
  const at = (name) => steps(pointSeries(points, name).map((point) => [axes.placeX(point.time_sec), axes.placeY(point[name])]));
  return { shapes: [...axes.shapes, ...band(at('lower_bound'), at('upper_bound'))], height: axes.height };
};

const drawings = {
  loadings(width, { panels, most }) {
    const components = panels.map((panel) => result.components[panel.index]);
    const reach = extent(components.flatMap((component) => component.loadings), [0]);
    const names = components.flatMap((component) => byStrength(component).slice(0, most).map((i) => nameOf(component, i)));
    const longest = extent(names.map((name) => widthOf(name)), [0])[1];
    return multiples(panels, width, 270, (panel, room) => loadingsPanel(panel, room, { most, reach, longest, alone: panels.length === 1 }));
  },

  heat(width, { panels, features }) {
    const components = panels.map((panel) => result.components[panel.index]);
    const places = components.map((component) => new Map(component.support.map((feature, i) => [feature, i])));
    const names = new Map();
    components.forEach((component) => component.support.forEach((feature, i) => names.set(feature, nameOf(component, i))));
    const most = extent(components.flatMap((component) => component.loadings.map(Math.abs)), [0])[1] || 1;
    const titles = panels.map((panel) => panel.title);
    const titleRoom = Math.max(...titles.map((title) => widthOf(title))) + 10;
    // Features side by side, their names slanted above, where there is room for them.
    const lying = panels.length <= 15 && titleRoom + 19 * features.length + 80 <= width;
    const longest = Math.max(...features.map((feature) => widthOf(names.get(feature))));
    const room = lying ? Math.min(longest, 130) : Math.min(longest, 0.45 * width);
    const shapes = [];
    const slant = (x, y, words) => text(x, y, words, '', { transform: `rotate(-60 ${x.toFixed(1)} ${y.toFixed(1)})` });
    const upright = !lying && Math.max(...titles.map((title) => widthOf(title))) + 8 <= (width - room - 8) / panels.length;
    const titleHeight = upright ? 22 : 0.87 * titleRoom + 14;
    const top = lying ? 0.87 * room + 16 : titleHeight;
    const left = lying ? titleRoom : room + 8;
    const across = lying ? Math.min(34, (width - left - 70) / features.length) : Math.min(96, (width - left - (upright ? 0 : 0.5 * titleRoom)) / panels.length);
    const down = lying ? 26 : 20;
    const centre = (i) => left + (i + 0.5) * across;
    const every = lying || upright ? 1 : Math.ceil(14 / across);  // titles that do not cover each other
    panels.forEach((panel, j) => {
      if (j % every !== 0) return;
      if (lying) shapes.push(text(left - 8, top + (j + 0.5) * down + 4, titles[j], 'end'));
      else shapes.push(upright ? text(centre(j), top - 8, titles[j], 'middle') : slant(centre(j) + 4, top - 6, titles[j]));
    });
    features.forEach((feature, i) => {
      const name = names.get(feature);
      shapes.push(lying ? slant(centre(i) + 4, top - 6, fitted(name, room)) : text(left - 8, top + (i + 0.5) * down + 4, fitted(name, room), 'end'));
      components.forEach((component, j) => {
        const [column, row] = lying ? [i, j] : [j, i];
        const box = { x: left + column * across, y: top + row * down, width: across - 1, height: down - 1 };
        const at = places[j].get(feature);
        if (at === undefined) {
          shapes.push(make('rect', { ...box, class: 'empty' }));
          return;
        }
        const value = component.loadings[at];
        const numbered = across >= 44;
        shapes.push(cell(value, most, box, `${name}, ${titles[j]}: ${digits(value)}`, numbered ? 0.5 : 1));
        if (numbered) shapes.push(text(box.x + across / 2, box.y + down / 2 + 4, fixed(value, 2), 'middle'));
      });
    });
    return { shapes, height: top + (lying ? panels.length : features.length) * down + 4 };
  },

  sets(width, { index, features, names, sets }) {
    const listed = result.components[index].alternatives.slice(0, sets);
    const has = listed.map((set) => new Set(set.support));
    const room = Math.min(Math.max(...names.map((name) => widthOf(name))), 0.4 * width);
    const left = room + 8;
    const top = 24;
    const across = Math.min(28, (width - left) / listed.length);
    const down = 20;
    const every = Math.ceil(22 / across);  // numbers that do not cover each other
    const shapes = [];
    listed.forEach((set, j) => {
      if (j % every === 0) shapes.push(text(left + (j + 0.5) * across, top - 8, String(j + 1), 'middle'));
    });
    features.forEach((feature, i) => {
      shapes.push(text(left - 8, top + (i + 0.5) * down + 4, fitted(names[i], room), 'end'));
      listed.forEach((set, j) => {
        const box = { x: left + j * across, y: top + i * down, width: Math.max(across - 1, 0.5), height: down - 1 };
        const title = `${names[i]}, set ${j + 1}: ${digits(set.value)}`;
        shapes.push(has[j].has(feature) ? cell(1, 1, box, title) : make('rect', { ...box, class: 'empty' }));
      });
    });
    return { shapes, height: top + features.length * down + 4 };
  },

  plane(width, { groups, group, arrows, x, y }) {
    const { plane } = result;
    const sample = (i) => (plane.sample_names ? plane.sample_names[i] : `sample ${plane.samples[i]}`);
    const kind = (i) => (groups.length === 0 ? 'first' : group[i] < 0 ? 'other' : `group-${group[i] % 8}`);
    const key = legend(groups.map((label, i) => ({ label, sign: (at, high) => mark(at, high, 5, outline(i), `point group-${i % 8}`) })).concat(
      group.some((i) => i < 0) ? [{ label: 'others', sign: (at, high) => mark(at, high, 5, 0, 'point other') }] : []), width);
    const top = key.height + 44;
    const axes = frame({
      width, top, height: Math.min(0.8 * width, 460),
      x: { range: padded(extent(plane.x, [0])), title: x },
      y: { range: padded(extent(plane.y, [0])), title: y },
    });
    const [zeroX, zeroY] = [axes.placeX(0), axes.placeY(0)];
    const shapes = [...key.shapes, ...axes.shapes, line(zeroX, top, zeroX, axes.bottom, 'axis'), line(axes.left, zeroY, width, zeroY, 'axis')];
    plane.x.forEach((value, i) => {
      const hint = `${sample(i)}${groups.length > 0 ? `, ${groups[group[i]] ?? plane.labels[i]}` : ''}: ${digits(value)}, ${digits(plane.y[i])}`;
      shapes.push(mark(axes.placeX(value), axes.placeY(plane.y[i]), plane.x.length > 500 ? 3 : 4.5, outline(Math.max(group[i] ?? 0, 0)), `point ${kind(i)}`, hint));
    });
    return { shapes: [...shapes, ...arrowShapes(arrows, axes, top, width)], height: axes.height };
  },

  curve(width, { unit, from_zero: fromZero, all, known: together, chosen, title }) {
    const percent = (value) => (value === null ? null : unit * value);
    const points = result.curve.map((point) => ({ k: point.k, lower_bound: percent(point.lower_bound), upper_bound: percent(point.upper_bound) }));
    const values = points.flatMap((point) => [point.lower_bound, point.upper_bound]).filter((value) => value !== null);
    if (all !== null) values.push(percent(all));
    const range = padded(extent(values));
    const ks = points.map((point) => point.k);
    const marked = points.find((point) => point.k === chosen);
    const items = together ? [{ label: 'Both proven bounds', sign: stroke('first-line') }] : [{ label: 'Proven lower bound', sign: stroke('first-line') }, { label: 'Proven upper bound', sign: (at, high) => make('g', {}, ...bar(at, high + 7, high - 7)) }];
    if (all !== null) items.push({ label: 'All features together', sign: stroke('muted-line dotted') });
    if (marked) items.push({ label: `k = ${chosen}`, sign: (at, high) => make('circle', { cx: at, cy: high, r: 6, class: 'ring' }) });
    const key = legend(items, width);
    const axes = frame({
      width, top: key.height + 36, height: 300,
      x: { range: padded(extent(ks), 0.02), title: 'k, the number of features', whole: true },
      y: { range: fromZero ? [0, range[1]] : range, title },
    });
    const shapes = [...key.shapes, ...axes.shapes];
    if (all !== null) shapes.push(line(axes.left, axes.placeY(percent(all)), width, axes.placeY(percent(all)), 'muted-line dotted'));
    const half = Math.min(5, (0.3 * (width - axes.left)) / points.length);
    const known = points.filter((point) => point.lower_bound !== null);
    shapes.push(path(known.map((point) => [axes.placeX(point.k), axes.placeY(point.lower_bound)]), 'first-line'));
    for (const { k, lower_bound: lower, upper_bound: upper } of known) {
      const [x, from] = [axes.placeX(k), axes.placeY(lower)];
      if (upper !== null && from - axes.placeY(upper) > 2) shapes.push(...bar(x, from, axes.placeY(upper), half));
      shapes.push(mark(x, from, Math.min(3, half), 0, 'first', `k = ${k}: at least ${digits(lower, 6)}, at most ${upper === null ? 'unknown' : digits(upper, 6)}`));
    }
    if (marked) shapes.push(make('circle', { cx: axes.placeX(marked.k), cy: axes.placeY(marked.lower_bound), r: 8, class: 'ring' }));
    return { shapes, height: axes.height };
  },

  // A dot for the sparse component and one for the plain one, on a line each.
  plain(width, { rows, log, unit, title }) {
    const shown = rows.map((row) => ({ ...row, sparse: unit * row.sparse, plain: unit * row.plain }));
    const values = shown.flatMap((row) => [row.sparse, row.plain]).filter((value) => value > 0);
    const high = Math.max(...values, 0) || 1;
    const low = log ? Math.max(Math.min(...values), 1e-4 * high) / 1.6 : 0;
    const key = legend([{ label: 'Sparse', sign: (x, y) => mark(x, y, 6, 0, 'first') }, { label: 'Plain PCA', sign: (x, y) => mark(x, y, 6, 3, 'second') }], width);
    const room = 64;
    const straight = scale(log ? [Math.log10(low), Math.log10(high)] : [low, high], [room, width - room]);
    const place = (value) => (log ? straight(Math.log10(Math.max(value, low))) : straight(Math.max(value, 0)));
    const shapes = [...key.shapes];
    const top = key.height + 8;
    const bottom = top + 52 * shown.length;
    for (const value of log ? powers(low, high, width / 90) : ticks(0, high, width / 120)) {
      shapes.push(line(place(value), top, place(value), bottom, 'grid'), text(place(value), bottom + 16, digits(value), 'middle'));
    }
    shown.forEach((row, i) => {
      const y = top + 52 * i;
      const [a, b] = [place(row.sparse), place(row.plain)];
      const words = wrapped(row.title, width, 1)[0];
      shapes.push(text(0, y + 14, words, 'strong halo'), line(a, y + 32, b, y + 32, 'muted-line'));
      shapes.push(mark(b, y + 32, 6, 3, 'second'), mark(a, y + 32, 6, 0, 'first'));
      const left = row.sparse <= row.plain;
      shapes.push(text(a + (left ? -11 : 11), y + 36, digits(row.sparse, 3), left ? 'end halo' : 'halo'), text(b + (left ? 11 : -11), y + 36, digits(row.plain, 3), left ? 'halo' : 'end halo'));
    });
    shapes.push(line(room, bottom, width - room, bottom, 'axis'), ...wrapped(title, width, 2).map((words, i) => text(width / 2, bottom + 38 + 16 * i, words, 'muted middle')));
    return { shapes, height: bottom + 46 + 16 * (wrapped(title, width, 2).length - 1) };
  },

  trace(width, { panels, smallest }) {
    const key = legend([
      { label: smallest ? 'Upper bound' : `Upper bound: no ${result.total ? 'choice' : 'set'} exceeds it`, sign: stroke('second-line dashed') },
      { label: smallest ? 'Lower bound' : 'Lower bound: reached by the features found', sign: stroke('first-line') },
    ], width);
    const drawing = multiples(panels, width, 320, tracePanel);
    return { shapes: [...key.shapes, make('g', { transform: `translate(0 ${key.height + 8})` }, ...drawing.shapes)], height: key.height + 8 + drawing.height };
  },
};

// Features that both axes use, as arrows from the origin: their loadings, enlarged by one factor to fill the frame. Longest first, and a
// name only where it covers no other.
function arrowShapes(arrows, { placeX, placeY, left }, top, width) {
  if (arrows.length === 0) return [];
  const { plane } = result;
  const furthest = (values) => extent(values.map(Math.abs))[1];
  const factor = 0.8 * Math.min(furthest(plane.x) / (furthest(arrows.map((arrow) => arrow.x)) || 1), furthest(plane.y) / (furthest(arrows.map((arrow) => arrow.y)) || 1));
  const taken = [];
  const shapes = [];
  for (const arrow of arrows) {
    const [x, y] = [placeX(factor * arrow.x), placeY(factor * arrow.y)];
    const length = Math.hypot(x - placeX(0), y - placeY(0)) || 1;
    const [ux, uy] = [(x - placeX(0)) / length, (y - placeY(0)) / length];
    shapes.push(line(placeX(0), placeY(0), x, y, 'arrow'), path([[x - 7 * ux - 4 * uy, y - 7 * uy + 4 * ux], [x, y], [x - 7 * ux + 4 * uy, y - 7 * uy - 4 * ux]], 'arrow'));
    const name = fitted(arrow.name, 140);
    const room = widthOf(name);
    const box = { x: ux < 0 ? x - room - 6 : x + 6, y: y - 8, room };
    const free = taken.every((other) => box.x + box.room < other.x || other.x + other.room < box.x || Math.abs(box.y - other.y) > 14);
    if (!free || box.x < left || box.x + room > width || box.y < top) continue;
    taken.push(box);
    shapes.push(text(box.x, y + 4, name, 'halo'));
  }
  return shapes;
}
