#!/usr/bin/perl
# Programs of tests/java/ print on both machines what `java` prints, on both outputs, and end with the same status. MACHINES and PROGRAMS (names with commas)
# choose some of them.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my @machines = split /,/, $ENV{MACHINES} // 'linux,qemu';
my @programs = split /,/, $ENV{PROGRAMS} // 'A,B,Exceptions,Threads,Library,MathBits,D,Suite';
my @suite = qw(Language Dispatch Corners Pressure ArrayKinds Traces Initialisation Overflow Interleaved Lambdas C Handles Bounds Constants);
my $classes = compile('java', map { "tests/java/$_.java" } @programs, (grep { $_ eq "Suite" } @programs) ? @suite : ());

for my $program (@programs) {
    my ($status, $out, $err) = java(60, $classes, $program, 'first', 'second argument');
    for my $machine (@machines) {
        my ($our_status, $our_out, $our_err) =
            gnomon(120, 'run', '-q', '--machine', $machine, '-o', scratch("$program-$machine"), '-cp', $classes, $program, '--', 'first', 'second argument');
        is($our_out, $out, "$program on $machine: standard output");
        is($our_err, $err, "$program on $machine: standard error");
        is($our_status, $status, "$program on $machine: status");
    }
}

done_testing();
