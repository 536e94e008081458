#!/usr/bin/perl
# One program on each machine, with the instruments that are on unless a user says otherwise: it prints what it prints
# under `java`, its recording passes `gnomon check`, the ledger closes, and the report, the page and the trace for other
# tools come into being. Wants the examples built (make quick).

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use List::Util 'sum0';
use Test::More;

my $classes = build('examples');
need(-e "$classes/WordCount.class", 'the examples are not built (make quick)');
my ($java_status, $expected, $words) = java(60, $classes, 'WordCount');
is($java_status, 0, 'java runs WordCount') or diag $words;
for my $machine ('linux', 'qemu') {
    my $directory = scratch($machine);
    my ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', $machine, '--time', 'WordCount*.*', '--events', 'thread,collection', '-o', $directory, '-cp', $classes, 'WordCount');
    is("$status $err", '0 ', "$machine: runs");
    is($out, $expected, "$machine: prints what it prints under java");
    ($status, $out, $err) = gnomon(60, 'check', $directory);
    is($status, 0, "$machine: its recording is well-formed") or diag "$out$err";
    my $report = report($directory);
    is(sum0(map { $_->{ticks} } @{$report->{ledger}}), $report->{elapsed_ticks}, "$machine: the ledger closes");
    cmp_ok(scalar(grep { $_->{class} eq 'WordCount' && $_->{count} } @{$report->{methods}}), '>', 0, "$machine: its methods were timed");
    for my $file ('page.html', 'trace.json', 'graph.svg') {
        my $made = scratch("$machine-$file");
        ($status, $out, $err) = gnomon(60, $file eq 'page.html' ? 'report' : 'export', $directory, '-o', $made, $file eq 'trace.json' ? ('--to', 'chrome') : ());
        ok($status == 0 && -s $made, "$machine: $file is made") or diag "$status $out$err";
    }
}
done_testing();
