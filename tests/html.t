#!/usr/bin/perl
# The report's page in a browser without a network: no error on the console, and search, zoom, sorting and details do what they should. A script is added to a
# copy of the page; it acts as a user would and writes what it finds into the document, which the browser prints.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path 'make_path';
use Test::More;
use Gnomon;
use JSON::PP;

my ($browser) = grep { -x } map { my $d = $_; map { "$d/$_" } qw(chromium chromium-browser google-chrome) } split /:/, $ENV{PATH};
my $make = build('test/viz/test/make_region');
plan skip_all => 'no Chromium' unless $browser;
plan skip_all => "$make is not built (make tests-built)" unless -x $make;
make_path(scratch('ended'));
run(20, $make, 'ended', scratch('ended/region'));
is((gnomon(60, 'report', scratch('ended'), '-o', scratch('report.html')))[0], 0, 'the page is written');

my $page = slurp(scratch('report.html'));
unlike($page, qr{(?:src|href)="https?:|\@import|url\(}, 'nothing is loaded from elsewhere');
my $actions = <<'SCRIPT';
<script>
const found = {}, $ = id => document.getElementById(id), boxes = () => [...document.querySelectorAll('#boxes g')];
const click = element => element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
const box = name => boxes().find(group => group.textContent.includes(name));
const wide = group => Number(group.querySelector('rect').getAttribute('width'));
found.rows = document.querySelectorAll('#method-rows tr').length;
found.nodes = document.querySelectorAll('#graph g.node').length;
found.ledger = document.querySelectorAll('#ledger-rows tr').length;
found.bars = document.querySelectorAll('#strip rect').length;
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
document.body.replaceChildren(Object.assign(document.createElement('pre'), { textContent: 'FOUND' + JSON.stringify(found) + 'END' }));
</script>
SCRIPT
$page =~ s{</body>}{$actions</body>};
spill(scratch('acted.html'), $page);
my ($status, $out, $err) = run(60, $browser, '--headless=new', '--no-sandbox', '--disable-gpu', '--enable-logging=stderr', '--window-size=1400,1600',
    '--user-data-dir=' . scratch('browser'), '--dump-dom', 'file://' . scratch('acted.html'));
my @console = grep { /CONSOLE/ } split /\n/, $err;
is("@console", '', 'no error on the console');
my ($json) = $out =~ /FOUND(.*)END/s;
ok($json, 'the script ran to its end') or do { diag($err); done_testing; exit };
$json =~ s/&amp;/&/g, $json =~ s/&lt;/</g, $json =~ s/&gt;/>/g;
my $found = decode_json($json);
is($found->{rows}, 5, 'a row a method');
cmp_ok($found->{nodes}, '>=', 5, 'the call graph has its nodes');
cmp_ok($found->{ledger}, '>=', 4, 'the ledger is there');
cmp_ok($found->{bars}, '>=', 50, 'the strip shows the switches');
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
done_testing;
