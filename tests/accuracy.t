#!/usr/bin/perl
# Are the times right? Held against what a TCG plugin counts, instruction by instruction, in the run that is not instrumented. Abc's methods differ
# only in whom they call and how often they call consume(n), a counted loop; so the truth per call of a, b and c follows from the executions of
# their own instructions and of consume's, once per call and once per turn of its loop.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my $classes = compile('abc', 'examples/Abc.java');
my @timed = map { ('--time', "Abc.$_") } qw(a b c);

# n of each call of consume, and which methods are called, in one call of each method (examples/Abc.java).
my %consumes = (a => [15, 20, 5, 5], b => [5, 5, 10], c => [10]);
my %calls = (a => [qw(b c b)], b => [qw(c c)], c => []);

sub total { my $sum = 0; $sum += $_ for @_; return $sum }

# How often each is called when a is called once, and what consume is asked for in all.
my %often = (a => 1, b => 2, c => 5);
my $consume_calls = total(map { $often{$_} * @{$consumes{$_}} } keys %often);
my $consume_units = total(map { $often{$_} * total(@{$consumes{$_}}) } keys %often);

# The instructions of consume that run once per call, and once per turn.
sub consume_cost {
    my ($counts, $ranges, $rounds, $turns_per_unit) = @_;
    my ($per_call, $per_turn) = (0, 0);
    my $calls = $rounds * $consume_calls;
    my $turns = $rounds * $consume_units * $turns_per_unit;
    for my $range (@{$ranges->{'Abc.consume'}}) {
        for my $address ($range->[0] .. $range->[0] + $range->[1] - 1) {
            my $count = $counts->{$address} or next;
            my $share = int($count / $turns + 0.5);
            $per_turn += $share;
            $per_call += ($count - $share * $turns) / $calls;
        }
    }
    return ($per_call, $per_turn);
}

sub truth {
    my ($turns_per_unit, $rounds, @arguments) = @_;
    my $counts_file = scratch("counts-$turns_per_unit");
    local $ENV{PATH} = plugin_path($counts_file) . ":$ENV{PATH}";
    my $directory = scratch("plain-$turns_per_unit");
    my ($status, $out, $err) = gnomon(600, 'run', '--deterministic', '-o', $directory, '-cp', $classes, 'Abc', @arguments);
    is($status, 0, "the run that is counted ends well") or diag $err;
    my ($counts, $ranges) = (counts($counts_file), code_ranges(region($directory)));
    my ($per_call, $per_turn) = consume_cost($counts, $ranges, $rounds, $turns_per_unit);
    cmp_ok($per_turn, '>', 2, 'consume has a loop');
    my (%exclusive, %inclusive);
    for my $method (qw(c b a)) {
        my $own = exclusive_of($counts, $ranges, "Abc.$method") / ($rounds * $often{$method});
        cmp_ok($own, '>', 0, "$method was executed");
        $exclusive{$method} = $own + total(map { $per_call + $per_turn * $turns_per_unit * $_ } @{$consumes{$method}});
        $inclusive{$method} = $exclusive{$method} + total(map { $inclusive{$_} } @{$calls{$method}});
    }
    return {exclusive => \%exclusive, inclusive => \%inclusive};
}

sub within {
    my ($got, $expected, $percent, $error, $name) = @_;
    my $off = abs($got - $expected);
    ok($off <= $expected * $percent / 100, sprintf('%s: %.1f for %.1f, off by %.3f %%, at most %s %%', $name, $got, $expected, 100 * $off / $expected, $percent));
    ok($off <= $error, sprintf('%s: the stated error %.1f covers %.1f', $name, $error, $off)) if defined $error;
}

sub compare {
    my ($truth, $label, $percent, $exclusive_too, $options, @arguments) = @_;
    my $directory = scratch("timed-$label");
    my ($status, $out, $err) = gnomon(600, 'run', '--deterministic', '-o', $directory, @$options, '-cp', $classes, 'Abc', @arguments);
    is($status, 0, "$label: the timed run ends well") or diag $err;
    my %method = map { $_->{method} => $_ } grep { $_->{class} eq 'Abc' } @{report($directory)->{methods}};
    for my $name (qw(a b c)) {
        my $row = $method{$name} or do { fail("$label: $name is in the report"); next };
        my $error = $row->{err_ns} / $row->{count};
        within($row->{cpu_incl_ns} / $row->{count}, $truth->{inclusive}{$name}, $percent, $error, "$label: $name, CPU inclusive");
        within($row->{cpu_excl_ns} / $row->{count}, $truth->{exclusive}{$name}, $percent, $error, "$label: $name, CPU exclusive") if $exclusive_too;
    }
}

my $rounds = 110;  # 10 to warm up, and 100
my $truth = truth(1000, $rounds);
compare($truth, 'three methods', 0.5, 1, \@timed);
compare($truth, 'every method', 0.5, 0, ['--time', '**']);
my $short = truth(10, $rounds, '10');
compare($short, 'three methods, short', 2, 1, \@timed, '10');
compare($short, 'every method, short', 2, 0, ['--time', '**'], '10');

done_testing();
