// Part 3: draws the timeline on a canvas. `chart` says what is seen: from when to when, which lines, how far scrolled.
// A pixel in which several items lie shows the longest, the paler the less of the pixel is busy; so drawing takes a
// time that depends on the canvas and not on the recording.
const AXIS = 22, CELL = 2, CURVE = 40, CANVAS_MOST = 640;
let GUTTER = 190; // room for the titles: less on a narrow page
const STATE_COLORS = {
  running: '#4fa06c', ready: '#e3b341', monitor: '#d9515f', wait: '#9a79bd', park: '#6b93cf', sleep: '#93a3b5', input: '#3aa6a0', output: '#3a86a6', socket: '#2f8f6b', class_init: '#cf8040',
  collection: '#b5651d', portal: '#b05fa3',
};
const EVENT_COLORS = { translate: '#a8c8e8', class_load: '#7aa7d9', exception_throw: '#d9515f' };
const chart = { line: null, from: 0, to: 1, lines: [], top: 0, height: 0, width: 0, folded: new Set(), selection: null, hovered: null, focus: null, dragged: null, arrows: 0 };
const canvas = $('timeline-canvas'), holder = $('timeline-holder');
const pen = canvas && canvas.getContext('2d');

const labelOf = (row, i) => chart.line.labels[row.name[i]];
const paintOf = name => {
  const [category, id, , text] = chart.line.names[name], label = chart.line.labels[name];
  if (category === CATEGORY_STATE) return STATE_COLORS[label] || '#999';
  if (category === CATEGORY_THREAD) return `hsl(${(id * 67 + 200) % 360} 55% 66%)`;
  if (category === CATEGORY_PHASE) return '#f0c4b8';
  if (category === CATEGORY_TEXT && label === 'interrupt') return '#c9b458';
  if (category === CATEGORY_TEXT && label.startsWith('collection')) return '#e8a0a0';
  if (category === CATEGORY_EVENT) return EVENT_COLORS[text] || `hsl(${hue('event ' + label + label)} 70% 62%)`;
  return color(label);
};
const IDLE = '#b9b4ab', IDLE_OVER = data.reasons.indexOf('idle_over');
const paints = [];
const paint = (row, i) => {
  const name = row.name[i];
  if (row.kind === ROW_PROCESSOR && row.detail[i] === IDLE_OVER) return IDLE;
  return paints[name] || (paints[name] = paintOf(name));
};

// ---- Lines, from the top: curves, processors, threads

const curveOf = (title, points, describe, mean) => ({ kind: 'curve', title, height: CURVE, points, describe, mean });
// Times and amounts as sums from the begin, so that the amount in a range is one subtraction.
const summed = pairs => {
  pairs.sort((a, b) => a[0] - b[0]);
  const at = new Float64Array(pairs.length), sum = new Float64Array(pairs.length + 1);
  pairs.forEach(([when, amount], i) => { at[i] = when; sum[i + 1] = sum[i] + amount; });
  return { at, sum };
};
// A number that changes at times, as its integral.
const stepped = pairs => {
  const { at, sum } = summed(pairs), area = new Float64Array(at.length);
  for (let i = 1; i < at.length; i++) area[i] = area[i - 1] + sum[i] * (at[i] - at[i - 1]);
  const integral = when => { const i = above(at, when) - 1; return i < 0 ? 0 : area[i] + sum[i + 1] * (when - at[i]); };
  return { at, integral };
};
const rate = (title, pairs, unit) => {
  const { at, sum } = summed(pairs);
  const inside = (from, to) => sum[above(at, to)] - sum[above(at, from)];
  return curveOf(title, inside, (from, to) => `${number(inside(from, to))} ${unit} in ${time(to - from)}`);
};

const curves = line => {
  const list = [], ready = [], own = [], samples = [];
  const heapCurve = (title, at, used) => {
    const value = when => { const i = above(at, when) - 1; return i < 0 ? 0 : used[i]; };
    const most = (from, to) => { let best = value(from); for (let i = above(at, from); i < at.length && at[i] <= to; i++) best = Math.max(best, used[i]); return best; };
    list.push(Object.assign(curveOf(title, most, (from, to) => bytes(most(from, to))), { say: bytes }));
  };
  if (line.heap.at.length) heapCurve('heap', line.heap.at, line.heap.used);
  for (const kind of ['young', 'old', 'large'])
    if (line.generations[kind].some(Boolean)) heapCurve(`heap: ${kind}`, line.generations.at, line.generations[kind]);
  for (const row of line.rows) {
    if (row.kind === ROW_OWN) for (let i = 0; i < row.count; i++) own.push([row.start[i], row.more[i] + 1]);
    if (row.kind !== ROW_STATES) continue;
    for (let i = 0; i < row.count; i++)
      if (line.names[row.name[i]][1] === STATE_READY) {
        const share = row.end[i] > row.start[i] ? row.busy[i] / (row.end[i] - row.start[i]) : 0;
        ready.push([row.start[i], share], [row.end[i], -share]);
      }
  }
  if (ready.length) {
    const { integral } = stepped(ready), mean = (from, to) => to > from ? Math.max(0, integral(to) - integral(from)) / (to - from) : 0;
    list.push(Object.assign(curveOf('ready threads', mean, (from, to) => `${mean(from, to).toFixed(2)} threads ready on average`), { say: value => String(Math.round(value * 10) / 10) }));
  }
  for (let i = 0; i < line.samples.count; i++) samples.push([line.samples.at[i], line.samples.weight[i]]);
  if (samples.length) list.push(rate('samples', samples, 'samples'));
  if (own.length) list.push(rate('own events', own, 'events'));
  return list;
};

const threadLines = lane => {
  const list = [], key = 'thread ' + lane.id, deep = lane.slices.filter(Boolean).length;
  list.push({ kind: 'row', title: lane.title, strong: true, height: 20, row: lane.states || null, lane, key, folds: deep > 0 || lane.own || lane.marks });
  if (chart.folded.has(key)) return list;
  if (lane.own) list.push({ kind: 'row', title: 'own events', height: 14, row: lane.own, lane });
  if (lane.marks) list.push({ kind: 'row', title: 'kernel events', height: 14, row: lane.marks, lane });
  lane.slices.forEach((row, depth) => row && list.push({ kind: 'row', title: depth ? '' : 'slices', height: 17, row, lane }));
  return list;
};

const layLines = () => {
  const { line } = chart;
  const lines = chart.curves.slice();
  for (const row of line.rows)
    if (row.kind === ROW_PROCESSOR || row.kind === ROW_INTERRUPTS)
      lines.push({ kind: 'row', title: (row.kind === ROW_PROCESSOR ? 'processor ' : 'interrupts ') + row.owner, strong: row.kind === ROW_PROCESSOR, height: 20, row });
  for (const lane of line.lanes) if (lane.states || lane.own || lane.marks || lane.slices.length) lines.push(...threadLines(lane));
  let top = 0;
  lines.forEach(one => {
    one.top = top + (one.strong ? 4 : 0);
    top = one.top + one.height;
  });
  Object.assign(chart, { lines, height: top + 8 });
};

// ---- From time to place

const xOf = at => GUTTER + (at - chart.from) / (chart.to - chart.from) * (chart.width - GUTTER);
const timeAt = x => chart.from + (x - GUTTER) / (chart.width - GUTTER) * (chart.to - chart.from);
const lineAt = y => chart.lines.find(one => y >= AXIS && y - AXIS + chart.top >= one.top && y - AXIS + chart.top < one.top + one.height);

let theme = null;
const themed = name => {
  if (!theme) {
    const style = getComputedStyle(document.documentElement);
    theme = Object.fromEntries(['card', 'back', 'text', 'soft', 'line', 'mark', 'hit'].map(key => [key, style.getPropertyValue('--' + key).trim()]));
  }
  return theme[name];
};
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { theme = null; redraw(); });

const widths = new Map();
const fitted = (text, room) => {
  let width = widths.get(text);
  if (width === undefined) widths.set(text, width = pen.measureText(text).width);
  if (width <= room) return text;
  const keep = Math.floor(text.length * room / width) - 1;
  return keep > 2 ? text.slice(0, keep) + '…' : '';
};

// ---- Items

const barHeight = (row, i, height) => {
  if (row.kind !== ROW_STATES) return [1, height - 2];
  const state = chart.line.names[row.name[i]][1];
  return state === STATE_RUNNING ? [1, height - 2] : state === STATE_READY ? [4, height - 8] : [height / 2 - 3, 6];
};

const drawBar = (row, i, y, height) => {
  const x = Math.max(xOf(row.start[i]), GUTTER - 4), wide = Math.min(xOf(row.end[i]), chart.width + 4) - x;
  const [down, high] = barHeight(row, i, height), label = labelOf(row, i);
  const hit = matches(label), length = row.end[i] - row.start[i];
  pen.globalAlpha = words && !hit ? .3 : row.more[i] ? Math.max(.35, length ? row.busy[i] / length : 1) : 1;
  pen.fillStyle = paint(row, i);
  pen.fillRect(x, y + down, Math.max(wide - .6, 1), high);
  if (hit) {
    pen.strokeStyle = themed('mark');
    pen.strokeRect(x + .5, y + down + .5, Math.max(wide - 1.5, 1), high - 1);
  }
  if (wide > 26 && high > 9) {
    pen.globalAlpha = words && !hit ? .5 : 1;
    pen.fillStyle = '#1d1812';
    const text = row.more[i] ? `${number(row.more[i] + 1)} × ${shortName(label)}` : chart.line.names[row.name[i]][0] === CATEGORY_METHOD ? shortName(label) : label;
    pen.fillText(fitted(text, wide - 8), Math.max(x, GUTTER) + 4, y + height / 2 + 4);
  }
  pen.globalAlpha = 1;
};

// Cells are pixels of one image of the whole picture, which has a column for each cell and is stretched over the rows:
// one operation for many thousands of cells.
const strip = { canvas: document.createElement('canvas'), image: null, pixels: null, used: false };
const rgb = new Map(); // by colour: 0xbbggrr
const rgbOf = colour => {
  if (!rgb.has(colour)) {
    pen.fillStyle = colour;
    const value = parseInt(pen.fillStyle.slice(1), 16); // the canvas says every colour as #rrggbb
    rgb.set(colour, (value >> 16) | (value & 0xff00) | (value & 0xff) << 16);
  }
  return rgb.get(colour);
};
const openStrip = height => {
  const cells = Math.max(1, Math.ceil((chart.width - GUTTER) / CELL));
  if (!strip.image || strip.image.width !== cells || strip.image.height !== height) {
    Object.assign(strip.canvas, { width: cells, height });
    strip.image = new ImageData(cells, height);
    strip.pixels = new Uint32Array(strip.image.data.buffer);
  } else strip.pixels.fill(0);
  strip.used = false;
};
const closeStrip = () => {
  if (!strip.used) return;
  const { width, height } = strip.image;
  strip.canvas.getContext('2d').putImageData(strip.image, 0, 0);
  pen.imageSmoothingEnabled = false;
  pen.drawImage(strip.canvas, 0, 0, width, height, GUTTER, 0, width * CELL, height);
};

const fillCell = (row, i, j, cell, top, height, span) => {
  const best = longest(row, i, j), [down, high] = barHeight(row, best, height), { width } = strip.image;
  const share = (row.busySum[j] - row.busySum[i]) / span, alpha = words && !matches(labelOf(row, best)) ? .2 : Math.min(1, .35 + .65 * share);
  const pixel = (rgbOf(paint(row, best)) | Math.round(alpha * 255) << 24) >>> 0;
  const end = Math.min(strip.image.height, Math.floor(top + down) + high);
  for (let y = Math.max(0, Math.floor(top + down)); y < end; y++) strip.pixels[y * width + cell] = pixel;
  strip.used = true;
};

const drawRow = (row, y, height) => {
  const span = CELL * (chart.to - chart.from) / (chart.width - GUTTER);
  for (let i = above(row.end, chart.from); i < row.count && row.start[i] < chart.to;) {
    if (row.end[i] - row.start[i] >= span) {
      drawBar(row, i++, y, height);
      continue;
    }
    const cell = Math.min(strip.image.width - 1, Math.max(0, Math.floor((xOf(row.start[i]) - GUTTER) / CELL)));
    let j = aboveNear(row.start, timeAt(GUTTER + (cell + 1) * CELL), i + 1);
    if (j - i > 1 && row.end[j - 1] - row.start[j - 1] >= span) j--;
    fillCell(row, i, j, cell, y, height, span);
    i = j;
  }
};

// Marks: a line each, where there is room with its text.
const drawMarks = (row, y, height) => {
  const span = CELL * (chart.to - chart.from) / (chart.width - GUTTER);
  for (let i = above(row.end, chart.from - span); i < row.count && row.start[i] < chart.to;) {
    const x = xOf(row.start[i]), j = aboveNear(row.start, row.start[i] + span, i + 1), next = j < row.count ? xOf(row.start[j]) : chart.width;
    const label = labelOf(row, i), wide = Math.max(CELL, xOf(row.end[i]) - x);
    pen.globalAlpha = words && !matches(label + ' ' + chart.line.texts[row.text[i]]) ? .25 : 1;
    pen.fillStyle = paint(row, i);
    pen.fillRect(x, y + 1, wide, height - 2);
    if (next - x > 34 && j === i + 1) {
      pen.fillStyle = themed('text');
      pen.fillText(fitted(row.more[i] ? `${number(row.more[i] + 1)} × ${label}` : `${label} ${chart.line.texts[row.text[i]]}`, next - x - wide - 6), x + wide + 3, y + height / 2 + 4);
    }
    i = j;
  }
  pen.globalAlpha = 1;
};

// ---- Curves

const drawCurve = (one, y) => {
  const step = 3, values = [], base = y + CURVE - 4, room = CURVE - 16;
  let most = 0;
  for (let x = GUTTER; x < chart.width; x += step) {
    const value = one.points(timeAt(x), timeAt(x + step));
    values.push(value);
    most = Math.max(most, value);
  }
  pen.fillStyle = themed('mark');
  pen.globalAlpha = .55;
  pen.beginPath();
  pen.moveTo(GUTTER, base);
  values.forEach((value, i) => {
    const up = most ? value / most * room : 0;
    pen.lineTo(GUTTER + i * step, base - up);
    pen.lineTo(GUTTER + (i + 1) * step, base - up);
  });
  pen.lineTo(GUTTER + values.length * step, base);
  pen.fill();
  pen.globalAlpha = 1;
  pen.fillStyle = themed('soft');
  pen.fillText(fitted(one.say ? `at most ${one.say(most)}` : `at most ${number(most)} in ${time(timeAt(GUTTER + step) - timeAt(GUTTER))}`, GUTTER - 14), 12, y + 30);
};

// ---- Arrows from wakers to the threads that they woke

const ARROWS_MOST = 300;
const middleOf = lane => {
  const one = chart.lines.find(line => line.lane === lane && line.strong);
  return one ? AXIS - chart.top + one.top + one.height / 2 : null;
};
const drawArrow = (x, from, to) => {
  const down = to > from ? 1 : -1;
  pen.beginPath();
  pen.moveTo(x - 5, from);
  pen.quadraticCurveTo(x, from, x, from + 5 * down);
  pen.lineTo(x, to - 4 * down);
  pen.stroke();
  pen.beginPath();
  pen.moveTo(x, to);
  pen.lineTo(x - 3.5, to - 7 * down);
  pen.lineTo(x + 3.5, to - 7 * down);
  pen.fill();
};
const drawArrows = () => {
  const { wakes, lanes } = chart.line, low = above(wakes.at, chart.from), high = above(wakes.at, chart.to, low);
  const only = high - low > ARROWS_MOST && chart.hovered && chart.hovered.one.lane;
  pen.strokeStyle = pen.fillStyle = themed('text');
  pen.globalAlpha = only || high - low < 30 ? .75 : high - low < 100 ? .4 : .2;
  chart.arrows = 0;
  if (high - low <= ARROWS_MOST || only)
    for (let i = low; i < high && chart.arrows < ARROWS_MOST; i++) {
      const from = lanes[wakes.other[i]], to = lanes[wakes.thread[i]];
      if (!from || !to || (only && only !== from && only !== to)) continue;
      const y = middleOf(from), target = middleOf(to);
      if (y === null || target === null || Math.max(y, target) < AXIS || Math.min(y, target) > canvas.clientHeight) continue;
      drawArrow(xOf(wakes.at[i]), y, target);
      chart.arrows++;
    }
  pen.globalAlpha = 1;
};

// ---- The whole

const steps = [1, 2, 5];
const drawAxis = height => {
  const span = chart.to - chart.from, room = chart.width - GUTTER, least = span / (room / 110);
  let step = Math.pow(10, Math.floor(Math.log10(least)));
  step *= (steps.find(factor => step * factor >= least) || 10);
  pen.fillStyle = themed('card');
  pen.fillRect(0, 0, chart.width, AXIS);
  pen.strokeStyle = themed('line');
  pen.beginPath();
  for (let at = Math.ceil(chart.from / step) * step; at <= chart.to; at += step) {
    const x = Math.round(xOf(at)) + .5;
    pen.moveTo(x, AXIS - 5);
    pen.lineTo(x, height);
    pen.fillStyle = themed('soft');
    const text = axisWords(at, step);
    if (x + pen.measureText(text).width + 4 < chart.width) pen.fillText(text, x + 3, 14);
  }
  pen.stroke();
};
// As many digits as tell neighbours apart.
const axisWords = (at, step) => {
  const [unit, size] = chart.to >= 1e9 ? ['s', 1e9] : chart.to >= 1e6 ? ['ms', 1e6] : chart.to >= 1e3 ? ['µs', 1e3] : ['ns', 1];
  return (at / size).toFixed(Math.max(0, Math.min(9, Math.ceil(Math.log10(size / step) - 1e-9)))) + ' ' + unit;
};

const drawTitle = (one, y) => {
  pen.fillStyle = themed(one.strong || one.kind === 'curve' ? 'text' : 'soft');
  const fold = one.folds ? (chart.folded.has(one.key) ? '▸ ' : '▾ ') : '';
  pen.fillText(fitted(fold + one.title, GUTTER - 16), one.strong || one.kind === 'curve' ? 6 : 20, y + Math.min(one.height / 2 + 4, 16));
};

const drawSelection = height => {
  const range = chart.dragged || chart.selection;
  if (!range) return;
  const from = Math.max(GUTTER, xOf(range[0])), to = Math.min(chart.width, xOf(range[1]));
  if (to <= GUTTER || from >= chart.width) return;
  pen.fillStyle = themed('mark');
  pen.globalAlpha = .12;
  pen.fillRect(from, 0, Math.max(1, to - from), height);
  pen.globalAlpha = 1;
  pen.fillRect(from, 0, 1, height);
  pen.fillRect(to, 0, 1, height);
};

const drawFocus = () => {
  const { focus } = chart;
  if (!focus || !chart.lines.includes(focus.one)) return;
  const { one, i } = focus, y = AXIS - chart.top + one.top, x = Math.max(GUTTER, xOf(one.row.start[i]));
  pen.strokeStyle = themed('mark');
  pen.lineWidth = 2;
  pen.strokeRect(x, y + 1, Math.max(3, Math.min(xOf(one.row.end[i]), chart.width) - x), one.height - 2);
  pen.lineWidth = 1;
};

const drawTimeline = () => {
  const height = canvas.clientHeight;
  pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  pen.font = '11px system-ui, "DejaVu Sans", sans-serif';
  pen.fillStyle = themed('card');
  pen.fillRect(0, 0, chart.width, height);
  drawAxis(height);
  pen.save();
  pen.beginPath();
  pen.rect(GUTTER, AXIS, chart.width - GUTTER, height - AXIS);
  pen.clip();
  const seen = chart.lines.filter(one => one.top + one.height > chart.top && one.top < chart.top + height - AXIS);
  openStrip(height);
  for (const one of seen) {
    const y = AXIS - chart.top + one.top;
    if (one.kind === 'row' && one.row) (one.row.kind === ROW_OWN || one.row.kind === ROW_MARKS ? drawMarks : drawRow)(one.row, y, one.height);
  }
  closeStrip();
  drawArrows();
  drawFocus();
  pen.restore();
  pen.save();
  pen.beginPath();
  pen.rect(0, AXIS, chart.width, height - AXIS);
  pen.clip();
  for (const one of seen) {
    const y = AXIS - chart.top + one.top;
    if (one.kind === 'curve') drawCurve(one, y);
    drawTitle(one, y);
  }
  pen.restore();
  drawSelection(height);
};

// Draws before the next frame, once.
let drawing = 0;
const redraw = () => {
  if (!drawing && chart.line) drawing = requestAnimationFrame(() => { drawing = 0; drawTimeline(); });
};

const sizeTimeline = () => {
  const height = Math.min(CANVAS_MOST, chart.height + AXIS);
  chart.width = holder.clientWidth;
  GUTTER = chart.width < 560 ? 104 : 190;
  holder.style.height = height + 2 + 'px'; // with its border
  $('timeline-space').style.height = chart.height + AXIS + 'px';
  canvas.style.width = chart.width + 'px';
  canvas.style.height = height + 'px';
  canvas.width = chart.width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  redraw();
};
