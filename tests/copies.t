#!/usr/bin/perl
# Copies are right: random graphs of objects of all kinds (fields, arrays, circles, shared parts, enums, records, boxes,
# strings of both sorts, collections of the JDK, exceptions) go through a portal and back. What serialization writes of
# them, there and when they are back, is what it writes of them on `java`, where they have never been anywhere. Two
# seeds are fixed, one is new in each run; SEEDS and GRAPHS (of a seed) choose.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my @seeds = $ENV{SEEDS} ? split /,/, $ENV{SEEDS} : (1, 2, seed());
my $graphs = $ENV{GRAPHS} // 150;
note "seeds @seeds";
my $path = compile('copies', 'tests/domains/Graphs.java') . ':' . build('gnomon.jar');
my ($status, $expected, $err) = java(100, $path, 'Graphs', 'direct', $graphs, @seeds);
is(scalar(() = $expected =~ /^seed \d+: $graphs graphs, \d{4,} bytes, sum \d+$/mg), @seeds, 'graphs on java') or diag "$expected$err";

# Under stress and in an emulator there is time for fewer, of one seed.
my $few = int($graphs / 10);
my (undef, $expected_few) = java(100, $path, 'Graphs', 'direct', $few, $seeds[-1]);
my %ways = (
    linux => [$expected, $graphs, \@seeds, '--machine', 'linux'],
    stress => [$expected_few, $few, [$seeds[-1]], '--machine', 'linux', map { "-Dgnomon.gc.$_" } 'stress=3000', 'protect=1', 'verify=200'],
    qemu => [$expected_few, $few, [$seeds[-1]], '--machine', 'qemu'],
);
for my $label (sort keys %ways) {
    my ($wanted, $count, $chosen, @options) = @{$ways{$label}};
    my ($got_status, $got, $got_err) = gnomon(300, 'run', '-q', @options, '-o', scratch($label), '-cp', $path, 'Graphs', '--', 'portal', $count, @$chosen);
    is($got, $wanted, "$label: graphs that have been in another domain") or diag $got_err;
    is($got_status, 0, "$label: status");
}
done_testing;
