// Part 4: what a person does with the timeline: zooming and moving by wheel, drag and keys, selecting a range, asking
// about a thing. A change of the range is told to each of `followers`.
const followers = [];
const NARROWEST = 20; // ns

// ---- Moving

const move = (from, to) => {
  const { line } = chart, span = Math.min(Math.max(to - from, NARROWEST), line.end || 1);
  chart.from = Math.max(0, Math.min(from, line.end - span));
  chart.to = chart.from + span;
  redraw();
};
const zoom = (factor, at) => move(at - (at - chart.from) * factor, at + (chart.to - at) * factor);
const shift = share => move(chart.from + share * (chart.to - chart.from), chart.to + share * (chart.to - chart.from));
const scrollLines = by => { holder.scrollTop = holder.scrollTop + by; };
const fit = range => {
  const [from, to] = range || [0, chart.line.end], edge = range ? (to - from) * .05 + 1 : 0;
  move(from - edge, to + edge);
};

// ---- What is selected

const select = range => {
  chart.selection = range && range[1] > range[0] ? [Math.max(0, range[0]), Math.min(chart.line.end, range[1])] : null;
  $('selection').hidden = !chart.selection;
  if (chart.selection) $('selection-words').textContent = `Selected: ${instant(chart.selection[0])} to ${instant(chart.selection[1])}, ${time(chart.selection[1] - chart.selection[0])}`;
  followers.forEach(follow => follow());
  redraw();
};
const range = () => chart.selection || [0, chart.line ? chart.line.end : data.elapsed];

// ---- Words about a thing

const placeWords = (stream, place) => {
  const [processor, level, offset, ring] = chart.line.streams[stream] || [0, 0, 0, PACKET_BYTES], position = place * RECORD_BYTES;
  return `in the recording: stream of processor ${processor}, ${LEVELS[level] || level}; packet ${Math.floor(position / PACKET_BYTES)}, offset ${position % PACKET_BYTES}` +
    ` (byte ${offset + (ring ? position % ring : 0)} of the region)`;
};
const ENDINGS = ['', 'ended by an exception', 'its end is not in the recording', 'had not ended when the recording did'];

const stateWords = (lane, from, to) => {
  const sums = new Map(), { states } = lane;
  if (states) eachIn(states, from, to, (i, inside) => {
    const [ns, pieces] = sums.get(labelOf(states, i)) || [0, 0];
    sums.set(labelOf(states, i), [ns + inside, pieces + states.more[i] + 1]);
  });
  return [...sums].sort((a, b) => b[1][0] - a[1][0]).map(([state, [ns, pieces]]) => `${state} ${between(ns, pieces)}`).join(', ');
};

const detailWords = (row, i, lane) => {
  const list = [], detail = row.detail[i], [, state] = chart.line.names[row.name[i]];
  if (row.kind === ROW_STATES && state === STATE_RUNNING) list.push(`on processor ${detail}`);
  if (row.kind === ROW_STATES && state < STATE_RUNNING) list.push(detail ? `woken by ${chart.line.lanes[detail - 1].title}` : row.end[i] < chart.line.end ? 'not woken by a thread' : 'not over when the recording ended');
  if (row.kind === ROW_PROCESSOR && detail) list.push(`then: ${data.reasons[detail] || detail}`);
  if (row.kind === ROW_SLICES) {
    const below = lane.slices[row.depth + 1], from = row.start[i], to = row.end[i];
    if (below) list.push(`self ${between(to - from - busyIn(below, from, to), 1 + countIn(below, from, to))}`);
    if (lane.states) list.push(stateWords(lane, from, to));
    if (ENDINGS[detail]) list.push(ENDINGS[detail]);
  }
  return list;
};

const describe = (one, i) => {
  const { row, lane } = one, length = row.end[i] - row.start[i], list = [labelOf(row, i)];
  if (chart.line.texts[row.text[i]]) list[0] += (row.kind === ROW_OWN ? ' ' : ': ') + chart.line.texts[row.text[i]];
  if (row.more[i]) {
    list[0] = `${number(row.more[i] + 1)} things within ${time(length)}, ${part(row.busy[i], length) || 'marks'} busy; most: ${labelOf(row, i)}`;
    list.push('too near to each other to be kept apart in a page of this size');
  } else if (length || row.kind < ROW_MARKS) list.push(between(length));
  list.push(length ? `from ${instant(row.start[i])} to ${instant(row.end[i])}` : `at ${instant(row.start[i])}`);
  if (lane) list.push(`thread ${lane.title} (${lane.id})`);
  else list.push(`processor ${row.owner}`);
  if (!row.more[i]) list.push(...detailWords(row, i, lane));
  list.push((row.more[i] ? 'the first ' : '') + placeWords(row.stream[i], row.place[i]));
  return list.join('\n');
};

// The item under a point: [line, index], or null. A mark, and what is narrower than a pixel, need not be hit exactly.
const thingAt = (x, y) => {
  const one = lineAt(y);
  if (!one || !one.row || x < GUTTER) return null;
  const from = timeAt(x - 3), to = timeAt(x + 3), { row } = one, exact = itemAt(row, timeAt(x));
  if (exact >= 0 && row.end[exact] - row.start[exact] >= to - from) return { one, i: exact };
  const low = above(row.end, from - 1e-9), high = above(row.start, to, low);
  return low < high ? { one, i: longest(row, low, high) } : exact >= 0 ? { one, i: exact } : null;
};

const wordsAt = (x, y) => {
  const one = lineAt(y), thing = thingAt(x, y);
  if (thing) return describe(thing.one, thing.i);
  if (one && one.kind === 'curve' && x >= GUTTER) return `${one.title}\n${one.describe(timeAt(x - 1), timeAt(x + 2))}\nat ${instant(timeAt(x))}`;
  return '';
};

const setFocus = thing => {
  chart.focus = thing;
  $('timeline-details').textContent = thing ? describe(thing.one, thing.i) : 'Click a thing, or go to it with the arrow keys, to keep here what is known of it.';
  redraw();
};

// ---- Keys: held ones move steadily, frame by frame

const held = new Set();
const speeds = { w: () => zoom(.94, middle()), s: () => zoom(1 / .94, middle()), a: () => shift(-.03), d: () => shift(.03) };
let pointer = null; // where the mouse is, in canvas coordinates
const middle = () => pointer && pointer.x > GUTTER ? timeAt(pointer.x) : (chart.from + chart.to) / 2;
let stepping = 0;
const step = () => {
  stepping = 0;
  for (const key of held) speeds[key]();
  if (held.size) stepping = requestAnimationFrame(step);
};

const rowLines = () => chart.lines.filter(one => one.kind === 'row' && one.row && one.row.count);
const seeFocus = () => {
  const { one, i } = chart.focus, from = one.row.start[i], to = one.row.end[i], span = chart.to - chart.from;
  if (to < chart.from || from > chart.to) move((from + to - span) / 2, (from + to + span) / 2);
  const room = canvas.clientHeight - AXIS;
  if (one.top < chart.top) holder.scrollTop = one.top;
  else if (one.top + one.height > chart.top + room) holder.scrollTop = one.top + one.height - room;
};
// To the next thing on the line, or to the thing at the same time on the next line.
const walkFocus = (along, across) => {
  const lines = rowLines(), { focus } = chart, at = focus ? lines.indexOf(focus.one) : -1;
  if (!lines.length) return;
  if (at < 0) setFocus({ one: lines[0], i: Math.min(above(lines[0].row.end, chart.from), lines[0].row.count - 1) });
  else if (along) setFocus({ one: focus.one, i: Math.max(0, Math.min(focus.one.row.count - 1, focus.i + along)) });
  else {
    const one = lines[Math.max(0, Math.min(lines.length - 1, at + across))];
    setFocus({ one, i: Math.max(0, Math.min(one.row.count - 1, above(one.row.end, focus.one.row.start[focus.i]))) });
  }
  seeFocus();
};
const focusRange = () => chart.focus && [chart.focus.one.row.start[chart.focus.i], chart.focus.one.row.end[chart.focus.i]];

const keys = {
  f: () => fit(chart.selection || (focusRange() && focusRange()[1] > focusRange()[0] ? focusRange() : null)),
  0: () => fit(null),
  m: () => select([chart.from, chart.to]),
  Enter: () => { if (focusRange()) select(focusRange()); },
  ArrowRight: () => walkFocus(1, 0),
  ArrowLeft: () => walkFocus(-1, 0),
  ArrowDown: () => walkFocus(0, 1),
  ArrowUp: () => walkFocus(0, -1),
  PageDown: () => scrollLines(200),
  PageUp: () => scrollLines(-200),
};

const onKey = event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key in speeds) {
    held.add(key);
    if (!stepping) step();
  } else if (key in keys) keys[key]();
  else return;
  event.preventDefault();
};

// ---- Mouse

const onWheel = event => {
  event.preventDefault();
  if (event.altKey) scrollLines(event.deltaY);
  else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) shift((event.deltaX || event.deltaY) / canvas.clientWidth);
  else zoom(Math.exp(event.deltaY * .0015), timeAt(Math.max(GUTTER, event.offsetX)));
};

// A drag moves; one that begins on the axis, or with Shift, selects; a click keeps what is known of a thing, or folds a
// thread.
const onDrag = () => {
  let start = null;
  canvas.addEventListener('pointerdown', event => {
    start = { x: event.offsetX, y: event.offsetY, from: chart.from, top: holder.scrollTop, selects: event.shiftKey || event.offsetY < AXIS, moved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', event => {
    pointer = { x: event.offsetX, y: event.offsetY };
    if (!start) return onHover(event);
    start.moved = start.moved || Math.hypot(event.offsetX - start.x, event.offsetY - start.y) > 3;
    if (start.selects) {
      const ends = [timeAt(Math.max(GUTTER, start.x)), timeAt(Math.max(GUTTER, event.offsetX))].sort((a, b) => a - b);
      chart.dragged = ends;
      redraw();
    } else if (start.moved) {
      const by = (event.offsetX - start.x) / (chart.width - GUTTER) * (chart.to - chart.from);
      move(start.from - by, start.from - by + chart.to - chart.from);
      holder.scrollTop = start.top - (event.offsetY - start.y);
    }
  });
  canvas.addEventListener('pointerup', event => {
    if (start && start.selects && start.moved) select(chart.dragged);
    else if (start && !start.moved) onClick(event);
    start = chart.dragged = null;
  });
  canvas.addEventListener('pointercancel', () => { start = chart.dragged = null; redraw(); });
};
const onHover = event => {
  const thing = thingAt(event.offsetX, event.offsetY);
  showTip(wordsAt(event.offsetX, event.offsetY), event.clientX, event.clientY);
  if ((thing && thing.one) !== (chart.hovered && chart.hovered.one)) redraw();
  chart.hovered = thing;
};
const onClick = event => {
  const one = lineAt(event.offsetY);
  if (event.offsetX < GUTTER && one && one.folds) {
    if (!chart.folded.delete(one.key)) chart.folded.add(one.key);
    layLines();
    sizeTimeline();
  } else setFocus(thingAt(event.offsetX, event.offsetY));
};

const legend = line => {
  const present = new Set(line.rows.flatMap(row => row.kind === ROW_STATES ? [...new Set(row.name)].map(name => line.labels[name]) : []));
  $('timeline-legend').replaceChildren(...Object.keys(STATE_COLORS).filter(state => present.has(state)).map(state =>
    node('span', {}, node('i', { class: 'swatch', style: `background:${STATE_COLORS[state]}` }), state)));
};

const startTimeline = line => {
  chart.line = line;
  if (!line) return;
  Object.assign(chart, { from: 0, to: line.end || 1, curves: curves(line) });
  for (const lane of line.lanes) if (lane.slices.length > 12) chart.folded.add('thread ' + lane.id);
  layLines();
  legend(line);
  setFocus(null);
  holder.addEventListener('scroll', () => { chart.top = holder.scrollTop; redraw(); });
  canvas.addEventListener('wheel', onWheel, { passive: false });
  canvas.addEventListener('dblclick', () => fit(null));
  canvas.addEventListener('pointerleave', () => { tip.hidden = true; pointer = chart.hovered = null; redraw(); });
  canvas.addEventListener('keydown', onKey);
  canvas.addEventListener('keyup', event => held.delete(event.key.toLowerCase()));
  canvas.addEventListener('blur', () => held.clear());
  onDrag();
  press($('timeline-whole'), () => fit(null));
  press($('timeline-select'), () => select([chart.from, chart.to]));
  press($('selection-clear'), () => select(null));
  press($('selection-fit'), () => fit(chart.selection));
  $('timeline-notes').textContent = timelineNotes(line);
  addEventListener('resize', sizeTimeline);
  sizeTimeline();
};

// What the picture does not hold.
const timelineNotes = line => {
  const notes = [];
  if (data.lostRecords) notes.push(`${number(data.lostRecords)} records were lost: there are gaps`);
  if (line.width) notes.push(`there is more than a page can hold: neighbours within ${time(line.width)} of each other are drawn as one`);
  if (line.sampleWidth) notes.push(`equal samples within ${time(line.sampleWidth)} are one with a weight`);
  if (line.wakeWidth) notes.push(`equal wakeups within ${time(line.wakeWidth)} are one`);
  if (line.textsLeftOut) notes.push('not every text found room');
  if (line.deepSlices) notes.push(`${number(line.deepSlices)} slices are nested too deep to be drawn`);
  if (line.unmatched) notes.push(`${number(line.unmatched)} ends of slices have no begin in the recording`);
  if (data.threadsLeftOut) notes.push(`${number(data.threadsLeftOut)} more threads are not drawn`);
  return notes.join('; ');
};
