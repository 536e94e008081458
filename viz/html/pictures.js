// Part 5: diagrams of nested boxes (the time diagram, and what flame.js and diff.js make), and the call graph, which
// Graphviz laid out.

// ---- Nested boxes. `tree` has what a box is: its children (numbers), parent, name, width, what hovering says; and
// where it is drawn

const ROW = 23;
const diagram = tree => {
  let zoomed = 0;
  const pathOf = index => { const path = []; for (let at = index; at > 0; at = tree.parent(at)) path.unshift(tree.name(at)); return path; };
  const zoomTo = index => { zoomed = index; draw(); };
  const put = (svg, index, x, w, depth) => {
    const group = shape('g', { role: 'button', 'aria-label': `${tree.name(index)}, ${tree.axis(tree.size(index))}` }), label = tree.name(index);
    group.append(shape('rect', { x, y: depth * ROW, width: Math.max(w, .3), height: ROW, rx: 2, fill: tree.color ? tree.color(index) : index ? color(label) : '#d9d2c5', 'fill-opacity': tree.pale(index) ? .5 : 1 }));
    if (w > 34) {
      const text = shape('text', { x: x + 4, y: depth * ROW + 15 });
      const short = shortName(label), room = Math.floor((w - 8) / 6.3);
      text.textContent = label.length <= room ? label : short.length <= room ? short : room > 3 ? short.slice(0, room - 1) + '…' : '';
      group.append(text);
      press(group, () => zoomTo(index));
    } else group.addEventListener('click', () => zoomTo(index));
    if (words) group.classList.add(matches(label) ? 'hit' : 'dim');
    hover(group, () => tree.describe(index));
    svg.append(group);
  };
  const draw = () => {
    const svg = $(tree.svg), width = svg.clientWidth || 1200, above = [];
    svg.replaceChildren();
    let deepest = 0;
    for (let at = tree.parent(zoomed); at >= 0; at = tree.parent(at)) above.unshift(at);
    above.forEach((index, depth) => put(svg, index, 0, width, depth));
    const walk = (index, x, w, depth) => {
      put(svg, index, x, w, depth);
      deepest = Math.max(deepest, depth);
      const scale = tree.size(index) > 0 ? w / tree.size(index) : 0;
      let at = x;
      for (const child of tree.children(index)) {
        const wide = tree.size(child) * scale;
        if (wide >= .4) walk(child, at, wide, depth + 1);
        at += wide;
      }
    };
    walk(zoomed, 0, width, above.length);
    const height = (deepest + 1) * ROW, span = tree.size(zoomed);
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
  return { draw, whole: () => zoomTo(0) };
};

// ---- Time diagram: a box is a call path, as wide as its time

const boxes = data.boxes; // [method, first child, children, elapsed, cpu, calls, recursive, and the errors of both times]
const timeDiagram = () => {
  if (boxes.length <= 1) return null;
  const parents = new Int32Array(boxes.length).fill(-1);
  boxes.forEach((box, index) => { for (let i = 0; i < box[2]; i++) parents[box[1] + i] = index; });
  let metric = 3;
  const nameOf = index => index ? methods[boxes[index][0]][LABEL] : 'everything timed';
  const describeBox = index => {
    const box = boxes[index], whole = boxes[0][metric];
    let inside = 0, ownError = box[metric + 4];
    for (let i = 0; i < box[2]; i++) inside += boxes[box[1] + i][metric], ownError += boxes[box[1] + i][metric + 4];
    const text = [nameOf(index), `${within(box[metric], box[metric + 4])}, ${part(box[metric], whole)} of what was timed; self ${within(box[metric] - inside, ownError)}`];
    if (index) text.push(`about ${number(box[5])} calls on this path`);
    if (box[6]) text.push('recursive: its time is in the box of the same name above');
    return text.join('\n');
  };
  const picture = diagram({
    svg: 'boxes', path: 'path', reset: 'box-reset', parent: index => parents[index], name: nameOf, size: index => boxes[index][metric], axis: time,
    children: index => Array.from({ length: boxes[index][2] }, (_, i) => boxes[index][1] + i), pale: index => boxes[index][6], describe: describeBox,
  });
  press($('box-reset'), picture.whole);
  for (const [id, column] of [['by-elapsed', 3], ['by-cpu', 4]])
    press($(id), () => {
      metric = column;
      $('by-elapsed').setAttribute('aria-pressed', column === 3);
      $('by-cpu').setAttribute('aria-pressed', column === 4);
      picture.draw();
    });
  return picture;
};

// ---- Call graph: wheel, drag and keys move the view

const graph = () => {
  const frame = $('graph'), svg = frame && frame.querySelector('svg');
  if (!svg) return;
  const full = (svg.getAttribute('viewBox') || '0 0 800 600').split(/[ ,]+/).map(Number);
  svg.removeAttribute('width');
  svg.removeAttribute('height');
  let view = full.slice();
  const show = () => svg.setAttribute('viewBox', view.join(' '));
  const zoomGraph = (factor, x, y) => {
    const width = Math.min(full[2] * 4, Math.max(full[2] / 60, view[2] * factor)), real = width / view[2];
    view = [x - (x - view[0]) * real, y - (y - view[1]) * real, width, view[3] * real];
    show();
  };
  const moveGraph = (x, y) => { view[0] += x; view[1] += y; show(); };
  const at = event => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [point.x, point.y];
  };
  frame.addEventListener('wheel', event => { event.preventDefault(); zoomGraph(Math.exp(event.deltaY * .0015), ...at(event)); }, { passive: false });
  let grip = null;
  frame.addEventListener('pointerdown', event => { grip = at(event); frame.setPointerCapture(event.pointerId); });
  frame.addEventListener('pointermove', event => {
    if (!grip) return;
    const now = at(event);
    moveGraph(grip[0] - now[0], grip[1] - now[1]);
  });
  frame.addEventListener('pointerup', () => { grip = null; });
  const centre = () => [view[0] + view[2] / 2, view[1] + view[3] / 2], whole = () => { view = full.slice(); show(); };
  press($('graph-in'), () => zoomGraph(.7, ...centre()));
  press($('graph-out'), () => zoomGraph(1.4, ...centre()));
  press($('graph-reset'), whole);
  const keyed = {
    w: () => zoomGraph(.8, ...centre()), s: () => zoomGraph(1.25, ...centre()), f: whole, a: () => moveGraph(-view[2] / 12, 0), d: () => moveGraph(view[2] / 12, 0),
    ArrowLeft: () => moveGraph(-view[2] / 12, 0), ArrowRight: () => moveGraph(view[2] / 12, 0), ArrowUp: () => moveGraph(0, -view[3] / 12), ArrowDown: () => moveGraph(0, view[3] / 12),
  };
  frame.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || !keyed[event.key]) return;
    event.preventDefault();
    keyed[event.key]();
  });
};

// Marks what was searched for, and pales what did nothing in the selected range (`active`: names of methods; null: not
// known).
const markGraph = active => {
  document.querySelectorAll('#graph g.node').forEach(item => {
    const link = item.querySelector('a'), title = (link ? link.getAttribute('xlink:title') : item.textContent) || '';
    const hit = matches(title), idle = active && ![...active].some(name => title.includes(name));
    item.classList.toggle('hit', Boolean(hit));
    item.classList.toggle('dim', (Boolean(words) && !hit) || Boolean(idle));
  });
};
