// Part 7: the tables. What has a time follows the selected range: samples, traced calls, threads' states, events.
// Timing rows are sums over the whole run, and say so.

const WHOLE_RUN = 'Timing figures are of the whole run: rows of the timing have no time.';
const cells = (body, rows) => body.replaceChildren(...rows.map(row => node('tr', {}, ...row)));
const figure = (value, error) => node('td', {}, time(value), ' ', node('small', {}, '±' + time(error)));
const nameCell = text => node('td', { class: 'name' }, text);

const ledger = () => {
  const whole = data.elapsed, bar = $('ledger-bar'), body = $('ledger-rows');
  data.ledger.forEach(([name, ns, error], index) => {
    if (!ns && name !== 'unobserved') return;
    const paint = `hsl(${(index * 47 + 25) % 360} 52% 62%)`;
    if (ns > 0) {
      const block = node('span', { style: `flex:${ns} 0 0;background:${paint}` });
      hover(block, () => `${name}\n${within(ns, error)}, ${part(ns, whole)}`);
      bar.append(block);
    }
    body.append(node('tr', {}, node('td', { class: 'name' }, node('i', { class: 'swatch', style: `background:${paint}` }), name), figure(ns, error), node('td', {}, part(ns, whole))));
  });
  body.append(node('tr', {}, nameCell('total'), node('td', {}, between(data.ledgerTotal)), node('td', {}, part(data.ledgerTotal, whole))));
};

// ---- Methods

const SORTS = { elapsed: ELAPSED, self: SELF, cpu: CPU, 'cpu-self': CPU_SELF, count: COUNT, samples: SAMPLES, name: LABEL };
const columns = [['Count', COUNT], ['Elapsed incl', ELAPSED, ELAPSED_ERROR], ['Elapsed excl', SELF, ELAPSED_SELF_ERROR], ['CPU incl', CPU, ERROR], ['CPU excl', CPU_SELF, SELF_ERROR]];
if (data.sampled) columns.push(['Samples', SAMPLES]);
columns.push(['Method', LABEL]);
let sortBy = data.sort in SORTS ? SORTS[data.sort] : -1, ascending = sortBy === LABEL; // -1: as they come
let sampled = null; // samples by method's name in the selected range; null: nothing is selected

const countSamples = () => {
  sampled = null;
  if (!chart.selection) return;
  const { samples, frames, frameLabels } = chart.line, [from, to] = range();
  sampled = new Map();
  for (let i = above(samples.at, from - 1e-6); i < samples.count && samples.at[i] <= to; i++) {
    let frame = samples.other[i];
    // what a kernel's state hides is the method below it
    while (frame && frameLabels[frame].startsWith('[')) frame = frames[frame][0];
    if (frame) sampled.set(frameLabels[frame], (sampled.get(frameLabels[frame]) || 0) + samples.weight[i]);
  }
};
const samplesOf = method => sampled ? sampled.get(method[LABEL]) || 0 : method[SAMPLES];
const valueOf = (method, column) => column === SAMPLES ? samplesOf(method) : method[column];

// How long a method's calls took: a bar for each eighth of a doubling of the duration, as high as the number of its
// calls. What lies far beyond the others stays at its place; `pairs`: bucket, count.
const durationsOf = pairs => {
  const WIDE = 4, HIGH = 60, seen = [], start = bucket => data.buckets[bucket];
  for (let i = 0; i < pairs.length; i += 2) seen.push([pairs[i], pairs[i + 1]]);
  const first = seen[0][0], last = seen[seen.length - 1][0], top = Math.max(...seen.map(([, count]) => count)), wide = Math.max((last - first + 1) * WIDE, 160);
  const words = ([bucket, count]) => `${time(start(bucket))} to ${time(start(bucket + 1))}: ${number(count)} calls`;
  const svg = shape('svg', { class: 'durations', width: wide, height: HIGH + 16, role: 'img', 'aria-label': 'durations: ' + seen.map(words).join(', ') });
  for (const one of seen) {
    const high = Math.max(1.5, one[1] / top * HIGH), bar = shape('rect', { x: (one[0] - first) * WIDE, y: HIGH - high, width: WIDE - 1, height: high });
    const back = shape('rect', { class: 'back', x: (one[0] - first) * WIDE, y: 0, width: WIDE - 1, height: HIGH });
    for (const part of [back, bar]) hover(part, () => words(one)), svg.append(part);
  }
  const least = shape('text', { x: 0, y: HIGH + 13 }), most = shape('text', { x: wide, y: HIGH + 13, 'text-anchor': 'end' });
  least.textContent = time(start(first)), most.textContent = time(start(last + 1));
  svg.append(least, most);
  return svg;
};

const methodDetails = index => {
  const method = methods[index], cell = node('td', { colspan: columns.length });
  const nameAt = at => at < 0 ? data.roots[-1 - at] : methods[at][LABEL];
  const list = (title, edges, other) => {
    if (!edges.length) return;
    cell.append(node('div', {}, node('b', {}, title)));
    edges.sort((a, b) => b[3] - a[3]).slice(0, 30).forEach(edge => cell.append(node('div', {}, `${within(edge[3], edge[4])} · ${number(edge[2])} × · ${other(edge)}`)));
  };
  if (method[CALLS]) {
    const [least, median, p99, most] = method[CALLS].map(([ns, error]) => within(ns, error));
    cell.append(node('div', {}, `one call: min ${least} · median ${median} · 99 % below ${p99} · max ${most}`));
  }
  if (method[DURATIONS].length > 2) cell.append(durationsOf(method[DURATIONS]));
  if (method[EXCEPTIONS]) cell.append(node('div', {}, `${number(method[EXCEPTIONS])} calls ended by an exception`));
  if (method[OPEN]) cell.append(node('div', {}, `${method[OPEN]} activations were open when the recording ended`));
  list('called from', data.edges.filter(edge => edge[1] === index), edge => nameAt(edge[0]));
  list('calls', data.edges.filter(edge => edge[0] === index), edge => nameAt(edge[1]));
  return node('tr', { class: 'detail' }, cell);
};

const methodRow = index => {
  const method = methods[index], row = node('tr', { class: 'method' });
  for (const [, column, error] of columns) {
    if (column === LABEL) row.append(nameCell(method[LABEL] + (method[OPEN] ? '  [open]' : '')));
    else if (error === undefined) row.append(node('td', {}, number(valueOf(method, column))));
    else row.append(figure(method[column], method[error]));
  }
  press(row, () => {
    if (row.nextSibling && row.nextSibling.className === 'detail') row.nextSibling.remove();
    else row.after(methodDetails(index));
  });
  return row;
};

const drawMethods = () => {
  const order = (data.chosen || methods.map((_, index) => index)).filter(index => !words || matches(methods[index][LABEL]));
  order.sort((a, b) => {
    const x = sortBy < 0 ? 0 : valueOf(methods[a], sortBy), y = sortBy < 0 ? 0 : valueOf(methods[b], sortBy);
    return (x < y ? -1 : x > y ? 1 : 0) * (ascending ? 1 : -1) || a - b;
  });
  const shown = order.slice(0, 2000);
  $('method-rows').replaceChildren(...shown.map(methodRow));
  $('method-count').textContent = `${order.length} of ${methods.length} methods` + (shown.length < order.length ? `, the first ${shown.length} shown` : '');
  $('method-note').textContent = sampled ? (data.sampled ? 'Samples are of the selected range. ' : '') + WHOLE_RUN : '';
  document.querySelectorAll('#method-head th').forEach((head, at) => {
    if (columns[at][1] === sortBy) head.setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
    else head.removeAttribute('aria-sort');
  });
};

const headMethods = () => columns.forEach(([title, column]) => {
  const head = node('th', column === LABEL ? { class: 'name' } : {}, title);
  press(head, () => {
    ascending = sortBy === column ? !ascending : column === LABEL;
    sortBy = column;
    drawMethods();
  });
  $('method-head').append(head);
});

// ---- Packages: the first five by each figure

const packages = () => {
  const choice = $('package'), timed = methods.filter(method => method[COUNT] && method[LABEL][0] !== '(');
  if (!choice) return;
  const nameOf = method => packageOf(method[LABEL]).split('.').slice(0, -1).join('.');
  const isIn = (method, name) => { const own = nameOf(method); return own === name || own.startsWith(name + '.') && name; };
  const sums = new Map();
  for (const method of timed) sums.set(nameOf(method), (sums.get(nameOf(method)) || 0) + method[CPU_SELF]); // elapsed would show first those that wait
  if (data.package && !sums.has(data.package)) sums.set(data.package, 0);
  const names = [...sums.keys()].sort((a, b) => sums.get(b) - sums.get(a) || (a < b ? -1 : 1));
  choice.append(...names.map(name => node('option', { value: name }, name || '(no package)')));
  const draw = () => {
    const own = timed.filter(method => isIn(method, choice.value)), sum = column => own.reduce((all, method) => all + method[column], 0);
    $('package-sum').textContent = `${own.length} timed methods, ${number(sum(COUNT))} calls; their own time: elapsed ${within(sum(SELF), sum(ELAPSED_SELF_ERROR))}, ` +
      `CPU ${within(sum(CPU_SELF), sum(SELF_ERROR))}, ${part(sum(SELF), data.elapsed)} of the run's` + (sum(SELF) > data.elapsed ? ', in several threads at once' : '');
    $('package-tables').replaceChildren(...columns.filter(([, column]) => column >= COUNT && column <= CPU_SELF).map(([title, column, error]) => {
      const first = own.slice().sort((a, b) => b[column] - a[column]).slice(0, 5), body = node('tbody', {});
      cells(body, first.map(method => [error === undefined ? node('td', {}, number(method[column])) : figure(method[column], method[error]), nameCell(method[LABEL])]));
      return node('table', {}, node('thead', {}, node('tr', {}, node('th', {}, title), node('th', { class: 'name' }, 'Method'))), body);
    }));
  };
  if (data.package) choice.value = data.package;
  choice.addEventListener('change', draw);
  if (names.length) draw();
};

// ---- Timing and sampling: what each says that methods took themselves

const witnesses = () => {
  const both = data.witnesses;
  if (!both) return;
  $('witnesses').hidden = false;
  $('witness-sum').textContent = `what timing and sampling say that methods took themselves (CPU) agrees within their errors for ${both.agreeing} of ${both.tested} methods; ${both.short} more took too little time to tell` +
    (both.agreeing < both.tested ? '; where they disagree, timing may distort what it measures' : '');
  $('witness-rows').append(...both.rows.map(([label, timed, timedError, counted, countedError, count, agrees]) => node('tr', agrees ? {} : { class: 'bad' },
    figure(timed, timedError), figure(counted, countedError), node('td', {}, number(count)), nameCell(label + (agrees ? '' : ' — disagrees')))));
};

// ---- Slices: by name, in the range

const BAR = 14; // height of a histogram's bars, one for each doubling of the duration
const histogram = (counts, least, most) => {
  const used = [...counts.keys()].filter(i => counts[i]), top = Math.max(...used.map(i => counts[i]));
  const svg = shape('svg', { width: (most - least + 1) * 7, height: BAR, role: 'img', 'aria-label': 'durations: ' + used.map(i => `${number(counts[i])} from ${time(2 ** i)}`).join(', ') });
  for (const i of used) {
    const high = Math.max(1.5, counts[i] / top * BAR);
    svg.append(shape('rect', { x: (i - least) * 7, y: BAR - high, width: 6, height: high }));
  }
  hover(svg, () => used.map(i => `${time(2 ** i)} to ${time(2 ** (i + 1))}: ${number(counts[i])}`).join('\n'));
  return svg;
};

const collectSlices = (from, to) => {
  const sums = new Map();
  for (const lane of chart.line.lanes)
    lane.slices.forEach((row, depth) => row && eachIn(row, from, to, (i, inside) => {
      let sum = sums.get(row.name[i]);
      if (!sum) sums.set(row.name[i], sum = { count: 0, total: 0, own: 0, pieces: 0, most: 0, counts: [] });
      const below = lane.slices[depth + 1], length = row.end[i] - row.start[i], bucket = Math.max(0, Math.floor(Math.log2(Math.max(1, length))));
      const start = Math.max(from, row.start[i]), end = Math.min(to, row.end[i]);
      sum.count += row.more[i] + 1;
      sum.total += inside;
      sum.own += inside - (below ? busyIn(below, start, end) : 0);
      sum.pieces += row.more[i] + 1 + (below ? countIn(below, start, end) : 0);
      if (row.more[i]) return;
      sum.most = Math.max(sum.most, length);
      sum.counts[bucket] = (sum.counts[bucket] || 0) + 1;
    }));
  return sums;
};

const drawSlices = () => {
  if (!chart.line || !$('slice-rows')) return;
  const [from, to] = range(), { line } = chart, merged = line.width > 0;
  const sums = collectSlices(from, to);
  if (merged) // what was merged has one name for several: numbers and times come from the tallies
    for (const [name, sum] of sums) {
      const [count, busy] = tallyIn(line, name, from, to);
      if (count || busy) Object.assign(sum, { count, total: busy, own: null });
    }
  const list = [...sums].filter(([name]) => !words || matches(line.labels[name])).sort((a, b) => b[1].total - a[1].total);
  $('slice-count').textContent = `${list.length} names` + (chart.selection ? ' in the selected range' : '') + (merged ? '; neighbours were merged: numbers are right to a part in ' + line.parts + ' of the run' : '');
  const buckets = list.flatMap(([, sum]) => [...sum.counts.keys()].filter(i => sum.counts[i])), least = Math.min(...buckets), most = Math.max(...buckets);
  cells($('slice-rows'), list.slice(0, 500).map(([name, sum]) => [node('td', {}, number(sum.count)), node('td', {}, between(sum.total, sum.count)), node('td', {}, sum.own === null ? '' : between(sum.own, sum.pieces)),
    node('td', {}, sum.count >= 1 ? between(sum.total / sum.count) : ''), node('td', {}, sum.most ? between(sum.most) : ''), node('td', { class: 'bars' }, sum.counts.length ? histogram(sum.counts, least, most) : ''),
    nameCell(line.labels[name])]));
  $('slices').hidden = !sums.size && !chart.selection;
};

// ---- Threads and events

const threadsOfRun = () => data.threads.slice().sort((a, b) => b[1] - a[1]).map(([name, ran, own, preempted, waited, switches, samples, allocated, reasons, ...errors]) =>
  [...[ran, own, preempted, waited].map((ns, i) => within(ns, errors[i])), number(switches), number(samples), bytes(allocated), name, reasons]);

const threadsInRange = () => {
  const { line } = chart, [from, to] = range(), counts = new Map();
  for (let i = above(line.samples.at, from - 1e-6); i < line.samples.count && line.samples.at[i] <= to; i++)
    counts.set(line.samples.thread[i], (counts.get(line.samples.thread[i]) || 0) + line.samples.weight[i]);
  return line.lanes.filter(lane => lane.id).map(lane => {
    let ran = 0, ready = 0, waited = 0, turns = 0, queued = 0, waits = 0;
    const reasons = new Map();
    if (lane.states) eachIn(lane.states, from, to, (i, inside) => {
      const state = line.names[lane.states.name[i]][1];
      if (state === STATE_RUNNING) ran += inside, turns += lane.states.more[i] + 1;
      else if (state === STATE_READY) ready += inside, queued += lane.states.more[i] + 1;
      else {
        waited += inside, waits += lane.states.more[i] + 1;
        reasons.set(labelOf(lane.states, i), (reasons.get(labelOf(lane.states, i)) || 0) + inside);
      }
    });
    const why = [...reasons].sort((a, b) => b[1] - a[1]).map(([state, ns]) => `${state} ${(ns / 1e6).toFixed(3)}`).join(', ');
    return { ran, cells: [lane.states ? between(ran, turns) : '', '', lane.states ? between(ready, queued) : '', lane.states ? between(waited, waits) : '', lane.states ? number(turns) : '', number(counts.get(lane.index) || 0), '', lane.title, why] };
  }).sort((a, b) => b.ran - a.ran).map(one => one.cells);
};

const drawThreads = () => {
  const rows = chart.selection ? threadsInRange() : threadsOfRun();
  cells($('thread-rows'), rows.map(row => row.map((text, i) => node('td', i > 6 ? { class: 'name' } : {}, text))));
  $('thread-note').textContent = chart.selection ? 'Of the selected range, from the switch events: ready is apart from waiting. What is empty has no time in the recording.' : '';
};

const drawEvents = () => {
  if (!chart.selection) return cells($('event-rows'), data.events.map(([name, count]) => [nameCell(name), node('td', {}, number(count))]));
  const { line } = chart, [from, to] = range(), list = [];
  line.names.forEach(([category, , tallied], name) => {
    if (category !== CATEGORY_EVENT || !tallied) return;
    const [count, , exact] = tallyIn(line, name, from, to);
    if (count >= .5) list.push([nameCell(line.labels[name]), node('td', {}, (exact ? '' : 'about ') + number(count))]);
  });
  cells($('event-rows'), list);
};

// ---- Source: samples and times beside the lines

// What each line of a file has: samples that found it running, and those that found it anywhere on the stack, once
// each.
const sampleLines = file => {
  const { line } = chart, lines = new Map(), [from, to] = range(), at = number => lines.get(number) || lines.set(number, { self: 0, all: 0 }).get(number);
  if (!line) return lines;
  const weights = new Map();
  for (let i = above(line.samples.at, from - 1e-6); i < line.samples.count && line.samples.at[i] <= to; i++)
    weights.set(line.samples.other[i], (weights.get(line.samples.other[i]) || 0) + line.samples.weight[i]);
  for (const [leaf, weight] of weights) {
    const seen = new Set();
    for (let frame = leaf, first = true; frame; frame = line.frames[frame][0]) {
      const [name, number] = line.spots[line.frames[frame][1]];
      if (line.names[name][4] === file && number) {
        if (first) at(number).self += weight;
        if (!seen.has(number)) at(number).all += weight;
        seen.add(number);
      }
      if (!line.frameLabels[frame].startsWith('[')) first = false;
    }
  }
  return lines;
};

const drawSource = () => {
  if (!$('source-file')) return;
  const file = Number($('source-file').value), samples = sampleLines(file), starts = new Map();
  for (const [index, of, number] of data.methodLines) if (of === file && methods[index][COUNT]) starts.set(number, [...(starts.get(number) || []), methods[index]]);
  const most = Math.max(1, ...[...samples.values()].map(one => one.all)), sum = (list, column) => list.reduce((all, method) => all + method[column], 0);
  const text = data.sources[file - 1][1].replace(/\n$/, '').split('\n');
  $('source-rows').replaceChildren(...text.map((words, i) => {
    const one = samples.get(i + 1), started = starts.get(i + 1), times = started ? [number(sum(started, COUNT)), within(sum(started, ELAPSED), sum(started, ELAPSED_ERROR)), within(sum(started, SELF), sum(started, ELAPSED_SELF_ERROR))] : ['', '', ''];
    const shade = one ? `background: color-mix(in srgb, var(--mark) ${Math.round(6 + 34 * one.all / most)}%, transparent)` : '';
    return node('tr', {}, node('td', {}, one && one.self ? number(one.self) : ''), node('td', {}, one ? number(one.all) : ''), ...times.map(value => node('td', {}, value)),
      node('td', { class: 'line' }, String(i + 1)), node('td', { class: 'name code', style: shade }, words));
  }));
  const all = [...samples.values()].reduce((total, one) => total + one.self, 0);
  $('source-sum').textContent = `${number(all)} samples found a line of it running` + (data.sourcesLeftOut ? `; ${data.sourcesLeftOut} files found no room in the page` : '');
};

const sources = () => {
  if (!$('source-file')) return;
  const totals = data.sources.map((_, i) => [...sampleLines(i + 1).values()].reduce((sum, one) => sum + one.all, 0));
  const order = data.sources.map((_, i) => i).sort((a, b) => totals[b] - totals[a] || (data.sources[a][0] < data.sources[b][0] ? -1 : 1));
  $('source-file').append(...order.map(i => node('option', { value: i + 1 }, data.sources[i][0])));
  $('source-file').addEventListener('change', drawSource);
};
