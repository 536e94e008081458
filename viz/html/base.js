// The report's page, part 1 of 8: the data, and what all parts share: elements, words for figures, colours, hovering.
// The parts are one script each, in the order of viz/html/assets.S, and use the names of those before them. Times are
// nanoseconds from the recording's start. No library, no network.
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);

// Columns of data.methods
const LABEL = 0, COUNT = 1, ELAPSED = 2, SELF = 3, CPU = 4, CPU_SELF = 5, ERROR = 6, SELF_ERROR = 7, SAMPLES = 8, OPEN = 9, CALLS = 10, EXCEPTIONS = 11, ELAPSED_ERROR = 12, ELAPSED_SELF_ERROR = 13,
  DURATIONS = 14;
const methods = data.methods;

// ---- Elements

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

// What a click does, Enter and the space bar do as well.
const press = (element, act) => {
  element.tabIndex = 0;
  element.addEventListener('click', act);
  element.addEventListener('keydown', event => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    act(event);
  });
};

// ---- Words

const time = ns => {
  const size = Math.abs(ns);
  if (size >= 1e9) return (ns / 1e9).toFixed(3) + ' s';
  if (size >= 1e6) return (ns / 1e6).toFixed(3) + ' ms';
  if (size >= 1e3) return (ns / 1e3).toFixed(3) + ' µs';
  return Math.round(ns) + ' ns';
};
const within = (ns, error) => `${time(ns)} ±${time(error)}`;
// A time of so many pieces, each of which lies between two records.
const between = (ns, pieces = 1) => within(ns, Math.ceil(Math.abs(ns) * data.clock[0]) + pieces * data.clock[1]);
// A point in time, to the nanosecond where that can matter.
const instant = ns => ns >= 1e9 ? (ns / 1e9).toFixed(9) + ' s' : ns >= 1e6 ? (ns / 1e6).toFixed(6) + ' ms' : time(ns);
const part = (value, whole) => whole > 0 ? (100 * value / whole).toFixed(2) + ' %' : '';
// In the words of the page, whatever the browser's language: '.' is the point of all other figures.
const number = value => Math.round(value).toLocaleString('en-US');
const bytes = count => count >= 1048576 ? (count / 1048576).toFixed(1) + ' MiB' : count >= 1024 ? (count / 1024).toFixed(0) + ' KiB' : count + ' B';
const packageOf = label => label.split('(')[0].split('.').slice(0, -1).join('.');
const shortName = label => label.startsWith('[') ? label : label.split('(')[0].split('.').slice(-2).join('.');

// ---- Colours: of the same class alike, and pale, so that dark words on them can be read in both schemes

const hue = text => {
  let hash = 7;
  for (const c of text) hash = (hash * 31 + c.charCodeAt(0)) | 0;
  return ((hash >>> 3) % 300 + 20) % 360;
};
const colors = new Map();
const color = label => {
  if (!colors.has(label)) colors.set(label, `hsl(${hue(packageOf(label)) + hue(label) % 56 - 28} 58% ${66 + hue(label) % 16}%)`);
  return colors.get(label);
};

// ---- Hovering

const tip = $('tip');
const showTip = (text, x, y) => {
  tip.textContent = text;
  tip.hidden = !text;
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(x + 14, innerWidth - box.width - 8)) + 'px';
  tip.style.top = Math.max(4, y + 18 + box.height > innerHeight ? y - box.height - 10 : y + 18) + 'px';
};
const hover = (element, text) => {
  element.addEventListener('pointermove', event => showTip(text(), event.clientX, event.clientY));
  element.addEventListener('pointerleave', () => { tip.hidden = true; });
};

// ---- What was searched for

let words = '';
const matches = label => words && label.toLowerCase().includes(words);
