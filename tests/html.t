#!/usr/bin/perl
# The report's page in a browser without a network: no error on the console, and search, zoom, sorting, details and the
# timeline do what they should, by script and by keys and mouse. First on a region of known content, then on the
# recording of the JDBC example (thousands of methods, several threads), then on one of a million slices.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path 'make_path';
use Test::More;
use Time::HiRes 'time';
use Browser;
use Gnomon;

my $make = build('test/viz/test/make_region');
need(Browser::find(), 'no Chromium');
need(-x $make, "$make is not built (make tests-built)");
my $browser = Browser->start(scratch('browser'), 1400, 1600);

# Writes a recording's page and opens it.
sub show {
    my ($name, @options) = @_;
    is((gnomon(60, 'report', scratch($name), @options, '-o', scratch("$name.html")))[0], 0, "$name: the page is written");
    unlike(slurp(scratch("$name.html")), qr{(?:src|href)="https?:|\@import|url\(}, "$name: nothing is loaded from elsewhere");
    $browser->open_page(scratch("$name.html"));
    $browser->evaluate('await ready;');
}

# Shows it, lets the script act on it, and returns what it found.
sub act {
    my ($name, $script, @options) = @_;
    show($name, @options);
    my $result = $browser->evaluate("$script\nreturn found;");
    is(join("\n", $browser->console), '', "$name: no error on the console");
    return $result;
}

# ---- A region of known content

make_path(scratch('ended'));
run(20, $make, 'ended', scratch('ended/region'));
my $found = act('ended', <<'SCRIPT');
const found = {}, groups = () => [...document.querySelectorAll('#boxes g')];
const click = element => element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
const box = name => groups().find(group => group.textContent.includes(name));
const wide = group => Number(group.querySelector('rect').getAttribute('width'));
found.rows = document.querySelectorAll('#method-rows tr').length;
found.nodes = document.querySelectorAll('#graph g.node').length;
found.ledger = document.querySelectorAll('#ledger-rows tr').length;
found.turns = chart.line.rows.find(row => row.kind === ROW_PROCESSOR).count;
found.share = wide(box('Abc.b')) / wide(box('Abc.a'));
const before = wide(box('Abc.b'));
click(box('Abc.b'));
found.zoomed = wide(box('Abc.b')) > before;
found.path = $('path').textContent;
click($('box-reset'));
found.back = wide(box('Abc.b')) === before;
click($('by-cpu'));
found.cpu = document.querySelector('#boxes text.axis:last-of-type').textContent;
$('search').value = 'abc.b';
$('search').dispatchEvent(new Event('input'));
found.searched = document.querySelectorAll('#method-rows tr').length;
found.hits = document.querySelectorAll('#boxes g.hit').length;
found.nodeHits = document.querySelectorAll('#graph g.node.hit').length;
found.sum = $('search-sum').textContent;
$('search').value = '';
$('search').dispatchEvent(new Event('input'));
click(document.querySelectorAll('#method-head th')[0]);
found.mostCalled = document.querySelector('#method-rows td.name').textContent;
click(document.querySelector('#method-rows tr'));
found.details = document.querySelector('tr.detail').textContent;
const view = document.querySelector('#graph svg').getAttribute('viewBox');
click($('graph-in'));
found.graphZoom = document.querySelector('#graph svg').getAttribute('viewBox') !== view;
box('Abc.a').dispatchEvent(new PointerEvent('pointermove', { clientX: 300, clientY: 300 }));
found.tip = $('tip').hidden ? '' : $('tip').textContent;
found.packages = [...$('package').options].map(option => option.value).join();
found.tables = [...document.querySelectorAll('#package-tables table')].map(table => table.querySelector('td.name').textContent.match(/\w+(?=\()/)[0]).join();
found.witnesses = [...document.querySelectorAll('#witness-rows tr')].filter(row => row.textContent.includes('disagrees')).length + $('witness-sum').textContent;
const flame = name => [...document.querySelectorAll('#flame-boxes g')].find(group => group.textContent.includes(name));
found.flameAll = document.querySelector('#flame-boxes text.axis:last-of-type').textContent;
found.flameShare = wide(flame('Abc.c')) / wide(flame('all samples'));
click(flame('Abc.b'));
found.flamePath = $('flame-path').textContent;
found.flameZoomed = document.querySelector('#flame-boxes text.axis:last-of-type').textContent;
click($('flame-reset'));
found.links = [...document.querySelectorAll('nav a')].map(link => document.querySelector(link.getAttribute('href')) ? '' : link.textContent).join('');
found.threads = [...document.querySelectorAll('#thread-rows tr')].map(row => row.textContent);
SCRIPT
like("@{$found->{threads}}", qr/main/, 'a row a thread');
is($found->{flameAll}, '200.000 ms', 'the flame graph has the time of all samples');
cmp_ok(abs($found->{flameShare} - 67 / 200), '<', 0.001, 'its boxes are as wide as their samples');
like($found->{flamePath}, qr/^main .*\.a\(\) .*\.b\(\)\z/, 'a click zooms in there as well');
is($found->{flameZoomed}, '133.000 ms', 'to the samples of that box');
is($found->{links}, '', 'no link leads nowhere');
is($found->{rows}, 5, 'a row a method');
cmp_ok($found->{nodes}, '>=', 5, 'the call graph has its nodes');
cmp_ok($found->{ledger}, '>=', 4, 'the ledger is there');
is($found->{turns}, 51, 'the timeline has a turn for each switch');
cmp_ok(abs($found->{share} - 8000 / 13500), '<', 0.001, 'boxes are as wide as their times');
ok($found->{zoomed}, 'a click zooms in');
like($found->{path}, qr/main\(.*a\(\).*b\(\)/, 'and shows the path');
ok($found->{back}, 'and back');
is($found->{cpu}, '12.600 ms', 'the diagram by CPU time');
is($found->{searched}, 1, 'search narrows the table');
cmp_ok($found->{hits}, '>=', 1, 'and marks boxes');
is($found->{nodeHits}, 1, 'and the node of the call graph');
like($found->{sum}, qr/4\.000 ms/, 'and adds up the self time');
like($found->{mostCalled}, qr/Abc\.c/, 'a click on a head sorts');
like($found->{details}, qr/called from.*Abc\.b/s, 'a click on a method shows its callers');
ok($found->{graphZoom}, 'the call graph zooms');
like($found->{tip}, qr/Abc\.a.*12\.150 ms/s, 'hovering tells the time');
is($found->{packages}, 'example', 'its package');
is($found->{tables}, 'c,main,c,main,c', 'and the first of it by each figure');
like($found->{witnesses}, qr/^3what timing .* for 0 of 3 methods; 2 more took too little time to tell/, 'what timing and sampling say, and where they disagree');

# What the timeline needs is not there: the rest is
my $without = $browser->ask('Page.addScriptToEvaluateOnNewDocument', { source => 'delete window.DecompressionStream' });
$found = act('ended', <<'SCRIPT');
return { rows: document.querySelectorAll('#method-rows tr').length, ledger: document.querySelectorAll('#ledger-rows tr').length, boxes: document.querySelectorAll('#boxes g').length,
  said: $('timeline-notes').textContent };
SCRIPT
$browser->ask('Page.removeScriptToEvaluateOnNewDocument', $without);
is("$found->{rows} " . ($found->{ledger} > 5) . ($found->{boxes} > 5), '5 11', 'without a timeline: the methods, the ledger and the time diagram are there');
like($found->{said}, qr/^This browser cannot show the timeline: .*DecompressionStream/, 'and the page says what is not');
like(slurp(scratch('ended.html')), qr{<noscript>.*need JavaScript.*</noscript>}, 'without JavaScript it says so');

# Numbers are the page's, not the browser's language's
$browser->ask('Emulation.setLocaleOverride', { locale => 'de-DE' });
$found = act('ended', "return { number: number(1234567), other: (1234567).toLocaleString(), sum: \$('package-sum').textContent, time: time(1500) };");
$browser->ask('Emulation.setLocaleOverride');
is("$found->{number} $found->{other} $found->{time}", "1,234,567 1.234.567 1.500 \x{b5}s", 'in a German browser, the point is the point');

$found = act('ended', <<'SCRIPT', '--filter', '**.a', '--filter', '**.b', '--filter', '**.c', '--sort', 'name', '--top', 2);
const found = { names: [...document.querySelectorAll('#method-rows td.name')].map(cell => cell.textContent.replace(/\(.*/, '')) };
document.querySelectorAll('#method-head th')[0].dispatchEvent(new MouseEvent('click', { bubbles: true }));
found.byCount = [...document.querySelectorAll('#method-rows td.name')].map(cell => cell.textContent.replace(/\(.*/, ''));
found.sum = $('method-count').textContent;
SCRIPT
is("@{$found->{names}}", 'example.Abc.a example.Abc.b', '--filter, --sort and --top choose the rows');
is("@{$found->{byCount}}", 'example.Abc.b example.Abc.a', 'which can be sorted otherwise');

# ---- The timeline, by keys and mouse. Every 200,000 ns there is a sample, 5 own events and, four times as seldom, a
# switch

show('ended');
my @box = @{ $browser->evaluate(<<'SCRIPT') };
$('search').blur();
$('timeline').scrollIntoView();
scrollBy(0, -80);
await new Promise(requestAnimationFrame);
const box = canvas.getBoundingClientRect();
return [box.left, box.top, box.width, box.height];
SCRIPT
my ($left, $top, $width) = @box;
my $seen = sub { return @{ $browser->evaluate('await new Promise(requestAnimationFrame); return [chart.from, chart.to];') } };
my $middle = $left + 190 + ($width - 190) / 2;
my ($from, $to) = $seen->();
is("$from $to", '0 40000000', 'the timeline shows all');
$browser->mouse('mouseWheel', $middle, $top + 60, deltaY => -600);
my @wheel = $seen->();
cmp_ok($wheel[1] - $wheel[0], '<', 20000000, 'the wheel zooms in');
cmp_ok(abs(($wheel[0] + $wheel[1]) / 2 - 20000000), '<', 100000, 'to what the mouse points at');
$browser->drag($middle, $top + 60, $middle + 200, $top + 60);
my @dragged = $seen->();
cmp_ok($dragged[0], '<', $wheel[0], 'dragging moves');
$browser->keys('t', 'd');
cmp_ok(($seen->())[0], '>', $dragged[0], 'T goes to the timeline, D moves');
my @before = $seen->();
$browser->keys('w');
my @after = $seen->();
cmp_ok($after[1] - $after[0], '<', $before[1] - $before[0], 'W zooms in');
$browser->keys('s', 's');
@before = $seen->();
cmp_ok($before[1] - $before[0], '>', $after[1] - $after[0], 'S zooms out');
$browser->keys('0');
is(join(' ', $seen->()), '0 40000000', '0 shows all again');

my $details = sub { return $browser->evaluate('return $("timeline-details").textContent;') };
$browser->keys('ArrowDown');
like($details->(), qr/^main\n5 ns \N{U+b1}0 ns\nfrom .*\nprocessor 0\nthen: quantum\nin the recording: stream of processor 0, threads; packet 0, offset 64 /, 'an arrow key goes to the first turn');
$browser->keys('ArrowRight', 'ArrowRight');
like($details->(), qr/^main\n799\.\d+ .s \N{U+b1}0 ns\n/, 'and to the next but one');
$browser->keys('Enter');
like($browser->evaluate('return $("selection-words").textContent;'), qr/799\.\d+ .s/, 'Enter selects it');
$browser->keys('f');
my @fitted = $seen->();
cmp_ok(abs($fitted[1] - $fitted[0] - 1.1 * 799200), '<', 3000, 'F fits it');
$browser->keys('Escape', '0');
is($browser->evaluate('return $("selection").hidden;'), 1, 'Escape lets go');
$browser->evaluate('const one = rowLines().find(line => line.row.kind === ROW_OWN); setFocus({ one, i: 3 });');
like($details->(), qr/^request "done" 23 hello\nat .*\nthread main \(1\)\nin the recording: .*packet 0, offset \d+ \(byte \d+ of the region\)\z/, 'an own event with its text');

$browser->drag($left + 190, $top + 8, $middle, $top + 8);
my $half = $browser->evaluate(<<'SCRIPT');
const cells = (id, column) => [...document.querySelectorAll(`#${id} tr`)].map(row => row.children[column].textContent);
return {
  selected: chart.selection, samples: cells('method-rows', 5).map(Number).reduce((a, b) => a + b), whole: $('method-note').textContent,
  flame: document.querySelector('#flame-boxes text.axis:last-of-type').textContent, events: Object.fromEntries(cells('event-rows', 0).map((name, i) => [name, cells('event-rows', 1)[i]])),
  threads: cells('thread-rows', 7), ran: cells('thread-rows', 0), note: $('ledger-note').hidden, pale: document.querySelectorAll('#graph g.node.dim').length,
};
SCRIPT
cmp_ok(abs($half->{selected}[1] - 20000000), '<', 50000, 'a drag along the axis selects');
is($half->{samples}, 100, 'the methods\' samples are those of the range');
like($half->{whole}, qr/of the whole run/, 'which the timing figures are not');
is($half->{flame}, '100.000 ms', 'so are those of the flame graph');
like($half->{events}{'request "done"'}, qr/^(about )?(49\d|50\d)\z/, 'and the events');
is("@{ [ sort @{ $half->{threads} } ] }", 'Reference Handler main', 'and the threads');
like("@{ $half->{ran} }", qr/^(9|10)\.\d+ ms \N{U+b1}0 ns (9|10)\.\d+ ms \N{U+b1}0 ns\z/, 'with the time that they ran in it');
ok(!$half->{note}, 'the ledger says that it has no time');
is($half->{pale}, 3, 'the call graph pales what was not sampled in it');

my $kinds = $browser->evaluate(<<'SCRIPT');
select(null);
const found = {};
for (const { value } of $('flame-kind').options) {
  $('flame-kind').value = value;
  $('flame-kind').dispatchEvent(new Event('change'));
  found[value] = [...document.querySelectorAll('#flame-boxes g')].map(box => box.getAttribute('aria-label'));
}
$('flame-kind').value = 'cpu';
$('flame-kind').dispatchEvent(new Event('change'));
$('flame-inverted').click();
found.inverted = [...document.querySelectorAll('#flame-boxes g')].map(box => box.getAttribute('aria-label'));
return found;
SCRIPT
is(join('|', @{ $kinds->{cpu} }), 'all samples, 200.000 ms|main, 200.000 ms|example.Abc.a(), 200.000 ms|example.Abc.b(), 133.000 ms|example.Abc.c(int, long[], Map), 67.000 ms', 'samples by their stacks');
like(join('|', @{ $kinds->{inverted} }), qr/^all samples, 200\.000 ms\|example\.Abc\.a\(\), 67\.000 ms\|main, 67\.000 ms\|example\.Abc\.c\(int, long\[\], Map\), 67\.000 ms\|example\.Abc\.b\(\), 67\.000 ms\|example\.Abc\.a\(\), 67\.000 ms\|main, 67\.000 ms\|/, 'and the other way round');
like(join('|', @{ $kinds->{off} }), qr/^all threads, .*\|main, 19\.\d+ ms\|\[ready\], 19/, 'and why threads did not run');
is(join("\n", $browser->console), '', 'no error on the console');

# ---- A real one

my $jar = '/usr/share/java/hsqldb.jar';
my ($ran, undef, $words) = gnomon(120, 'run', '-q', '--machine', 'linux', '--time', '**', '--sample', 1000, '--stacks', 64, '--events', 'thread_switch', '-o', scratch('example'),
    '-cp', compile('jdbc', 'examples/jdbc/Orders.java') . ":$jar", 'Orders', '--', 200, 500);
is($ran, 0, 'the example runs') or diag($words);
my $report = report(scratch('example'));
$found = act('example', <<'SCRIPT', '--package', 'org.hsqldb.jdbc', '--source', "$FindBin::Bin/../examples/jdbc");
const found = {};
found.methods = $('method-count').textContent;
found.shown = document.querySelectorAll('#method-rows tr').length;
found.boxes = document.querySelectorAll('#boxes g').length;
found.nodes = document.querySelectorAll('#graph g.node').length;
found.threads = chart.line.lanes.some(lane => lane.title === 'main' && lane.states);
found.package = $('package').value;
found.tables = [...document.querySelectorAll('#package-tables table')].map(table => table.querySelectorAll('tbody tr').length).join();
$('package').value = 'java.util';
$('package').dispatchEvent(new Event('change'));
found.other = [...document.querySelectorAll('#package-tables td.name')].every(cell => cell.textContent.startsWith('java.util.'));
$('search').value = 'executeupdate';
$('search').dispatchEvent(new Event('input'));
found.searched = [...document.querySelectorAll('#method-rows td.name')].map(cell => cell.textContent).filter(name => /JDBCPreparedStatement.executeUpdate\(\)/.test(name)).length;
found.sum = $('search-sum').textContent;
$('search').value = '';
$('search').dispatchEvent(new Event('input'));
const main = [...document.querySelectorAll('#boxes g')].find(group => group.textContent.includes('Orders.main'));
main.dispatchEvent(new MouseEvent('click', { bubbles: true }));
found.path = $('path').textContent;
found.witnesses = document.querySelectorAll('#witness-rows tr').length;
found.files = data.sources.map(([name]) => name).join();
const lines = [...document.querySelectorAll('#source-rows tr')].map(row => [...row.children].map(cell => cell.textContent));
found.timed = lines.filter(cells => cells[2]).map(cells => cells[2] + ' ' + cells[6].trim());
found.sampled = lines.filter(cells => cells[1]).length;
found.most = Math.max(...lines.map(cells => Number(cells[1].replace(/\D/g, ''))));
found.samples = chart.line.samples.weight.reduce((a, b) => a + b);
const next = methods.find(method => method[LABEL].startsWith('Orders.next('));
found.errors = [next[ERROR], next[SELF_ERROR], next[ELAPSED_ERROR], next[ELAPSED_SELF_ERROR]].join();
found.durations = durationsOf(next[DURATIONS]).getAttribute('aria-label');
SCRIPT
my ($next) = grep { "$_->{class}.$_->{method}" eq 'Orders.next' } @{ $report->{methods} };
is($found->{errors}, join(',', @$next{qw(err_ns err_excl_ns elapsed_err_ns elapsed_err_excl_ns)}), 'a method has the errors of the report, of elapsed time and of CPU time');
my $durations = 0;
$durations += tr/0-9//cdr for $found->{durations} =~ /: ([\d,]+) calls/g;
is($durations, $next->{count}, 'a histogram has the durations of all of its calls') or diag $found->{durations};
is($found->{files}, 'Orders.java', 'the source that was given');
ok((grep { /^1 int inserts = arguments/ } @{ $found->{timed} }), 'main was called once: beside its first line') or diag(join "\n", @{ $found->{timed} });
cmp_ok($found->{sampled}, '>=', 3, 'several lines were on the stack of samples');
cmp_ok($found->{most}, '<=', $found->{samples}, 'none more often than there were samples');
my $methods = @{$report->{methods}};
is($found->{methods}, "$methods of $methods methods, the first 2000 shown", 'thousands of methods');
is($found->{shown}, 2000, 'as many rows as a browser bears');
cmp_ok($found->{boxes}, '>', 100, 'boxes');
cmp_ok($found->{nodes}, '>=', 3, 'nodes of the call graph');
ok($found->{threads}, 'the timeline has the main thread');
is($found->{package}, 'org.hsqldb.jdbc', 'the package that was asked for');
is($found->{tables}, '5,5,5,5,5', 'its five tables');
ok($found->{other}, "another package's");
is($found->{searched}, 1, 'search finds one method of thousands');
like($found->{sum}, qr/self time/, 'and its time');
like($found->{path}, qr/Orders\.main/, 'a click zooms in');
cmp_ok($found->{witnesses}, '>=', 10, 'timing and sampling, the first ten and where they disagree');

# ---- What the division among callers gets wrong is in the errors

($ran, undef, $words) = gnomon(120, 'run', '-q', '--machine', 'linux', '--cpus', 1, '--events', 'thread', '--trace', 'Divided.one', '--no-inline', 'Divided.*', (map { ('--time', "Divided.$_") } qw(main one other shared work)),
    '-o', scratch('divided'), '-cp', compile('divided', 'tests/java/Divided.java'), 'Divided');
is($ran, 0, 'a method with two callers') or diag($words);
$found = act('divided', <<'SCRIPT');
const found = { path: {} };
const walk = (index, path) => {
  const box = boxes[index], below = index ? path + '/' + methods[box[0]][LABEL].replace(/.*\.(\w+)\(.*/, '$1') : '';
  if (index) found.path[below] = { ns: box[3], error: box[7], cpu: box[4], cpuError: box[8] };
  for (let i = 0; i < box[2]; i++) walk(box[1] + i, below);
};
walk(0, '');
const work = methods.find(method => method[LABEL].includes('.work('));
Object.assign(found, { work: work[ELAPSED], workError: work[ELAPSED_ERROR], calls: work[CALLS] });
found.threads = [...document.querySelectorAll('#thread-rows tr')].filter(row => row.textContent.includes('main')).map(row => row.textContent).join();
const slices = chart.line.lanes.find(lane => lane.title === 'main').slices[0];
found.slice = describe(chart.lines.find(line => line.row === slices), 0);
return found;
SCRIPT
my %below = map { $_ => $found->{path}{"/main/$_/shared"}{ns} } qw(one other);
my $wrong = $found->{work} * $below{other} / ($below{one} + $below{other}); # goes to a method that never calls it: half, if the host takes nothing
my $host = account(report(scratch('divided')), 'host');
for my $caller (qw(one other)) {
    my ($box, $truth) = ($found->{path}{"/main/$caller/shared/work"}, $caller eq 'one' ? $found->{work} : 0);
    ok($box && abs($box->{ns} - $truth) <= $box->{error} + $found->{workError}, "below $caller it took $truth ns") or diag explain $found->{path};
    cmp_ok($box->{error}, '>=', 0.8 * $wrong, 'a division says something else, and the error says so');
    my $shared = $found->{path}{"/main/$caller/shared"}; # what the host took may have fallen there
    cmp_ok($shared->{error}, '<', 0.4 * $shared->{ns} + $host, 'the level above is known, but for what the host took');
}
my @call = @{$found->{calls}};
is(join(',', map { $_->[0] } @call), join(',', sort { $a <=> $b } map { $_->[0] } @call), 'of one call: least, half of them, nearly all, most');
is((grep { $_->[1] <= 0 } @call), 0, 'each with its error');
like($found->{threads}, qr/(\N{U+b1}.*){4}/, "a thread's four times have errors");
like($found->{slice}, qr/Divided\.one.*\N{U+b1}.*running .*\N{U+b1}/s, "and a slice, and its thread's states in it");

# ---- States and reasons: a program that does a known number of each thing (see tests/events.t)

($ran, undef, $words) = gnomon(120, 'run', '-q', '--machine', 'linux', '--cpus', 1, '--events', 'all', '--trace', 'EventsKnown*.*', '--no-inline', 'EventsKnown*.*', '-o', scratch('known'),
    '-cp', compile('known', 'tests/java/EventsKnown.java'), 'EventsKnown', '--', 100, 7, 5);
is($ran, 0, 'the known program runs') or diag($words);
$found = act('known', <<'SCRIPT');
const found = {}, lane = name => chart.line.lanes.find(one => one.title === name);
const states = (name, state) => {
  const row = lane(name).states, list = [];
  for (let i = 0; i < row.count; i++)
    if (labelOf(row, i) === state) list.push([chart.line.texts[row.text[i]], row.detail[i] ? chart.line.lanes[row.detail[i] - 1].title : '', Math.round(row.end[i] - row.start[i])]);
  return list;
};
found.blocked = states('blocked', 'monitor');
found.waits = states('waiter', 'wait');
found.parks = states('parker', 'park').length;
found.sleeps = states('sleeper', 'sleep').map(([, , ns]) => Math.floor(ns / 1e6));
const blocked = lane('blocked').states, i = [...blocked.name].findIndex(name => chart.line.labels[name] === 'monitor');
const one = chart.lines.find(line => line.row === blocked);
found.words = describe(one, i);
fit([blocked.start[i], blocked.end[i] + 1000]);
await new Promise(requestAnimationFrame);
await new Promise(requestAnimationFrame);
found.arrows = chart.arrows;
fit(null);
for (const row of lane('waiter').slices)
  for (let at = 0; at < row.count; at++) if (labelOf(row, at).includes('waitThrice')) found.slice = describe({ row, lane: lane('waiter') }, at);
found.collections = [...document.querySelectorAll('#slice-rows tr')].filter(row => row.lastChild.textContent.startsWith('collection (')).reduce((sum, row) => sum + Number(row.firstChild.textContent), 0);
const flame = kind => {
  $('flame-kind').value = kind;
  $('flame-kind').dispatchEvent(new Event('change'));
  return [...document.querySelectorAll('#flame-boxes g')].map(box => box.getAttribute('aria-label').replace(/, [\d.]+ .?s$/, '')).join('|');
};
found.off = flame('off');
found.wakers = flame('wakers');
found.allocation = flame('allocation');
found.events = Object.fromEntries(data.events);
found.titles = chart.lines.filter(line => line.kind === 'curve').map(line => line.title).join();
SCRIPT
like($found->{blocked}[0][0], qr/^class=EventsKnown\$Lock owner=main object=\d+$/, 'of which monitor a thread waits, and who has it');
is($found->{blocked}[0][1], 'main', 'and who woke it');
is(join('|', map { ($_->[0] =~ s/ object=\d+$//r) . " $_->[1]" } @{ $found->{waits} }), 'class=EventsKnown$Lock limit=0 main|class=EventsKnown$Lock limit=1234000000000 main|class=EventsKnown$Lock limit=3000000 ',
    'what it waited for, how long at most, and who woke it');
is($found->{parks}, 4, 'it parked four times');
cmp_ok($found->{sleeps}[0], '>=', 7, 'it slept as long as it asked for');
like($found->{words}, qr/^monitor: class=.*\nthread blocked \(\d+\)\nwoken by main\nin the recording: /s, 'the words of it');
cmp_ok($found->{arrows}, '>=', 1, 'an arrow from who woke it');
like($found->{slice}, qr/^EventsKnown\.waitThrice\(\)\n.*\n(?:[^\n]*, )?wait [\d.]+ .s \N{U+b1}\d+ ns[,\n]/s, 'a traced call says what its thread did');
is($found->{collections}, $found->{events}{collection_begin}, 'a slice for each collection');
like($found->{off}, qr/\|waiter\|.*EventsKnown\.waitThrice\(\)(?:\|\[[^|]*\])*?\|\[wait: class=EventsKnown\$Lock limit=3000000 object=\d+\]/, 'time off the processor under the traced call');
like($found->{wakers}, qr/\|woken by waiter\|main\|\[wait: class=java\.lang\.Thread limit=0 object=\d+\]/, 'and under who ended it');
like($found->{titles}, qr/^heap,heap: young,heap: old,(?:heap: large,)?ready threads$/, 'curves of what was logged');
like($found->{allocation}, qr/^all counted, [\d.]+ [KM]iB\|main, .*\([^|]*\), [^|]*\|\[[^|]*\], [\d.]+ [KM]iB/, 'and where memory was allocated, and of what classes');

# ---- A million slices

make_path(scratch('large'));
run(60, $make, 1000000, scratch('large/region'));
show('large');
cmp_ok(-s scratch('large.html'), '<', 5 << 20, 'the page of a million slices has at most 5 MB');
$found = $browser->evaluate(<<'SCRIPT');
$('timeline').scrollIntoView();
const rows = chart.line.rows.filter(row => row.kind === ROW_SLICES);
const cells = column => [...document.querySelectorAll('#slice-rows tr')].map(row => Number(row.children[column].textContent.replace(/\D/g, '')));
return { slices: rows.reduce((sum, row) => sum + row.countSum[row.count], 0), items: rows.reduce((sum, row) => sum + row.count, 0), counted: cells(0).reduce((a, b) => a + b), notes: $('timeline-notes').textContent };
SCRIPT
is($found->{slices}, 1000000, 'it stands for every slice');
cmp_ok($found->{items}, '>', 100000, 'and shows many of them singly');
is($found->{counted}, 1000000, 'the table counts them all');
like($found->{notes}, qr/neighbours within [\d.]+ .s of each other are drawn as one/, 'and says how near is too near');
my ($frames, $seconds, $clock) = (120, $browser->processor_seconds, time);
$browser->evaluate("for (let i = 0; i < $frames; i++) { zoom(i % 60 < 30 ? .85 : 1 / .85, chart.line.end * .37); await new Promise(requestAnimationFrame); }");
($seconds, $clock) = ($browser->processor_seconds - $seconds, time - $clock);
diag(sprintf 'zooming a million slices: %.0f frames a second, %.0f a second of processor time', $frames / $clock, $frames / $seconds);
cmp_ok($frames / $seconds, '>=', 20, 'at least 20 frames in a second of the processor while zooming');
is(join("\n", $browser->console), '', 'no error on the console');
# ---- The page of a difference: of 200 samples and 3

make_path(scratch('traced'));
run(20, $make, 'traced', scratch('traced/region'));
is((gnomon(60, 'diff', scratch('ended'), scratch('traced'), '-o', scratch('diff.html')))[0], 1, 'a difference as a page');
unlike(slurp(scratch('diff.html')), qr{(?:src|href)="https?:|\@import|url\(}, 'nothing is loaded from elsewhere');
$browser->open_page(scratch('diff.html'));
$found = $browser->evaluate(<<'SCRIPT');
await ready;
const found = {}, groups = () => [...document.querySelectorAll('#flame-boxes g')], fill = group => group.querySelector('rect').getAttribute('fill');
const box = name => groups().find(group => group.getAttribute('aria-label').startsWith(name)), wide = group => Number(group.querySelector('rect').getAttribute('width'));
found.kinds = [...document.querySelectorAll('#flame-kind option')].map(option => option.value);
found.whole = box('all').getAttribute('aria-label');
$('wide-a').click();
found.before = box('all').getAttribute('aria-label');
found.less = fill(box('all'));
found.tables = document.querySelectorAll('#tables table').length;
$('search').value = 'abc.b';
$('search').dispatchEvent(new Event('input'));
found.hits = groups().filter(group => group.classList.contains('hit')).length;
$('flame-kind').value = 'wall';
$('flame-kind').dispatchEvent(new Event('change'));
found.wall = groups().length;
return found;
SCRIPT
is(join("\n", $browser->console), '', 'the difference: no error on the console');
is_deeply($found->{kinds}, ['cpu', 'wall', 'off'], 'flame graphs of samples, of calls and of waiting');
is("$found->{whole}; $found->{before}", 'all, 3.000 ms; all, 200.000 ms', 'as wide as in B, and as in A');
like($found->{less}, qr/^hsl\(212 /, 'less is blue');
cmp_ok($found->{tables}, '>=', 2, 'tables of what changed');
cmp_ok($found->{hits}, '>=', 1, 'search finds boxes');
cmp_ok($found->{wall}, '>=', 3, 'the other kind has boxes');

$browser->end;
done_testing;
