#!/usr/bin/perl
# Classes compiled against one version of a library (tests/changed/before) and run with another (after): every linkage
# error is `java`'s, by class and words, and so are both outputs and the status.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my $classes = scratch('classes');
for my $version ('before', 'after') {
    my ($status, $out, $err) = run(60, 'javac', '-d', $classes, glob "$FindBin::Bin/changed/$version/*.java");
    die "$version: $err$out" if $status;
}
my ($expected_status, $expected_out, $expected_err) = java(60, $classes, 'Changed');
is($expected_status, 1, 'java: an uncaught error');
cmp_ok(scalar(() = $expected_out =~ /Error/g), '>', 80, 'java: most of the attempts fail');
for my $machine (machines()) {
    my ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', $machine, '-o', scratch($machine), '-cp', $classes, 'Changed');
    is($status, $expected_status, "$machine: status");
    is($out, $expected_out, "$machine: output");
    is($err, $expected_err, "$machine: error output");
}
done_testing();
