#!/usr/bin/perl
# What an object of 24 bytes costs in translated code on the fast path, counted by QEMU instruction by instruction: a method that makes one against a method
# that calls something as well (for the constructor) and stores a reference as well. Without inlining, which would leave nothing to compare.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my $limit = 12;
my $times = 100_000;
my $classes = compile('classes', 'tests/java/Allocations.java');
my $counts_file = scratch('counts');
{
    local $ENV{PATH} = plugin_path($counts_file) . ":$ENV{PATH}";
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '--deterministic', '--no-inline', 'Allocations*.*', '-o', scratch('run'), '-cp', $classes, 'Allocations');
    is("$status $out$err", "0 true\n", 'the program ran');
}
my ($counts, $ranges) = (counts($counts_file), code_ranges(region(scratch('run'))));
my %instructions;
for my $method (qw(withAllocation without)) {
    my @ranges = @{$ranges->{"Allocations.$method"} // []};
    ok(scalar @ranges, "$method was translated") or next;
    # The cold paths are not executed, or seldom: when a window is used up; nor is an earlier translation.
    $instructions{$method} = grep { ($counts->{$_} // 0) > $times * 0.9 } map { $_->[0] .. $_->[0] + $_->[1] - 1 } @ranges;
}
my $allocation = $instructions{withAllocation} - $instructions{without};
cmp_ok($allocation, '>', 2, "an allocation takes $allocation instructions, more than none");
cmp_ok($allocation, '<=', $limit, "and at most $limit");
done_testing();
