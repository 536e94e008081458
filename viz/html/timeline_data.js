// Part 2: the timeline's data, from the columns that viz/html/timeline_put.c wrote, and questions about it: which items
// lie in a range, which is the longest among them, how much of a range is busy. Each takes a time that does not depend
// on how many items there are.
const ROW_PROCESSOR = 0, ROW_INTERRUPTS = 1, ROW_STATES = 2, ROW_SLICES = 3, ROW_MARKS = 4, ROW_OWN = 5;
const CATEGORY_METHOD = 1, CATEGORY_EVENT = 2, CATEGORY_STATE = 3, CATEGORY_THREAD = 4, CATEGORY_PHASE = 5, CATEGORY_TEXT = 6;
const STATE_RUNNING = 64, STATE_READY = 65;
const RECORD_BYTES = 16, PACKET_BYTES = 16384, BLOCK = 16;
const LEVELS = ['threads', 'interrupts', 'faults'];

const unpack = async text => {
  const letters = atob(text), packed = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) packed[i] = letters.charCodeAt(i);
  return new Uint8Array(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'))).arrayBuffer());
};

// Reads numbers of seven bits a byte; beyond 31 bits it multiplies.
const columnReader = all => {
  let at = 0;
  const next = () => {
    let byte = all[at++], value = byte & 127, scale = 128;
    while (byte > 127) {
      byte = all[at++];
      value += (byte & 127) * scale;
      scale *= 128;
    }
    return value;
  };
  const signed = () => { const value = next(); return value % 2 ? -(value + 1) / 2 : value / 2; };
  const column = (Type, count, one = next) => { const values = new Type(count); for (let i = 0; i < count; i++) values[i] = one(); return values; };
  const rising = count => { let last = 0; return column(Float64Array, count, () => last += next()); };
  return { next, signed, column, rising };
};

const readPlaces = (reader, count) => {
  const stream = new Uint16Array(count), place = new Float64Array(count);
  for (let i = 0, last = 0; i < count; i++) {
    stream[i] = reader.next();
    place[i] = last += reader.signed();
  }
  return { stream, place };
};

const readRow = (reader, [kind, owner, depth, count]) => {
  const row = { kind, owner, depth, count, start: reader.rising(count) };
  row.end = reader.column(Float64Array, count).map((length, i) => row.start[i] + length);
  row.more = reader.column(Uint32Array, count);
  row.busy = new Float64Array(count);
  for (let i = 0; i < count; i++) row.busy[i] = row.more[i] ? reader.next() : row.end[i] - row.start[i];
  row.name = reader.column(Uint32Array, count);
  row.detail = reader.column(Uint32Array, count);
  row.text = reader.column(Uint32Array, count);
  return indexRow(Object.assign(row, readPlaces(reader, count)));
};

// Sums from the row's begin, and for each block of 16, of 256 and so on the longest item.
const indexRow = row => {
  const { count } = row;
  row.busySum = new Float64Array(count + 1);
  row.countSum = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) {
    row.busySum[i + 1] = row.busySum[i] + row.busy[i];
    row.countSum[i + 1] = row.countSum[i] + row.more[i] + 1;
  }
  row.levels = [];
  for (let size = count; size > 2 * BLOCK; size = Math.ceil(size / BLOCK)) {
    const below = row.levels[row.levels.length - 1], level = new Uint32Array(Math.ceil(size / BLOCK));
    for (let i = 0; i < size; i++) {
      const item = below ? below[i] : i, block = Math.floor(i / BLOCK);
      if (i % BLOCK === 0 || row.busy[item] > row.busy[level[block]]) level[block] = item;
    }
    row.levels.push(level);
  }
  return row;
};

const readPoints = (reader, count) => {
  const points = { count, at: reader.rising(count), thread: reader.column(Uint32Array, count), other: reader.column(Uint32Array, count) };
  points.state = reader.column(Uint32Array, count);
  points.weight = reader.column(Uint32Array, count);
  points.time = reader.column(Float64Array, count); // ns that a sample stands for
  return Object.assign(points, readPlaces(reader, count));
};

const readTallies = (reader, names, parts) => names.map(([, , tallied]) => {
  if (!tallied) return null;
  const tally = { part: [], count: [], busy: [] };
  for (let cells = reader.next(), last = 0; cells > 0; cells--) {
    tally.part.push(last += reader.next());
    tally.count.push(reader.next());
    tally.busy.push(reader.next());
  }
  return tally;
});

const readTimeline = async () => {
  const from = data.timeline;
  if (!from) return null;
  const line = { ...from, columns: null, texts: JSON.parse(new TextDecoder().decode(await unpack(from.texts))) };
  const reader = columnReader(await unpack(from.columns));
  line.rows = from.rows.map(row => readRow(reader, row));
  line.samples = readPoints(reader, from.samples);
  line.wakes = readPoints(reader, from.wakes);
  line.heap = { at: new Float64Array(from.heap), used: new Float64Array(from.heap) };
  line.generations = { at: [], young: [], old: [], large: [] };
  for (let i = 0, last = 0; i < from.heap; i++) {
    line.heap.at[i] = last += reader.signed();
    line.heap.used[i] = reader.next();
    const known = reader.next(), old = reader.next(), { at, young, large } = line.generations;
    if (!known) continue;
    at.push(last), young.push(known - 1), line.generations.old.push(old), large.push(line.heap.used[i] - (known - 1) - old);
  }
  line.frames = [[0, 0]];
  for (let i = 1; i < from.frames; i++) line.frames.push([reader.next(), reader.next()]);
  line.spots = Array.from({ length: from.spots }, () => [reader.next(), reader.next()]);
  line.tallies = readTallies(reader, from.names, from.parts);
  line.labels = from.names.map(([category, id, , text]) => category === CATEGORY_THREAD ? (from.threads[id] || [0, ''])[1]
    : category === CATEGORY_STATE && id >= STATE_RUNNING ? ['running', 'ready'][id - STATE_RUNNING] : text);
  line.frameLabels = line.frames.map(([, spot], i) => i ? line.labels[line.spots[spot][0]] : '');
  line.lanes = from.threads.map(([id, title], index) => ({ id, title, index, slices: [] }));
  for (const row of line.rows) {
    const lane = line.lanes[row.owner];
    if (row.kind === ROW_STATES) lane.states = row;
    if (row.kind === ROW_MARKS) lane.marks = row;
    if (row.kind === ROW_OWN) lane.own = row;
    if (row.kind === ROW_SLICES) lane.slices[row.depth] = row;
  }
  return line;
};

// ---- Questions

// The first index from `low` on whose value is above `limit`.
const above = (values, limit, low = 0, high = values.length) => {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] > limit) high = middle; else low = middle + 1;
  }
  return low;
};

// The same where the index is likely to be near: the steps double.
const aboveNear = (values, limit, low) => {
  let high = low;
  for (let step = 1; high < values.length && values[high] <= limit; step *= 2) {
    low = high + 1;
    high += step;
  }
  return above(values, limit, low, Math.min(high, values.length));
};

// The item with most time among those from `low` to before `high`.
const longest = (row, low, high) => {
  let best = low;
  if (high - low <= 2 * BLOCK) {
    for (let i = low + 1; i < high; i++) if (row.busy[i] > row.busy[best]) best = i;
    return best;
  }
  for (let level = 0; low < high; level++) {
    const at = index => level ? row.levels[level - 1][index] : index;
    const look = index => { if (row.busy[at(index)] > row.busy[best]) best = at(index); };
    if (high - low <= 2 * BLOCK || !row.levels[level]) {
      while (low < high) look(low++);
      break;
    }
    while (low % BLOCK) look(low++);
    while (high % BLOCK) look(--high);
    low /= BLOCK;
    high /= BLOCK;
  }
  return best;
};

// Busy time of an item inside a range; that of one which stands for several is taken to be spread evenly.
const busyInside = (row, i, from, to) => {
  const inside = Math.min(row.end[i], to) - Math.max(row.start[i], from), length = row.end[i] - row.start[i];
  return inside <= 0 ? 0 : inside >= length ? row.busy[i] : row.busy[i] * inside / length;
};
const busyIn = (row, from, to) => {
  let low = above(row.end, from), high = above(row.start, to, low);
  if (low >= high) return 0;
  let sum = busyInside(row, low, from, to);
  if (high - 1 > low) sum += busyInside(row, high - 1, from, to) + row.busySum[high - 1] - row.busySum[low + 1];
  return sum;
};
// How many items touch a range.
const countIn = (row, from, to) => {
  const low = above(row.end, from), high = above(row.start, to, low);
  return row.countSum[high] - row.countSum[low];
};
// The item that covers a time, or -1.
const itemAt = (row, at) => {
  const i = above(row.end, at);
  return i < row.count && row.start[i] <= at ? i : -1;
};
// Calls `visit` with the index and the busy time inside of every item of a row that touches a range.
const eachIn = (row, from, to, visit) => {
  for (let i = row.count && row.end[0] > from ? 0 : Math.max(0, above(row.end, from) - 1); i < row.count && row.start[i] <= to; i++) {
    const inside = busyInside(row, i, from, to);
    if (inside > 0 || (row.end[i] === row.start[i] && row.start[i] >= from)) visit(i, inside);
  }
};
// How much a name has in a range: [count, busy time, whether it is exact]. At its edges parts of the time are divided.
const tallyIn = (line, name, from, to) => {
  const tally = line.tallies[name], width = line.end / line.parts;
  if (!tally) return [0, 0, false];
  let count = 0, busy = 0, exact = true;
  for (let i = 0; i < tally.part.length; i++) {
    const start = tally.part[i] * width, inside = Math.min(start + width, to) - Math.max(start, from);
    if (inside <= 0 && to > from) continue;
    const share = from <= 0 && to >= line.end ? 1 : Math.min(1, inside / width);
    exact = exact && share >= 1 - 1e-9;
    count += tally.count[i] * share;
    busy += tally.busy[i] * share;
  }
  return [count, busy, exact];
};
