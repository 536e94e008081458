#!/usr/bin/perl
# What goes through portals, and what does not: the programs of tests/portals/ print the same on `java`, where domains are loaders and copies are made by reflection
# (kernel/domains/java/gnomon/Local*.java), as in guests, where the kernel makes them: the same results, and the same refusals with the same words. MACHINES chooses.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path 'make_path';
use Gnomon;
use Test::More;

# Each with how many lines it prints, at least.
my %programs = (Callers => 9, Declared => 30, Names => 14, Views => 40);
my ($outer, $inner) = ('a' x 200, 'b' x 200);
make_path(scratch('long'));
spill(scratch('long/Part.java'), "package $outer.$inner; public class Part { static class Other { } public Object other = new Other(); public enum Of { Z } public static final Object Z = Of.Z; }\n");
my $classes = compile('portals', scratch('long/Part.java'), map { "tests/portals/$_.java" } sort keys %programs);
my $path = "$classes:" . build('gnomon.jar');
my %options = (linux => [], stress => [map { "-Dgnomon.gc.$_" } 'stress=3000', 'protect=1', 'verify=200'], qemu => []);
for my $program (sort keys %programs) {
    my ($status, $expected, $err) = java(60, $path, $program);
    is($status, 0, "$program: status on java") or diag $err;
    cmp_ok(scalar(() = $expected =~ /\n/g), '>=', $programs{$program}, "$program: java prints something");
    for my $machine (split /,/, $ENV{MACHINES} // 'linux,qemu') {
        for my $way ($machine eq 'linux' ? qw(linux stress) : $machine) {
            my ($got_status, $got, $got_err) = gnomon(300, 'run', '-q', '--machine', $machine, @{$options{$way}}, '-o', scratch($way), '-cp', $path, $program);
            is($got, $expected, "$program, $way: as on java") or diag $got_err;
            is($got_status, 0, "$program, $way: status");
        }
    }
}

# Services end while their domain is being collected; Words has what makes room for a copy scarce.
spill(scratch('Words.java'), 'class Words { long ' . join(', ', map { "a$_" } 1 .. 2000) . "; }\n");
my $dropped = compile('dropped', scratch('Words.java'), 'tests/portals/Dropped.java') . ':' . build('gnomon.jar');
my ($dropped_status, $dropped_out, $dropped_err) = java(60, $dropped, 'Dropped', 60, 1);
is("$dropped_status $dropped_out", "0 0 answered wrongly\n", 'Dropped on java') or diag $dropped_err;
($dropped_status, $dropped_out, $dropped_err) = gnomon(300, 'run', '-q', '--machine', 'linux', '--cpus', 4, '--mem', 1400, '-o', scratch('dropped.data'), '-cp', $dropped, 'Dropped', '--', 1500, 8);
is("$dropped_status $dropped_out", "0 0 answered wrongly\n", 'Dropped on 4 processors') or diag $dropped_err;
done_testing;
