#!/usr/bin/perl
# What programs without windows use of java.desktop is as under `java` without a display; drawing, which is native, ends
# in an UnsatisfiedLinkError that the program can catch.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

delete $ENV{DISPLAY};
my $classes = compile('desktop', "$FindBin::Bin/desktop/Desktop.java", "$FindBin::Bin/desktop/Drawing.java");
my (undef, $expected) = java(60, $classes, 'Desktop');
like($expected, qr/^headless: true\n.*^invoked\nno window\n\z/ms, 'java: without a display');
for my $machine (machines()) {
    my @run = ('run', '-q', '--machine', $machine, '-o', scratch($machine), '-cp', $classes);
    my ($status, $out, $err) = gnomon(120, @run, 'Desktop');
    is("$status $out$err", "0 $expected", "$machine: the same");
    ($status, $out, $err) = gnomon(120, @run, 'Drawing');
    like("$status $out$err", qr/\A0 cannot draw: java\.lang\.UnsatisfiedLinkError/, "$machine: no drawing");
}
done_testing();
