// The report's page: draws what the element #data holds. Times are nanoseconds. No library, no network.
'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const $ = id => document.getElementById(id);
  const methods = data.methods;  // [label, count, elapsed, self, cpu, cpu self, error, self error, samples, open, min, p50, p99, max, exceptions]
  const LABEL = 0, COUNT = 1, ELAPSED = 2, SELF = 3, CPU = 4, CPU_SELF = 5, ERROR = 6, SELF_ERROR = 7, SAMPLES = 8, OPEN = 9;

  // ---- Words
  const node = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    element.append(...children);
    return element;
  };
  const shape = (name, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    return element;
  };
  const time = ns => {
    const size = Math.abs(ns);
    if (size >= 1e9) return (ns / 1e9).toFixed(3) + ' s';
    if (size >= 1e6) return (ns / 1e6).toFixed(3) + ' ms';
    if (size >= 1e3) return (ns / 1e3).toFixed(3) + ' µs';
    return Math.round(ns) + ' ns';
  };
  const part = (value, whole) => whole > 0 ? (100 * value / whole).toFixed(2) + ' %' : '';
  const hue = text => {
    let hash = 7;
    for (const c of text) hash = (hash * 31 + c.charCodeAt(0)) | 0;
    return ((hash >>> 3) % 300 + 20) % 360;
  };
  const packageOf = label => label.split('(')[0].split('.').slice(0, -1).join('.');
  const color = label => `hsl(${hue(packageOf(label))} 58% ${68 + hue(label) % 14}%)`;

  // ---- Hover
  const tip = $('tip');
  const hover = (element, words) => {
    element.addEventListener('pointermove', event => {
      tip.textContent = words();
      tip.hidden = false;
      const box = tip.getBoundingClientRect();
      tip.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - box.width - 8)) + 'px';
      tip.style.top = (event.clientY + 18 + box.height > innerHeight ? event.clientY - box.height - 10 : event.clientY + 18) + 'px';
    });
    element.addEventListener('pointerleave', () => { tip.hidden = true; });
  };

  // ---- Ledger
  const ledger = () => {
    const whole = data.elapsed, bar = $('ledger-bar'), body = $('ledger-rows');
    data.ledger.forEach(([name, ns], index) => {
      if (!ns && name !== 'unobserved') return;
      const paint = `hsl(${(index * 47 + 25) % 360} 52% 62%)`;
      if (ns > 0) {
        const block = node('span', { style: `flex:${ns} 0 0;background:${paint}` });
        hover(block, () => `${name}\n${time(ns)}, ${part(ns, whole)}`);
        bar.append(block);
      }
      body.append(node('tr', {}, node('td', { class: 'name' }, node('i', { class: 'swatch', style: `background:${paint}` }), name),
        node('td', {}, time(ns)), node('td', {}, part(ns, whole))));
    });
    body.append(node('tr', {}, node('td', { class: 'name' }, 'total'), node('td', {}, time(data.ledgerTotal)), node('td', {}, part(data.ledgerTotal, whole))));
  };

  // ---- Diagrams of nested boxes. `tree` has what a box is: its children (numbers), parent, name, width, what hovering says; and where it is drawn
  const ROW = 23;
  let words = '';
  const matches = label => words && label.toLowerCase().includes(words);
  const diagram = tree => {
    let zoomed = 0;
    const pathOf = index => { const path = []; for (let at = index; at > 0; at = tree.parent(at)) path.unshift(tree.name(at)); return path; };
    const draw = () => {
      const svg = $(tree.svg), width = svg.clientWidth || 1200;
      svg.replaceChildren();
      let depthMax = 0;
      const above = [];
      for (let at = tree.parent(zoomed); at >= 0; at = tree.parent(at)) above.unshift(at);
      const put = (index, x, w, depth) => {
        const group = shape('g', {}), label = tree.name(index);
        depthMax = Math.max(depthMax, depth);
        group.append(shape('rect', { x, y: depth * ROW, width: Math.max(w, .3), height: ROW, rx: 2, fill: index ? color(label) : '#d9d2c5', 'fill-opacity': tree.pale(index) ? .5 : 1 }));
        if (w > 34) {
          const text = shape('text', { x: x + 4, y: depth * ROW + 15 });
          const short = label.split('(')[0].split('.').slice(-2).join('.');
          const room = Math.floor((w - 8) / 6.3);
          text.textContent = label.length <= room ? label : short.length <= room ? short : room > 3 ? short.slice(0, room - 1) + '…' : '';
          group.append(text);
        }
        if (words) group.classList.add(matches(label) ? 'hit' : 'dim');
        hover(group, () => tree.describe(index));
        group.addEventListener('click', () => { zoomed = index; draw(); });
        svg.append(group);
      };
      above.forEach((index, depth) => put(index, 0, width, depth));
      const walk = (index, x, w, depth) => {
        put(index, x, w, depth);
        const scale = tree.size(index) > 0 ? w / tree.size(index) : 0;
        let at = x;
        for (const child of tree.children(index)) {
          const wide = tree.size(child) * scale;
          if (wide >= .4) walk(child, at, wide, depth + 1);
          at += wide;
        }
      };
      walk(zoomed, 0, width, above.length);
      const height = (depthMax + 1) * ROW, span = tree.size(zoomed);
      for (let i = 0; i <= 4; i++) {
        const text = shape('text', { class: 'axis', x: i * width / 4, y: height + 14, 'text-anchor': ['start', 'middle', 'middle', 'middle', 'end'][i] });
        text.textContent = tree.axis(span * i / 4);
        svg.append(text);
      }
      svg.setAttribute('viewBox', `0 0 ${width} ${height + 20}`);
      svg.setAttribute('height', height + 20);
      $(tree.path).textContent = pathOf(zoomed).join(' › ') || 'click a box to zoom in';
      $(tree.reset).disabled = !zoomed;
    };
    const whole = () => { zoomed = 0; draw(); };
    $(tree.reset).addEventListener('click', whole);
    return { draw, whole };
  };

  // ---- Time diagram: a box is a call path, as wide as its time
  const boxes = data.boxes;  // [method, first child, children, elapsed, cpu, calls, recursive]
  const parents = new Int32Array(boxes.length).fill(-1);
  boxes.forEach((box, index) => { for (let i = 0; i < box[2]; i++) parents[box[1] + i] = index; });
  let metric = 3;
  const nameOf = index => index ? methods[boxes[index][0]][LABEL] : 'everything timed';
  const describeBox = index => {
    const box = boxes[index], whole = boxes[0][metric];
    let inside = 0;
    for (let i = 0; i < box[2]; i++) inside += boxes[box[1] + i][metric];
    const text = [nameOf(index), `${time(box[metric])}, ${part(box[metric], whole)} of what was timed; self ${time(box[metric] - inside)}`];
    if (index) text.push(`about ${Math.round(box[5]).toLocaleString()} calls on this path`);
    if (box[6]) text.push('recursive: its time is in the box of the same name above');
    return text.join('\n');
  };
  const diagrams = [];
  if (boxes.length > 1)
    diagrams.push(diagram({
      svg: 'boxes', path: 'path', reset: 'box-reset', parent: index => parents[index], name: nameOf, size: index => boxes[index][metric], axis: time,
      children: index => Array.from({ length: boxes[index][2] }, (_, i) => boxes[index][1] + i), pale: index => boxes[index][6], describe: describeBox,
    }));

  // ---- Flame graph: the same of sampled stacks
  const flame = data.flame;  // [parent, name, samples]
  if (flame.length) {
    const children = flame.map(() => []), count = at => Math.round(at).toLocaleString();
    flame.forEach(([parent], index) => { if (index) children[parent].push(index); });
    children.forEach(list => list.sort((a, b) => flame[a][1] < flame[b][1] ? -1 : 1));
    const self = index => flame[index][2] - children[index].reduce((sum, child) => sum + flame[child][2], 0);
    diagrams.push(diagram({
      svg: 'flame-boxes', path: 'flame-path', reset: 'flame-reset', parent: index => index ? flame[index][0] : -1, name: index => flame[index][1], size: index => flame[index][2],
      axis: count, children: index => children[index], pale: () => false,
      describe: index => `${flame[index][1]}\n${count(flame[index][2])} samples, ${part(flame[index][2], flame[0][2])}; ${count(self(index))} of them not in boxes below`,
    }));
  }
  const drawDiagrams = () => diagrams.forEach(one => one.draw());

  // ---- Methods
  const columns = [['Count', COUNT], ['Elapsed incl', ELAPSED, ERROR], ['Elapsed excl', SELF, SELF_ERROR], ['CPU incl', CPU, ERROR], ['CPU excl', CPU_SELF, SELF_ERROR]];
  if (data.sampled) columns.push(['Samples', SAMPLES]);
  columns.push(['Method', LABEL]);
  const sorts = { elapsed: ELAPSED, self: SELF, cpu: CPU, 'cpu-self': CPU_SELF, count: COUNT, samples: SAMPLES, name: LABEL };
  let sortBy = data.sort in sorts ? sorts[data.sort] : -1, ascending = sortBy === LABEL;  // -1: as they come

  const details = index => {
    const method = methods[index], cell = node('td', { colspan: columns.length });
    const list = (title, edges, other) => {
      if (!edges.length) return;
      cell.append(node('div', {}, node('b', {}, title)));
      edges.sort((a, b) => b[3] - a[3]).slice(0, 30).forEach(edge => cell.append(node('div', {}, `${time(edge[3])} · ${edge[2].toLocaleString()} × · ${other(edge)}`)));
    };
    const nameAt = at => at < 0 ? data.roots[-1 - at] : methods[at][LABEL];
    if (method[10] !== null) cell.append(node('div', {}, `one call: min ${time(method[10])} · median about ${time(method[11])} · 99 % below about ${time(method[12])} · max ${time(method[13])}`));
    if (method[14]) cell.append(node('div', {}, `${method[14].toLocaleString()} calls ended by an exception`));
    if (method[OPEN]) cell.append(node('div', {}, `${method[OPEN]} activations were open when the recording ended`));
    list('called from', data.edges.filter(edge => edge[1] === index), edge => nameAt(edge[0]));
    list('calls', data.edges.filter(edge => edge[0] === index), edge => nameAt(edge[1]));
    return node('tr', { class: 'detail' }, cell);
  };

  const drawMethods = () => {
    const order = (data.chosen || methods.map((_, index) => index)).filter(index => !words || matches(methods[index][LABEL]));
    order.sort((a, b) => {
      const x = sortBy < 0 ? 0 : methods[a][sortBy], y = sortBy < 0 ? 0 : methods[b][sortBy];
      return (x < y ? -1 : x > y ? 1 : 0) * (ascending ? 1 : -1) || a - b;
    });
    const body = $('method-rows'), shown = order.slice(0, 2000);
    body.replaceChildren(...shown.map(index => {
      const method = methods[index], row = node('tr', { class: 'method' });
      for (const [, column, error] of columns) {
        if (column === LABEL) row.append(node('td', { class: 'name' }, method[LABEL] + (method[OPEN] ? '  [open]' : '')));
        else if (error === undefined) row.append(node('td', {}, method[column].toLocaleString()));
        else row.append(node('td', {}, time(method[column]), ' ', node('small', {}, '±' + time(method[error]))));
      }
      row.addEventListener('click', () => {
        if (row.nextSibling && row.nextSibling.className === 'detail') row.nextSibling.remove();
        else row.after(details(index));
      });
      return row;
    }));
    $('method-count').textContent = `${order.length} of ${methods.length} methods` + (shown.length < order.length ? `, the first ${shown.length} shown` : '');
    document.querySelectorAll('#method-head th').forEach((head, at) => {
      if (columns[at][1] === sortBy) head.setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
      else head.removeAttribute('aria-sort');
    });
  };

  const headMethods = () => columns.forEach(([title, column]) => {
    const head = node('th', column === LABEL ? { class: 'name' } : {}, title);
    head.addEventListener('click', () => {
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
    for (const method of timed) sums.set(nameOf(method), (sums.get(nameOf(method)) || 0) + method[CPU_SELF]);  // elapsed would show first who waits
    if (data.package && !sums.has(data.package)) sums.set(data.package, 0);
    const names = [...sums.keys()].sort((a, b) => sums.get(b) - sums.get(a) || (a < b ? -1 : 1));
    choice.append(...names.map(name => node('option', { value: name }, name || '(no package)')));
    const draw = () => {
      const own = timed.filter(method => isIn(method, choice.value)), sum = column => own.reduce((all, method) => all + method[column], 0);
      $('package-sum').textContent = `${own.length} timed methods, ${sum(COUNT).toLocaleString()} calls; their own time: elapsed ${time(sum(SELF))} ±${time(sum(SELF_ERROR))}, ` +
        `CPU ${time(sum(CPU_SELF))} ±${time(sum(SELF_ERROR))}, ${part(sum(SELF), data.elapsed)} of the run's`;
      $('package-tables').replaceChildren(...columns.filter(([, column]) => column >= COUNT && column <= CPU_SELF).map(([title, column, error]) => {
        const first = own.slice().sort((a, b) => b[column] - a[column]).slice(0, 5), body = node('tbody', {});
        for (const method of first) {
          const value = error === undefined ? [method[column].toLocaleString()] : [time(method[column]), ' ', node('small', {}, '±' + time(method[error]))];
          body.append(node('tr', {}, node('td', {}, ...value), node('td', { class: 'name' }, method[LABEL])));
        }
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
    $('witness-sum').textContent = `what timing and sampling say that methods took themselves (CPU) agrees within their errors for ${both.agreeing} of ${both.methods} methods` +
      (both.agreeing < both.methods ? '; where not, the instrument bends what it measures' : '');
    const figure = (value, error) => node('td', {}, time(value), ' ', node('small', {}, '±' + time(error)));
    $('witness-rows').append(...both.rows.map(([label, timed, timedError, sampled, sampledError, samples, agrees]) => node('tr', agrees ? {} : { class: 'bad' },
      figure(timed, timedError), figure(sampled, sampledError), node('td', {}, samples.toLocaleString()), node('td', { class: 'name' }, label + (agrees ? '' : ' — disagrees')))));
  };

  // ---- Call graph: Graphviz laid it out; wheel and drag move the view
  const graph = () => {
    const holder = $('graph'), svg = holder && holder.querySelector('svg');
    if (!svg) return;
    const full = (svg.getAttribute('viewBox') || '0 0 800 600').split(/[ ,]+/).map(Number);
    svg.removeAttribute('width');
    svg.removeAttribute('height');
    let view = full.slice();
    const show = () => svg.setAttribute('viewBox', view.join(' '));
    const zoom = (factor, x, y) => {
      const width = Math.min(full[2] * 4, Math.max(full[2] / 60, view[2] * factor)), real = width / view[2];
      view = [x - (x - view[0]) * real, y - (y - view[1]) * real, width, view[3] * real];
      show();
    };
    const at = event => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      return [point.x, point.y];
    };
    holder.addEventListener('wheel', event => { event.preventDefault(); zoom(Math.exp(event.deltaY * .0015), ...at(event)); }, { passive: false });
    let held = null;
    holder.addEventListener('pointerdown', event => { held = at(event); holder.setPointerCapture(event.pointerId); });
    holder.addEventListener('pointermove', event => {
      if (!held) return;
      const now = at(event);
      view[0] += held[0] - now[0];
      view[1] += held[1] - now[1];
      show();
    });
    holder.addEventListener('pointerup', () => { held = null; });
    const middle = () => [view[0] + view[2] / 2, view[1] + view[3] / 2];
    $('graph-in').addEventListener('click', () => zoom(.7, ...middle()));
    $('graph-out').addEventListener('click', () => zoom(1.4, ...middle()));
    $('graph-reset').addEventListener('click', () => { view = full.slice(); show(); });
  };
  const markGraph = () => document.querySelectorAll('#graph g.node').forEach(item => {
    const title = item.querySelector('a') ? item.querySelector('a').getAttribute('xlink:title') : item.textContent;
    const hit = matches(title || '');
    item.classList.toggle('hit', Boolean(hit));
    item.classList.toggle('dim', Boolean(words) && !hit);
  });

  // ---- Threads: who ran when
  const strip = data.schedule;
  let from = strip.start, to = strip.end;
  const drawStrip = () => {
    const svg = $('strip'), width = svg.clientWidth || 1200, left = 170, row = 20, room = width - left;
    svg.replaceChildren();
    const x = ns => left + (ns - from) / (to - from) * room;
    strip.threads.forEach((name, index) => {
      const label = shape('text', { x: 0, y: index * row + 14 });
      label.textContent = name.length > 26 ? name.slice(0, 25) + '…' : name;
      svg.append(label, shape('line', { x1: left, x2: width, y1: index * row + 10, y2: index * row + 10, stroke: 'var(--line)' }));
    });
    const last = new Float64Array(strip.threads.length).fill(-1);
    for (const [thread, start, length, reason, share] of strip.segments) {
      if (start + length < from || start > to) continue;
      const begin = Math.max(x(start), left), end = Math.min(Math.max(x(start + length), begin + .6), width);
      if (end <= last[thread]) continue;  // closer than a pixel to what is drawn
      last[thread] = end;
      const bar = shape('rect', { x: begin, y: thread * row + 3, width: end - begin, height: row - 6, fill: `hsl(${(thread * 67 + 200) % 360} 55% 58%)`, 'fill-opacity': Math.max(.15, share) });
      hover(bar, () => `${strip.threads[thread]}\nran ${time(length * share)} from ${time(start)} on` + (reason ? `\nthen: ${reason}` : share < 1 ? `\n${part(share, 1)} of this part` : ''));
      svg.append(bar);
    }
    const height = strip.threads.length * row;
    for (let i = 0; i <= 5; i++) {
      const text = shape('text', { x: left + i * room / 5, y: height + 14, 'text-anchor': i === 5 ? 'end' : i ? 'middle' : 'start' });
      text.textContent = time(from + (to - from) * i / 5);
      svg.append(text);
    }
    svg.setAttribute('viewBox', `0 0 ${width} ${height + 20}`);
    svg.setAttribute('height', height + 20);
  };
  const moveStrip = () => {
    const svg = $('strip');
    const at = event => from + Math.max(0, Math.min(1, (event.offsetX - 170) / Math.max(1, svg.clientWidth - 170))) * (to - from);
    svg.addEventListener('wheel', event => {
      event.preventDefault();
      const here = at(event), factor = Math.exp(event.deltaY * .0015);
      from = Math.max(strip.start, here - (here - from) * factor);
      to = Math.min(strip.end, here + (to - here) * factor);
      drawStrip();
    }, { passive: false });
    let held = null;
    svg.addEventListener('pointerdown', event => { held = at(event); });
    svg.addEventListener('pointermove', event => {
      if (held === null) return;
      const way = Math.max(strip.start - from, Math.min(strip.end - to, held - at(event)));
      from += way;
      to += way;
      drawStrip();
    });
    addEventListener('pointerup', () => { held = null; });
    svg.addEventListener('dblclick', () => { from = strip.start; to = strip.end; drawStrip(); });
  };

  const bytes = count => count >= 1048576 ? (count / 1048576).toFixed(1) + ' MiB' : (count / 1024).toFixed(0) + ' KiB';
  const threads = () => data.threads.slice().sort((a, b) => b[1] - a[1]).forEach(([name, ran, own, preempted, waited, switches, samples, allocated, reasons]) => {
    const figures = [time(ran), time(own), time(preempted), time(waited), switches.toLocaleString(), samples.toLocaleString(), bytes(allocated)];
    $('thread-rows').append(node('tr', {}, ...figures.map(figure => node('td', {}, figure)), node('td', { class: 'name' }, name), node('td', { class: 'name' }, reasons)));
  });

  // ---- All together
  const search = text => {
    words = text.trim().toLowerCase();
    drawDiagrams();
    drawMethods();
    markGraph();
    const hits = words ? methods.filter(method => matches(method[LABEL])).reduce((sum, method) => sum + method[SELF], 0) : 0;
    const whole = methods.reduce((sum, method) => sum + method[SELF], 0);
    const samples = words && data.sampled ? methods.filter(method => matches(method[LABEL])).reduce((sum, method) => sum + method[SAMPLES], 0) : 0;
    $('search-sum').textContent = words ? `self time ${time(hits)}, ${part(hits, whole)}${data.sampled ? `; ${samples.toLocaleString()} samples` : ''}` : '';
  };
  ledger();
  headMethods();
  packages();
  witnesses();
  threads();
  graph();
  data.events.forEach(([name, count]) => $('event-rows').append(node('tr', {}, node('td', { class: 'name' }, name), node('td', {}, count.toLocaleString()))));
  if (boxes.length > 1)
    for (const [id, column] of [['by-elapsed', 3], ['by-cpu', 4]])
      $(id).addEventListener('click', () => {
        metric = column;
        $('by-elapsed').setAttribute('aria-pressed', column === 3);
        $('by-cpu').setAttribute('aria-pressed', column === 4);
        drawDiagrams();
      });
  if (strip.threads.length) { drawStrip(); moveStrip(); }
  $('search').addEventListener('input', event => search(event.target.value));
  addEventListener('keydown', event => {
    if (event.key === '/' && document.activeElement !== $('search')) { event.preventDefault(); $('search').focus(); }
    if (event.key === 'Escape') { $('search').value = ''; diagrams.forEach(one => one.whole()); search(''); }
  });
  addEventListener('resize', () => { drawDiagrams(); if (strip.threads.length) drawStrip(); });
  document.querySelectorAll('nav a').forEach(link => { if (!document.querySelector(link.getAttribute('href'))) link.remove(); });
  search('');
})();
