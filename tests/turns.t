#!/usr/bin/perl
# What the kernel does for a program as long as that likes, it does in pieces: verifying, translating, zeroing, cloning.
# Turns.java says for each how long a thread that sleeps a millisecond at a time had no turn; by the processor's virtual
# time, which the host's load does not touch. In pieces it is a quantum of 10 ms and what a piece takes, and with a
# processor of its own that piece; the whole takes several times as long. Each run has one processor or two, which
# TEST_SEED chooses (WITH=full: each).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my $bound = 40; # ms
my $classes = compile('turns', 'tests/java/Turns.java', 'tests/java/classfiles/other/Assembler.java');
for my $processors (share(2, 1, 2)) {
    my ($status, $out, $err) = gnomon(400, 'run', '-q', '--machine', 'qemu', '--deterministic', '--cpus', $processors, '--mem', 1536, '--heap', 1000, '-o', scratch("data-$processors"), '-cp', $classes, 'Turns');
    my $label = "processors: $processors";
    is($status, 0, "$label: the run ends well") or diag($err);
    my %longest = map { /^(\w+) (\d+) of (\d+)$/ ? ($1 => [$2, $3]) : () } split /\n/, $out;
    is(join(' ', sort keys %longest), 'cloning nothing translating verifying zeroing', "$label: all is done") or diag($out);
    for my $work (sort grep { $_ ne 'nothing' } keys %longest) {
        my ($pause, $whole) = @{$longest{$work}};
        cmp_ok($whole, '>', 2 * $bound, "$label: $work takes longer than that in all: $whole ms");
        cmp_ok($pause, '<', $bound, "$label: and others have their turn within $pause ms");
    }
}
done_testing();
