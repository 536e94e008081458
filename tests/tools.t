#!/usr/bin/perl
# The JDK's own tools as programs: javac makes of the same sources the same bytes as under `java`, and what it made runs
# there and then; jar, jdeps and javap are found as services, and a tool's class can be the main class. MACHINES
# chooses.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Cwd 'getcwd';
use File::Copy 'copy';
use Gnomon;
use Test::More;

my @machines = machines(3);
my %sources = map { $_->[1] => "$FindBin::Bin/java/$_->[0]/$_->[1]" } ['lambdas', 'Lambdas.java'], ['language', 'Language.java'], ['switches', 'SwitchExpressions.java'];
my $classes = compile('tools', 'tests/tools/Compile.java');
mkdir scratch('work');
copy($sources{$_}, scratch("work/$_")) or die "$_: $!" for keys %sources;

my $top = getcwd();
chdir scratch('work') or die;
my ($status, $expected, $err) = java(120, $classes, 'Compile', sort keys %sources);
chdir $top or die;
is($status, 0, 'the program on java') or diag($err);
like($expected, qr/^out\/SwitchExpressions\.class \d+ \w{64}$/m, 'which shows what javac made');

for my $machine (@machines) {
    my @given = map { ('--file', "$sources{$_}:$_") } sort keys %sources;
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', $machine, '-o', scratch("run-$machine"), @given, '-cp', $classes, 'Compile', '--', sort keys %sources);
    is($out, $expected, "javac, what it made, jar, jdeps and javap on $machine");
    is($err, '', 'and nothing on standard error');
    is($status, 0, 'status 0');
}

($status, my $out, $err) = gnomon(300, 'run', '-q', '--machine', 'linux', '-o', scratch('main'), '--file', "$sources{'SwitchExpressions.java'}:SwitchExpressions.java", '--save', 'SwitchExpressions.class:' . scratch('SwitchExpressions.class'),
    '-cp', $classes, 'com.sun.tools.javac.Main', '--', '-g', 'SwitchExpressions.java');
is("$status $out$err", '0 ', 'javac as the main class');
is(system('cmp', '-s', scratch('SwitchExpressions.class'), scratch('work/out/SwitchExpressions.class')), 0, 'whose class is the same');
done_testing();
