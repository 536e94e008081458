#!/usr/bin/perl
# The report's page in a browser without a network: no error on the console, and search, zoom, sorting, details and the timeline do what they should, by script and by
# keys and mouse. First on a region of known content, then on the recording of the JDBC example (thousands of methods, several threads), then on one of a million slices.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path 'make_path';
use Test::More;
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
is($found->{flameAll}, 200, 'the flame graph has all samples');
cmp_ok(abs($found->{flameShare} - 67 / 200), '<', 0.001, 'its boxes are as wide as their samples');
like($found->{flamePath}, qr/^main .*\.a\(\) .*\.b\(\)\z/, 'a click zooms in there as well');
is($found->{flameZoomed}, 133, 'to the samples of that box');
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
like($found->{witnesses}, qr/^3what timing .* for 2 of 5 methods/, 'what timing and sampling say, and where they disagree');

$found = act('ended', <<'SCRIPT', '--filter', '**.a', '--filter', '**.b', '--filter', '**.c', '--sort', 'name', '--top', 2);
const found = { names: [...document.querySelectorAll('#method-rows td.name')].map(cell => cell.textContent.replace(/\(.*/, '')) };
document.querySelectorAll('#method-head th')[0].dispatchEvent(new MouseEvent('click', { bubbles: true }));
found.byCount = [...document.querySelectorAll('#method-rows td.name')].map(cell => cell.textContent.replace(/\(.*/, ''));
found.sum = $('method-count').textContent;
SCRIPT
is("@{$found->{names}}", 'example.Abc.a example.Abc.b', '--filter, --sort and --top choose the rows');
is("@{$found->{byCount}}", 'example.Abc.b example.Abc.a', 'which can be sorted otherwise');

# ---- A real one

my $jar = '/usr/share/java/hsqldb.jar';
my ($ran, undef, $words) = gnomon(120, 'run', '-q', '--machine', 'linux', '--time', '**', '--sample', 1000, '--stacks', 64, '--events', 'thread_switch', '-o', scratch('example'),
    '-cp', compile('jdbc', 'examples/jdbc/Orders.java') . ":$jar", 'Orders', '--', 200, 500);
is($ran, 0, 'the example runs') or diag($words);
my $report = report(scratch('example'));
$found = act('example', <<'SCRIPT', '--package', 'org.hsqldb.jdbc');
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
SCRIPT
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
done_testing;
