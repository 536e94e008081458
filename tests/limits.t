#!/usr/bin/perl
# Resources whose amount no specification fixes: the stack that C needs for a class with many superclasses, class data
# and mirrors of loaders that are kept, literals, which lie in the heap, and the memory beside it. A program that takes
# all of it gets an error of Java's, and goes on. What else may be exhausted is in tests/hostile. MACHINES and CASES
# (names with commas) choose; without CASES what takes minutes in QEMU is skipped there.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my $classes = compile('limits', 'tests/java/Limits.java', glob "$FindBin::Bin/java/classfiles/other/*.java");
my $metaspace = 'java.lang.OutOfMemoryError: Metaspace';
my %expected = (
    deep     => "initialised from below: java.lang.StackOverflowError\ninitialised from above: K0\n",
    literals => "literals: java.lang.OutOfMemoryError: Java heap space\n",
    classes  => "classes: $metaspace\n",
    arrays   => "arrays: $metaspace\n",
    native   => "here: java.lang.OutOfMemoryError\n" . "without memory: java.lang.OutOfMemoryError\n" x 5
        . join('', map { "with it again: $_\n" } qw(N0 CheckedInputStream 201 53 1)) . join('', map { "another: $_\n" } qw(N1 CheckedOutputStream 202 53 1)),
);
my %long_in_qemu = (literals => 1);
for my $machine (machines(3)) {
    for my $case ($ENV{CASES} ? split /,/, $ENV{CASES} : sort keys %expected) {
        SKIP: {
            skip("$case on $machine takes minutes: CASES=$case runs it", 1) if $machine eq 'qemu' && $long_in_qemu{$case} && !$ENV{CASES};
            my ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', $machine, '--mem', 1024, '-Dgnomon.gc.verify=10', '-o', scratch("run-$machine"), '-cp', $classes, 'Limits', '--', $case);
            is("$out$err$status", "begins: number 999\n$expected{$case}goes on: number 999\n0", "$case on $machine");
        }
    }
}

# The memory of what the collector leaves behind goes back to the machine until it is used again, and then there may be
# none.
if (!$ENV{CASES}) {
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', 'linux', '--mem', 1024, '-Dgnomon.gc.protect=1', '-o', scratch('protected'), '-cp', $classes, 'Limits', '--', 'heap');
    is("$out$err$status", "begins: number 999\nhere: java.lang.OutOfMemoryError\nwith memory: 64\nwithout memory: java.lang.OutOfMemoryError\ngoes on: number 999\n0", 'heap, protected');
}

# A domain whose heap is to be searched for mistakes, where there is no memory for that.
for my $machine ($ENV{CASES} ? () : machines(3)) {
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', $machine, '--mem', 1024, '-o', scratch("domains-$machine"), '-cp', "$classes:" . build('gnomon.jar'), 'Limits', '--', 'domains');
    is("$status$out", "0begins: number 999\nbefore: 0\na heap of some size: 64\nwithout memory for a search: 1\nwith it again: 0\ngoes on: number 999\n", "domains on $machine") or diag $err;
    my $log = slurp(scratch("domains-$machine") . ($machine eq 'linux' ? '/host.log' : '/console.txt')) =~ s/\r//gr;
    like($log, qr/^gnomon: domain 3 \(searched\) ends: there is no memory for its collector$/m, 'which is said');
}

# Names that no record has room for are cut.
my $long = compile('longnames', 'tests/java/LongNames.java');
my ($status, $out, $err) = gnomon(60, 'run', '-q', '--machine', 'linux', '-o', scratch('names'), '--alloc', '**', '-cp', $long, 'LongNames');
is("$status$err$out", "0defined\n", 'a class whose name and source file are long');
my @named = map { $_->{class} =~ s/^(n+)\[\]$/length $1/er } grep { $_->{class} =~ /n{1000}|^\?|^\[\]/ } @{report(scratch('names'))->{allocations}};
is("@named", 40_000, 'the report has its whole name');
($status, $out, $err) = gnomon(60, 'report', scratch('names'));
is(scalar(() = $out =~ /^ +1 +32 .* n{20,}\[\]  java\.lang\.reflect\.Array\.newArray/mg), 1, 'also as text') or diag substr "$err$out", 0, 2000;
is((gnomon(60, 'check', scratch('names')))[0], 0, 'the recording hangs together');

# Threads that sleep have little of their stacks.
my $sleepers = compile('sleepers', 'tests/java/Sleepers.java');
($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', 'linux', '--mem', 1536, '--heap', 128, '-o', scratch('sleepers'), '-cp', $sleepers, 'Sleepers', '--', 10_000);
is("$status$err$out", "0sleeping: 10000\nawake\n", '10,000 threads that sleep, in 1.5 GiB');

done_testing();
