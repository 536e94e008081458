#!/usr/bin/perl
# What no JVM says how much there is of: the stack that C needs for a class with many superclasses, and class data and mirrors of loaders that are kept, and literals, which lie in the heap.
# A program that takes all of it gets an error of Java's, and goes on.
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
    native   => "warm: up\n" . "without memory: java.lang.OutOfMemoryError\n" x 5
        . join('', map { "with it again: $_\n" } qw(N0 CheckedInputStream 201 53 1)) . join('', map { "another: $_\n" } qw(N1 CheckedOutputStream 202 53 1)),
);
for my $case (sort keys %expected) {
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', 'linux', '--mem', 1024, '-Dgnomon.gc.verify=10', '-o', scratch('run'), '-cp', $classes, 'Limits', '--', $case);
    is("$out$err$status", "begins: number 999\n$expected{$case}goes on: number 999\n0", $case);
}

done_testing();
