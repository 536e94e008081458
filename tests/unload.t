#!/usr/bin/perl
# Class unloading. Unload.java prints what `java` prints: which ways of reaching a loader keep it, which do not, and that what is left works; on Linux and in QEMU, and with a collection at every
# 37th allocation, the whole heap looked through, what lives on of classes compared with what goes, and freed memory filled. Programs that define classes without end use no more than a bound of
# class data, code and mirrors. An address that is used again has two names in one recording. SOAK_LOADERS and MACHINES choose how many loaders the long program throws away, and where.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my @machines = split /,/, $ENV{MACHINES} // 'linux,qemu';
my $classes = compile('unload', glob "$FindBin::Bin/java/unload/*.java");
unlink "$classes/Absent.class" or die "Absent.class: $!\n";

sub same {
    my ($name, $expected, @arguments) = @_;
    my ($status, $out, $err) = gnomon(600, 'run', '-q', @arguments);
    is($out, $expected->[1], "$name: standard output");
    is($err, $expected->[2], "$name: standard error");
    is($status, $expected->[0], "$name: status");
}

if (!$ENV{SOAK_LOADERS}) {
    my $expected = [java(120, $classes, 'Unload')];
    for my $machine (@machines) {
        same("Unload on $machine", $expected, '--machine', $machine, '-Dgnomon.gc.verify=10', '-o', scratch("unload-$machine"), '-cp', $classes, 'Unload');
    }
    same('Unload under stress', $expected, '--machine', 'linux', '-Dgnomon.gc.stress=37', '-Dgnomon.gc.protect=1', '-Dgnomon.gc.verify=50', '-o', scratch('unload-stress'), '-cp', $classes, 'Unload');
}

# Ten classes in each loader; every thousandth says what is in use, which must not grow.
my $loaders = $ENV{SOAK_LOADERS} // 1000;
for my $machine (@machines) {
    my $count = $machine eq 'qemu' && !$ENV{SOAK_LOADERS} ? 300 : $loaders;
    my ($status, $out, $err) = gnomon(7200, 'run', '-q', '--machine', $machine, '--heap', 64, '--timeout', 7000, '-Dgnomon.gc.verify=20', '-o', scratch("endless-$machine"), '-cp', $classes, 'Endless', '--', $count);
    is("$status $out$err", "0 all right: " . $count * 10 . " classes\n", "$machine: " . $count * 10 . " classes in $count loaders");
}

done_testing();
