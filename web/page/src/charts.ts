// Both bounds as they close over time, or over k.

import { digits, drawn, lower, upper } from "./dom";

/** `of` is a component: lines go from point to point of one. */
export interface Point { x: number; low: number | null; high: number | null; of?: number }

/** What to write below, and whether all values are shown, or those near the latest: first bounds are far apart. */
export interface Axis { label: (x: number) => string; whole: boolean }

const height = 220, left = 80, right = 14, top = 14, bottom = 30;
const mostDots = 40;
const near = 0.2;

function rangeOf(points: Point[], whole: boolean): [number, number] | null {
  const values = points.flatMap((point) => [point.low, point.high]).filter((value): value is number => value !== null);
  if (values.length === 0) return null;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const latest = new Map(points.map((point) => [point.of, point.low])).values();
  const found = [...latest].filter((value): value is number => value !== null && value > 0);
  if (whole || found.length === 0) return [least, most];
  return [Math.max(least, (1 - near) * Math.min(...found)), Math.min(most, (1 + near) * Math.max(...found))];
}

export function boundsChart(points: Point[], axis: Axis, width: number): SVGElement | null {
  const range = rangeOf(points, axis.whole);
  if (!range) return null;
  const [least, most] = range;
  const last = Math.max(...points.map((point) => point.x)), first = Math.min(...points.map((point) => point.x));
  const x = (value: number) => left + ((value - first) / (last - first || 1)) * (width - left - right);
  const share = (value: number) => (most > least ? Math.min(1.2, Math.max(-0.2, (value - least) / (most - least))) : 0.5);
  const y = (value: number) => height - bottom - share(value) * (height - top - bottom);
  const latest = points[points.length - 1];
  const says = `Lower bound ${latest.low === null ? "unknown" : lower(latest.low)}, upper bound ` +
    `${latest.high === null ? "unknown" : upper(latest.high)}`;
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": says });
  svg.append(drawn("line", { class: "axis", x1: left, x2: width - right, y1: height - bottom, y2: height - bottom }));
  for (const value of most > least ? [least, most] : [most])
    svg.append(drawn("text", { x: left - 8, y: y(value) + 4, "text-anchor": "end" }, digits(value)));
  svg.append(drawn("text", { x: left, y: height - 8 }, axis.label(first)));
  if (last > first) svg.append(drawn("text", { x: width - right, y: height - 8, "text-anchor": "end" }, axis.label(last)));
  // What lies above or below is cut off.
  const plot = drawn("svg", { x: left - 5, y: top - 5, width: width - left - right + 10, height: height - top - bottom + 10,
    viewBox: `${left - 5} ${top - 5} ${width - left - right + 10} ${height - top - bottom + 10}` });
  for (const [name, pick] of [["low", (p: Point) => p.low], ["high", (p: Point) => p.high]] as const) {
    const known = points.filter((point) => pick(point) !== null);
    const at = (point: Point) => `${x(point.x).toFixed(1)},${y(pick(point) as number).toFixed(1)}`;
    for (const of of new Set(known.map((point) => point.of)))
      plot.append(drawn("polyline", { class: name, points: known.filter((point) => point.of === of).map(at).join(" ") }));
    if (known.length <= mostDots)
      for (const point of known) plot.append(drawn("circle", { class: name, cx: x(point.x), cy: y(pick(point) as number), r: 3 }));
  }
  svg.append(plot);
  return svg;
}
