#!/usr/bin/perl
# Who gets the processor: shares of domains by weight.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use List::Util 'sum0';
use Test::More;

my $classes = compile('schedulers', 'tests/schedulers/Spin.java');
my $path = "$classes:" . build('gnomon.jar');

# In the window each has its part of what they have together, to 1 %; and together they have nearly all of it.
sub shares {
    my ($label, $directory, $milliseconds, $weights, @options) = @_;
    my ($status, $out, $err) = gnomon(300, 'run', '-q', @options, '--quantum', 1000, '-o', $directory, '-cp', $path, 'Spin', '--', $milliseconds, @$weights);
    is($status, 0, "$label: status") or diag $err;
    my @had = split /\n/, $out;
    my @expected = map { s/x.*//r } @$weights;
    my ($sum, $whole) = (sum0(@had), sum0(@expected));
    is(scalar @had, scalar @$weights, "$label: a figure for each") or return;
    for my $at (0 .. $#had) {
        my $part = $had[$at] / $sum / ($expected[$at] / $whole);
        ok($part > 0.99 && $part < 1.01, "$label: the domain with weight $weights->[$at]") or diag "it has $part times its share: @had";
    }
    return $sum / ($milliseconds * 1e6);
}

my $deterministic = scratch('deterministic');
cmp_ok(shares('three domains', $deterministic, 1600, [1, 2, 5], '--deterministic', '--events', 'domain'), '>', 0.97, 'what they have together');
shares('the machine is a process', scratch('linux'), 1600, [1, 2, 5], '--machine', 'linux');
shares('two domains, one with five threads', scratch('threads'), 400, ['1', '1x5'], '--deterministic');
shares('two domains', scratch('two'), 800, [3, 1], '--deterministic');

# What the report says of them, boot and all: in the order of their weights.
my %of = map { $_->{name} => $_ } @{report($deterministic)->{domains}};
ok($of{spinner1}{running_ticks} < $of{spinner2}{running_ticks} && $of{spinner2}{running_ticks} < $of{spinner3}{running_ticks}, 'the report by domain');

done_testing();
