'use strict';
// Draws the pictures of a report from the result inside it. Everything drawn is also in a table, which stays open where a picture fails.
(() => {
  const result = JSON.parse(document.getElementById('result').textContent);
  const charts = [];

  const colours = () => {
    const style = getComputedStyle(document.documentElement);
    const of = (name) => style.getPropertyValue(name).trim();
    return { ink: of('--ink'), muted: of('--muted'), line: of('--line'), first: of('--first'), second: of('--second'), band: of('--band'), paper: of('--paper') };
  };
  const short = (text, length) => (text.length > length ? text.slice(0, length - 1) + '…' : text);
  const digits = (value) => String(Number(Number(value).toPrecision(6)));
  const words = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 5 });
  const compact = (value) => (value === 0 || (Math.abs(value) >= 1e-4 && Math.abs(value) < 1e15) ? words.format(value) : digits(value));
  const axis = (c, title, more = {}) => ({
    title: { display: Boolean(title), text: title, color: c.muted },
    grid: { color: c.line, borderColor: c.line },
    ticks: { color: c.ink, callback: (value) => compact(value), ...more.ticks },
    ...Object.fromEntries(Object.entries(more).filter(([key]) => key !== 'ticks')),
  });
  const options = (c, more) => ({
    responsive: true, maintainAspectRatio: false, animation: false,
    ...more,
    plugins: { legend: { labels: { color: c.ink } }, ...more.plugins },
  });
  const name = (component, i) => (component.feature_names ? component.feature_names[i] : `feature ${component.support[i]}`);

  // Filled between the two lines: the region where the best value is known to be.
  const bounds = (c, lower, upper, stepped, smallest = false) => [
    { label: smallest ? 'Upper bound: reached for certain' : 'Upper bound: nothing is above', data: upper, borderColor: c.second, backgroundColor: c.band, borderDash: [6, 4], pointStyle: 'triangle', fill: 1, stepped },
    { label: smallest ? 'Lower bound: nothing is below' : 'Lower bound: reached for certain', data: lower, borderColor: c.first, backgroundColor: c.first, pointStyle: 'circle', fill: false, stepped },
  ].map((set) => ({ borderWidth: 2, pointRadius: 3, ...set }));

  const drawings = {
    loadings(c, index) {
      const component = result.components[index];
      const order = component.loadings.map((_, i) => i).sort((a, b) => Math.abs(component.loadings[b]) - Math.abs(component.loadings[a])).slice(0, 60);
      const values = order.map((i) => component.loadings[i]);
      const names = order.map((i) => name(component, i));
      const room = window.innerWidth < 500 ? 16 : 32;
      return {
        type: 'bar',
        data: { labels: names, datasets: [{ label: 'Loading', data: values, backgroundColor: values.map((v) => (v < 0 ? c.second : c.first)) }] },
        options: options(c, {
          indexAxis: 'y',
          plugins: { legend: { display: false } },
          scales: {
            x: axis(c, 'Loading'),
            y: axis(c, '', { grid: { display: false }, ticks: { autoSkip: false, callback: (_, i) => short(names[i], room) } }),
          },
        }),
      };
    },
    trace(c, index) {
      const trace = result.components[index].trace;
      const line = (key) => trace.filter((p) => p[key] !== null).map((p) => ({ x: p.time_sec, y: p[key] }));
      return {
        type: 'line',
        data: { datasets: bounds(c, line('lower_bound'), line('upper_bound'), 'before', result.components[index].sense === 'smallest') },
        options: options(c, { scales: { x: axis(c, 'Seconds', { type: 'linear', ...(index === 0 ? { min: 0 } : {}) }), y: axis(c, 'Value') } }),
      };
    },
    plain(c) {
      const count = Math.min(result.components.length, result.plain_variances.length);
      return {
        type: 'bar',
        data: {
          labels: Array.from({ length: count }, (_, i) => `${i + 1}`),
          datasets: [
            { label: 'Sparse, adjusted variance', data: result.components.slice(0, count).map((x) => x.adjusted_variance), backgroundColor: c.first },
            { label: 'Plain PCA, all features', data: result.plain_variances.slice(0, count), backgroundColor: 'transparent', borderColor: c.second, borderWidth: 2 },
          ],
        },
        options: options(c, { scales: { x: axis(c, 'Component', { ticks: { callback: (_, i) => `${i + 1}` } }), y: axis(c, 'Variance', { beginAtZero: true }) } }),
      };
    },
    curve(c) {
      const line = (key) => result.curve.filter((p) => p[key] !== null).map((p) => ({ x: p.k, y: p[key] }));
      const largest = result.plain_variances ? result.plain_variances[0] : null;
      const ks = result.curve.map((p) => p.k);
      const sets = bounds(c, line('lower_bound'), line('upper_bound'), false);
      if (largest !== null) {
        sets.push({ label: 'All features together', data: [Math.min(...ks), Math.max(...ks)].map((k) => ({ x: k, y: largest })), borderColor: c.muted, borderDash: [2, 3], borderWidth: 1.5, pointRadius: 0, fill: false });
      }
      const chosen = result.path ? (result.path.selection && result.path.selection.k) || result.path.bend : result.components[0].k;
      const point = result.curve.find((p) => p.k === chosen);
      if (point) sets.push({ label: `k = ${chosen}`, data: [{ x: point.k, y: point.lower_bound }], borderColor: c.ink, backgroundColor: 'transparent', borderWidth: 2.5, pointRadius: 8, showLine: false, fill: false });
      return {
        type: 'line',
        data: { datasets: sets },
        options: options(c, { scales: { x: axis(c, 'k, the number of features', { type: 'linear', ticks: { precision: 0, callback: (value) => value } }), y: axis(c, 'Variance', { beginAtZero: true }) } }),
      };
    },
    plane(c) {
      const { plane } = result;
      const label = (i) => (plane.sample_names ? plane.sample_names[i] : `sample ${plane.samples[i]}`);
      return {
        type: 'scatter',
        data: { datasets: [{ label: 'Samples', data: plane.x.map((x, i) => ({ x, y: plane.y[i] })), backgroundColor: c.first, borderColor: c.paper, pointRadius: 4 }] },
        options: options(c, {
          plugins: { legend: { display: false }, tooltip: { callbacks: { label: (item) => `${label(item.dataIndex)} (${digits(item.parsed.x)}, ${digits(item.parsed.y)})` } } },
          scales: { x: axis(c, plane.x_title), y: axis(c, plane.y_title) },
        }),
      };
    },
  };

  const draw = () => {
    while (charts.length > 0) charts.pop().destroy();
    const c = colours();
    for (const canvas of document.querySelectorAll('canvas[data-chart]')) {
      try {
        charts.push(new Chart(canvas, drawings[canvas.dataset.chart](c, Number(canvas.dataset.index))));
        canvas.dataset.drawn = 'yes';
      } catch (error) {
        canvas.dataset.drawn = 'no';
        canvas.parentElement.hidden = true;
        console.error(error);
      }
    }
  };

  draw();
  // Without scripts, or where a picture failed, its table is what there is to see.
  for (const details of document.querySelectorAll('details')) {
    const canvas = details.parentElement.querySelector('canvas');
    details.open = Boolean(canvas) && canvas.dataset.drawn !== 'yes';
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  // On paper colours are those of a light screen, and there is nothing to unfold.
  const opened = [];
  addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll('[id^=component] details, #settings details')) {
      if (!details.open) opened.push(details);
      details.open = true;
    }
    draw();
  });
  addEventListener('afterprint', () => {
    while (opened.length > 0) opened.pop().open = false;
    draw();
  });
})();
