#!/usr/bin/perl
# What an object of 24 bytes costs in translated code on the fast path, counted by QEMU instruction by instruction: a
# method that makes one against a method that calls something as well (for the constructor) and stores a reference as
# well. Without inlining, which would leave nothing to compare. And what counting takes of a program that does little
# else, on this machine, where it switches in turns: with QUIET=1 it is held to its limit, the best of a few runs.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

cannot(stress => 'a collector that works all the time bends the figures that this file knows');
my $limit = 12;
my $times = 100_000;
my $classes = compile('classes', 'tests/java/Allocations.java');
# What an allocation takes in a run with these options.
sub instructions {
    my ($name, @options) = @_;
    my ($directory, $counts_file) = (scratch("run-$name"), scratch("counts-$name"));
    {
        local $ENV{PATH} = plugin_path($counts_file) . ":$ENV{PATH}";
        my ($status, $out, $err) =
            gnomon(300, 'run', '-q', '--deterministic', '--no-inline', 'Allocations*.*', @options, '-o', $directory, '-cp', $classes, 'Allocations');
        is("$status $out$err", "0 true\n", "$name: the program ran");
    }
    my ($counts, $ranges) = (counts($counts_file), code_ranges(region($directory)));
    my %instructions;
    for my $method (qw(withAllocation without)) {
        my @ranges = @{$ranges->{"Allocations.$method"} // []};
        ok(scalar @ranges, "$name: $method was translated") or next;
        # The cold paths are not executed, or seldom: when a window is used up; nor is an earlier translation.
        $instructions{$method} = grep { ($counts->{$_} // 0) > $times * 0.9 } map { $_->[0] .. $_->[0] + $_->[1] - 1 } @ranges;
    }
    return $instructions{withAllocation} - $instructions{without};
}

my $allocation = instructions('plain');
cmp_ok($allocation, '>', 2, "an allocation takes $allocation instructions, more than none");
cmp_ok($allocation, '<=', $limit, "and at most $limit");
my $counted = instructions('counted', '--alloc', '**') - $allocation;
cmp_ok($counted, '>', 0, "to count it takes $counted more");
cmp_ok($counted, '<=', 3, 'and at most 3');

my ($share_limit, $least) = (0.08, 1);
my $trees = compile('trees', 'tests/bench/java/Trees.java');
for (1 .. ($ENV{QUIET} ? 5 : 1)) {
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', 'linux', '-o', scratch('trees'), '-cp', "$trees:" . build('gnomon.jar'), 'Trees', '--', 40);
    my ($nodes, undef, undef, $ratio) = split ' ', $out;
    is("$status $nodes$err", '0 ' . 2 * 40 * 20 * ((2 << 14) - 1), 'binary trees are made, counted and not');
    $least = $ratio - 1 if $ratio - 1 < $least;
    last if $least <= $share_limit;
}
my $objects = 0;
$objects += $_->{objects} for grep { $_->{class} eq 'Trees$Node' } @{ report(scratch('trees'))->{allocations} };
is($objects, 41 * 20 * ((2 << 14) - 1), 'those of the turns in which it is on are counted');
note(sprintf 'counting takes %.1f %% of it', 100 * $least);
cmp_ok($least, '<=', $share_limit, 'which is at most 8 %') if $ENV{QUIET};
done_testing();
