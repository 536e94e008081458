// The page of a difference, after base.js and pictures.js: differential flame graphs, and the tables that --format json
// has. A box is as wide as its amount in B or in A; red is more in B, blue less, grey what lies within the errors:
// three deviations of the samples' numbers, and for times what two runs of the same may differ by.
const { diff, flames, period_ns: periods } = data;
const kinds = {
  cpu: { title: 'CPU: samples', note: 'From sampled stacks: the time that the samples stand for.', deviations: 3 },
  wall: { title: 'wall: threads’ lives', note: 'From traced calls and states of threads: all time of all threads, waiting included.', deviations: 0 },
  allocation: { title: 'allocation: bytes', note: 'Bytes that were allocated, under the stacks or methods that did; the last box is the class.', deviations: 0, say: bytes },
  off: { title: 'off-CPU: why threads did not run', note: 'Time in which threads did not run, by what they waited for.', deviations: 0 },
};

// ---- Flame graphs

const signed = (amount, say = time) => (amount > 0 ? '+' : amount < 0 ? '−' : '') + say(Math.abs(amount));
const errorOf = (kind, a, b) => {
  const noise = diff.noise_percent / 100 * Math.max(a, b);
  return noise + kinds[kind].deviations * Math.hypot(Math.sqrt(a * periods[0]), Math.sqrt(b * periods[1]));
};
// More is red, less is blue, the stronger the larger its part of the box; pale enough for dark words.
const shade = (kind, a, b) => {
  if (Math.abs(b - a) <= errorOf(kind, a, b)) return '#ddd8cf';
  return `hsl(${b > a ? 8 : 212} 80% ${88 - 26 * Math.abs(b - a) / Math.max(a, b)}%)`;
};

const differential = () => {
  let flame = flames[0], side = 'b', items = [], children = [];
  if (!flame) return $('flame').remove();
  const say = amount => (kinds[flame.id].say || time)(amount);
  const describe = index => {
    const { a, b, name } = items[index], factor = a && b ? `, × ${(b / a).toFixed(3)}` : a ? ', gone' : ', new';
    const sure = Math.abs(b - a) <= errorOf(flame.id, a, b) ? ' (within the errors)' : '';
    return `${name}\n${signed(b - a, say)}${factor}${sure}\nA ${say(a)}, ${part(a, items[0].a)}; B ${say(b)}, ${part(b, items[0].b)}`;
  };
  const picture = diagram({
    svg: 'flame-boxes', path: 'flame-path', reset: 'flame-reset', parent: index => items[index].parent, name: index => items[index].name, size: index => items[index][side], axis: say,
    children: index => children[index], pale: () => false, describe, color: index => shade(flame.id, items[index].a, items[index].b),
  });
  const make = () => {
    items = flame.nodes.map(([parent, name, a, b]) => ({ parent, name: flame.names[name], a, b }));
    children = items.map(() => []);
    items.forEach(({ parent }, index) => { if (index) children[parent].push(index); });
    for (const list of children) list.sort((x, y) => items[x].name < items[y].name ? -1 : 1);
    const cut = flame.cut ? ' There are too many distinct stacks: the deepest calls of some stay with their callers.' : '';
    $('flame-note').textContent = `${kinds[flame.id].note} Red is more in B, blue less, grey what lies within the errors. Boxes below 0.05 % are left out.${cut}`;
    picture.whole();
  };
  $('flame-kind').append(...flames.map(({ id }) => node('option', { value: id }, kinds[id].title)));
  $('flame-kind').addEventListener('change', () => { flame = flames.find(({ id }) => id === $('flame-kind').value); make(); });
  for (const letter of ['a', 'b'])
    press($(`wide-${letter}`), () => {
      side = letter;
      for (const other of ['a', 'b']) $(`wide-${other}`).setAttribute('aria-pressed', other === side);
      picture.draw();
    });
  press($('flame-reset'), picture.whole);
  make();
  $('search').addEventListener('input', event => { words = event.target.value.trim().toLowerCase(); picture.draw(); });
  addEventListener('resize', picture.draw);
};

// ---- Tables

const changeTable = (title, { changed, within_errors: within }, isTime, hasCounts) => {
  if (!changed.length && !within) return;
  const say = value => isTime ? time(value) : number(value), sign = value => isTime ? signed(value) : (value > 0 ? '+' : '') + number(value);
  const heads = ['Difference', '±', 'Factor', 'A', 'B', ...hasCounts ? ['Calls in A', 'in B'] : []];
  const rows = changed.map(change => {
    const [a, b, difference, error] = isTime ? [change.a_ns, change.b_ns, change.difference_ns, change.err_ns] : [change.a, change.b, change.difference, change.err];
    const factor = change.factor === undefined ? (a ? 'gone' : 'new') : `× ${change.factor.toFixed(3)} ± ${change.factor_err.toFixed(3)}`;
    const cells = [sign(difference), say(error), factor, say(a), say(b), ...hasCounts ? [number(change.a_count), number(change.b_count)] : []];
    return node('tr', {}, ...cells.map(cell => node('td', {}, cell)), node('td', { class: 'name' }, change.name));
  });
  const head = node('tr', {}, ...heads.map(text => node('th', {}, text)), node('th', { class: 'name' }, 'Name'));
  $('tables').append(node('h2', {}, title), node('p', { class: 'note' }, `${changed.length} changed, ${within} the same within the errors`));
  if (rows.length) $('tables').append(node('div', { class: 'scroll' }, node('table', {}, node('thead', {}, head), node('tbody', {}, ...rows))));
};

const sides = () => {
  for (const letter of ['a', 'b']) {
    const { path, main, exit_status: status, elapsed_ns: elapsed, lost } = diff[letter];
    $('side-rows').append(node('tr', {}, node('th', {}, letter.toUpperCase()), node('td', { class: 'name' }, `${path}: ${main}, ${time(elapsed)}, exit status ${status}, lost: ${lost ? number(lost) : 'nothing'}`)));
  }
  const parting = diff.records && diff.records.first_difference;
  if (!parting) return;
  const lines = (letter, list) => list.map(line => `${letter}  ${line}`);
  $('partings').hidden = false;
  $('partings').textContent = [`They part after ${number(parting.equal_records)} equal records: A at instruction ${number(parting.a_instructions)}, B at instruction ${number(parting.b_instructions)}`,
    ...lines('both', parting.common), ...lines('A   ', parting.a), ...lines('B   ', parting.b)].join('\n');
};

sides();
changeTable(`Methods by ${diff.figure}`, diff.methods, diff.figure !== 'count', true);
changeTable('Packages, by their methods’ own time', diff.packages, diff.figure !== 'count', true);
changeTable('Methods by samples', diff.samples, true, false);
changeTable('Events', diff.events, false, false);
if (!diff.different) $('tables').append(node('p', {}, 'No difference beyond the errors'));
differential();
addEventListener('keydown', event => {
  if (event.key !== '/' || document.activeElement === $('search')) return;
  event.preventDefault();
  $('search').focus();
});
const ready = Promise.resolve();
