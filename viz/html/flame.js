// Part 6: flame graphs of the selected range. CPU from sampled stacks; wall, off-CPU and wakers from states and traced
// calls; allocation, of the whole run, from single events or sites, as the tool has added them up. Each is a list of
// paths with an amount; the other way round (callers first is the usual one) the paths are read from their ends.

// ---- Paths. `add(path, amount)` with names from the outermost on

const framePaths = new Map(); // frame: its names
const framePath = frame => {
  if (!frame) return [];
  if (!framePaths.has(frame)) {
    framePaths.set(frame, [...framePath(chart.line.frames[frame][0]), chart.line.frameLabels[frame]]);
  }
  return framePaths.get(frame);
};
const laneTitle = index => index < chart.line.lanes.length ? chart.line.lanes[index].title || 'idle' : 'other threads';

const samplePaths = (from, to, add) => {
  const { samples } = chart.line, sums = new Map();
  for (let i = above(samples.at, from - 1e-6); i < samples.count && samples.at[i] <= to; i++) {
    const key = samples.thread[i] * 4194304 + samples.other[i];
    sums.set(key, (sums.get(key) || 0) + samples.time[i]);
  }
  for (const [key, time] of sums) add([laneTitle(Math.floor(key / 4194304)), ...framePath(key % 4194304)], time);
};

// Traced calls that were open in a thread at a time.
const openAt = (lane, at) => {
  const path = [];
  for (const row of lane.slices) {
    const i = row ? itemAt(row, at) : -1;
    if (i < 0) break;
    path.push(labelOf(row, i));
  }
  return path;
};

// Each slice has what its callees do not cover.
const slicePaths = (from, to, add) => {
  for (const lane of chart.line.lanes)
    lane.slices.forEach((row, depth) => row && eachIn(row, from, to, (i, inside) => {
      const below = lane.slices[depth + 1], start = Math.max(from, row.start[i]), end = Math.min(to, row.end[i]);
      const own = inside - (below ? busyIn(below, start, end) : 0);
      if (own > 0) add([lane.title, ...openAt(lane, start).slice(0, depth), labelOf(row, i)], own);
    }));
};

const awayPaths = (from, to, add, wakers) => {
  for (const lane of chart.line.lanes) {
    const row = lane.states;
    if (row) eachIn(row, from, to, (i, inside) => {
      const state = chart.line.names[row.name[i]][1], waker = row.detail[i] ? chart.line.lanes[row.detail[i] - 1] : null;
      if (state === STATE_RUNNING || (wakers && (state === STATE_READY || !waker))) return;
      const text = chart.line.texts[row.text[i]], why = `[${labelOf(row, i)}${text ? ': ' + text : ''}]`, open = openAt(lane, row.start[i]);
      add(wakers ? [`woken by ${waker.title}`, ...openAt(waker, row.end[i]), lane.title, why] : [lane.title, ...open, why], inside);
    });
  }
};

const allocationPaths = (from, to, add) => {
  const { nodes, names } = data.allocation, paths = [], rest = nodes.map(([, , amount]) => amount);
  nodes.forEach(([parent, name, amount], index) => {
    paths.push(index ? [...paths[parent], names[name]] : []);
    if (index) rest[parent] -= amount;
  });
  rest.forEach((amount, index) => { if (amount > 0) add(paths[index], amount); });
};

const flameKinds = () => {
  const line = chart.line || { lanes: [], samples: { count: 0 } }, kinds = [];
  const deep = line.lanes.some(lane => lane.slices.some(Boolean)), states = line.lanes.some(lane => lane.states);
  if (line.samples.count)
    kinds.push({ id: 'cpu', title: 'CPU: samples', unit: '', root: 'all samples', paths: samplePaths, say: time,
      note: 'From sampled stacks: a box is as wide as the time that the samples stand for which found its frame on the stack there. Words in brackets are what the kernel did.' });
  if (deep)
    kinds.push({ id: 'wall', title: 'wall: traced calls', unit: '', root: 'all traced calls', paths: slicePaths, say: time,
      note: 'From traced calls and what the kernel logged of itself: elapsed time, waiting included, of several threads together.' });
  if (states) {
    kinds.push({ id: 'off', title: 'off-CPU: why threads did not run', unit: '', root: 'all threads', paths: (from, to, add) => awayPaths(from, to, add, false), say: time,
      note: 'The time in which threads did not run, under the traced calls that they were in, by what they waited for.' });
    if (line.wakes.count)
      kinds.push({ id: 'wakers', title: 'wakers: who ended the waiting', unit: '', root: 'all that was waited for', paths: (from, to, add) => awayPaths(from, to, add, true), say: time,
        note: 'The time that threads waited until another one woke them, under the thread that did, and what it was in.' });
  }
  if (data.allocation)
    kinds.push({ id: 'allocation', title: 'allocation: bytes', unit: '', root: 'all counted', paths: allocationPaths, say: bytes, whole: true,
      note: 'Bytes that were allocated, under the stacks or methods that did; the innermost box is the class.' + (data.allocation.cut ? ' There are too many distinct stacks: the deepest calls of some stay with their callers.' : '') });
  return kinds;
};

// ---- The tree of them

// [parent, name, amount], parents before children; what is below 0.05 % of the whole is left out.
const flameTree = (kind, inverted) => {
  const root = { children: new Map(), amount: 0 };
  const [from, to] = range();
  kind.paths(from, to, (path, amount) => {
    let at = root;
    root.amount += amount;
    for (const name of inverted ? path.slice().reverse() : path) {
      let next = at.children.get(name);
      if (!next) at.children.set(name, next = { children: new Map(), amount: 0 });
      next.amount += amount;
      at = next;
    }
  });
  const list = [[-1, kind.root, root.amount]];
  const walk = (of, index) => {
    for (const [name, child] of [...of.children].sort((a, b) => inverted ? b[1].amount - a[1].amount : a[0] < b[0] ? -1 : 1)) {
      if (child.amount < root.amount * .0005) continue;
      list.push([index, name, child.amount]);
      walk(child, list.length - 1);
    }
  };
  walk(root, 0);
  return list;
};

const flames = () => {
  const choice = $('flame-kind');
  if (!choice) return null;
  const kinds = flameKinds();
  if (!kinds.length) {
    $('flame').remove();
    return null;
  }
  let list = [], children = [], inverted = false, kind = kinds[0];
  choice.append(...kinds.map(({ id, title }) => node('option', { value: id }, title)));
  const self = index => list[index][2] - children[index].reduce((sum, child) => sum + list[child][2], 0);
  const picture = diagram({
    svg: 'flame-boxes', path: 'flame-path', reset: 'flame-reset', parent: index => list[index][0], name: index => list[index][1], size: index => list[index][2],
    axis: amount => kind.say(amount), children: index => children[index], pale: () => false,
    describe: index => `${list[index][1]}\n${kind.say(list[index][2])} ${kind.unit}, ${part(list[index][2], list[0][2])}; ${kind.say(self(index))} of them not in boxes below`,
  });
  const make = () => {
    list = flameTree(kind, inverted);
    children = list.map(() => []);
    list.forEach(([parent], index) => { if (index) children[parent].push(index); });
    $('flame-note').textContent = kind.note + ' Boxes below 0.05 % are left out.' + (kind.whole ? ' Of the whole run.' : chart.selection ? ' Of the selected range.' : '');
    picture.whole();
  };
  choice.addEventListener('change', () => { kind = kinds.find(({ id }) => id === choice.value); make(); });
  press($('flame-reset'), picture.whole);
  press($('flame-inverted'), () => {
    inverted = !inverted;
    $('flame-inverted').setAttribute('aria-pressed', inverted);
    make();
  });
  make();
  followers.push(make);
  return picture;
};
