#!/usr/bin/perl
# What goes through portals, and what does not: the programs of tests/portals/ print the same on `java`, where domains
# are loaders and copies are made by reflection (kernel/domains/java/gnomon/Local*.java), as in guests, where the kernel
# makes them: the same results, and the same refusals with the same words. MACHINES chooses.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path 'make_path';
use Gnomon;
use Test::More;

# Each with how many lines it prints, at least.
my %programs = (Callers => 9, Declared => 30, Names => 26, Views => 40);
my ($outer, $inner) = ('a' x 200, 'b' x 200);
make_path(scratch('long'));
spill(scratch('long/Part.java'), "package $outer.$inner; public class Part { static class Other { } public Object other = new Other(); public enum Of { Z, Y { public String toString() { return \"a body Y\"; } } } public static final Object Z = Of.Z, Y = Of.Y; }\n");
my $classes = compile('portals', scratch('long/Part.java'), map { "tests/portals/$_.java" } sort keys %programs);
my $path = "$classes:" . build('gnomon.jar');
my %options = (linux => [], stress => [map { "-Dgnomon.gc.$_" } 'stress=3000', 'protect=1', 'verify=200'], qemu => []);
for my $program (sort keys %programs) {
    my ($status, $expected, $err) = java(60, $path, $program);
    is($status, 0, "$program: status on java") or diag $err;
    cmp_ok(scalar(() = $expected =~ /\n/g), '>=', $programs{$program}, "$program: java prints something");
    for my $machine (machines(3)) {
        for my $way ($machine eq 'linux' ? qw(linux stress) : $machine) {
            my ($got_status, $got, $got_err) = gnomon(300, 'run', '-q', '--machine', $machine, @{$options{$way}}, '-o', scratch($way), '-cp', $path, $program);
            is($got, $expected, "$program, $way: as on java") or diag $got_err;
            is($got_status, 0, "$program, $way: status");
        }
    }
}

# The domain that serves has no class Gone: the kernel looks only at what goes through, where reflection wants every
# class that is named; what it does not find is refused.
my $with = compile('with', 'tests/portals/Missing.java');
my $without = compile('without', 'tests/portals/Missing.java');
unlink "$without/Missing\$Gone.class" or die "Gone: $!\n";
my %missing = (
    java => <<'END',
method of an argument: named 7
field of an argument: gnomon.PortalCopyException: the class Missing$Holder has a field of the class Missing$Gone, which is not there in the domain serves
field of a result: gnomon.PortalCopyException: Missing$Holder: has a field of the class Missing$Gone, which is not there
portal of an argument: gnomon.PortalCopyException: Missing$Worker at [0]: the portal Missing$Work has a method that needs the class Missing$Gone, which is not there in the domain serves
portal that is called: gnomon.PortalCopyException: the portal Missing$Work has a method that needs the class Missing$Gone, which is not there in the domain serves
portal that is looked up: java.lang.IllegalArgumentException: the portal Missing$Work has a method that needs the class Missing$Gone, which is not there in the domain serves
END
    gnomon => <<'END',
method of an argument: named 7
field of an argument: holder 8
field of a result: 8
portal of an argument: work 3
portal that is called: 3
portal that is looked up: 3
END
);
my $missing_path = "$with:$without:" . build('gnomon.jar');
my ($missing_status, $missing_out, $missing_err) = java(60, $missing_path, 'Missing', 'first');
is("$missing_status $missing_out", "0 $missing{java}", 'Missing on java') or diag $missing_err;
($missing_status, $missing_out, $missing_err) = gnomon(60, 'run', '-q', '--machine', 'linux', '-o', scratch('missing.data'), '-cp', $missing_path, 'Missing', '--', 'first');
is("$missing_status $missing_out", "0 $missing{gnomon}", 'Missing on linux') or diag $missing_err;

# Services end while their domain is being collected; Words has what makes room for a copy scarce.
spill(scratch('Words.java'), 'class Words { long ' . join(', ', map { "a$_" } 1 .. 2000) . "; }\n");
my $dropped = compile('dropped', scratch('Words.java'), 'tests/portals/Dropped.java') . ':' . build('gnomon.jar');
my ($dropped_status, $dropped_out, $dropped_err) = java(60, $dropped, 'Dropped', 60, 1);
is("$dropped_status $dropped_out", "0 0 answered wrongly\n", 'Dropped on java') or diag $dropped_err;
($dropped_status, $dropped_out, $dropped_err) = gnomon(300, 'run', '-q', '--machine', 'linux', '--cpus', 4, '--mem', 1400, '-o', scratch('dropped.data'), '-cp', $dropped, 'Dropped', '--', 1500, 8);
is("$dropped_status $dropped_out", "0 0 answered wrongly\n", 'Dropped on 4 processors') or diag $dropped_err;
done_testing;
