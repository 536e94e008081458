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
done_testing;
