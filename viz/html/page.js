// Part 8: everything together: search, keys, and what follows the selected range. `ready` is kept when the page is
// complete.
const pictures = [];

const drawPictures = () => pictures.forEach(picture => picture.draw());

// Methods that did something in the range, by name; null where that is not known.
const activeNames = () => {
  if (!chart.selection || !(sampled && sampled.size) && !chart.line.lanes.some(lane => lane.slices.some(Boolean))) return null;
  const names = new Set(), { samples, line } = { samples: chart.line.samples, line: chart.line }, [from, to] = range(), seen = new Set();
  for (let i = above(samples.at, from - 1e-6); i < samples.count && samples.at[i] <= to; i++)
    for (let frame = samples.other[i]; frame && !seen.has(frame); frame = line.frames[frame][0]) {
      seen.add(frame);
      names.add(line.frameLabels[frame]);
    }
  for (const name of collectSlices(from, to).keys()) names.add(line.labels[name]);
  return names;
};

const follow = () => {
  countSamples();
  drawMethods();
  drawSlices();
  drawThreads();
  drawEvents();
  drawSource();
  markGraph(activeNames());
  for (const id of ['ledger-note', 'time-note', 'package-note', 'calls-note']) if ($(id)) $(id).hidden = !chart.selection;
};

const sumSearch = () => {
  const found = methods.filter(method => matches(method[LABEL])), sum = (list, value) => list.reduce((all, method) => all + value(method), 0);
  const self = sum(found, method => method[SELF]), samples = data.sampled ? `; ${number(sum(found, samplesOf))} samples` : '';
  $('search-sum').textContent = words ? `self time ${within(self, sum(found, method => method[ELAPSED_SELF_ERROR]))}, ${part(self, sum(methods, method => method[SELF]))}${samples}` : '';
};

const search = text => {
  words = text.trim().toLowerCase();
  drawPictures();
  drawMethods();
  drawSlices();
  markGraph(activeNames());
  sumSearch();
  redraw();
};

const onPageKey = event => {
  const typing = document.activeElement === $('search');
  if (event.key === '/' && !typing) {
    event.preventDefault();
    $('search').focus();
  }
  if (event.key === 't' && !typing && chart.line) canvas.focus();
  if (event.key !== 'Escape') return;
  $('search').value = '';
  search('');
  pictures.forEach(picture => picture.whole());
  if (chart.selection) select(null);
  if (chart.line) setFocus(null);
};

// What keeps it from being shown does not keep the rest of the page.
const timeline = async () => {
  try {
    const line = await readTimeline();
    if (line) startTimeline(line);
  } catch (error) {
    chart.line = null;
    holder.hidden = true;
    $('timeline-notes').textContent = `This browser cannot show the timeline: ${error.message}`;
  }
};

const start = async () => {
  await timeline();
  ledger();
  headMethods();
  packages();
  witnesses();
  graph();
  sources();
  for (const picture of [timeDiagram(), flames()]) if (picture) pictures.push(picture);
  followers.push(follow, sumSearch);
  follow();
  $('search').addEventListener('input', event => search(event.target.value));
  addEventListener('keydown', onPageKey);
  addEventListener('resize', drawPictures);
  document.querySelectorAll('nav a').forEach(link => { if (!document.querySelector(link.getAttribute('href'))) link.remove(); });
  search('');
};
const ready = start();
