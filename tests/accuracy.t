#!/usr/bin/perl
# Are the CPU times right (elapsed.t has the elapsed ones)? Held against what a TCG plugin counts, instruction by
# instruction, in runs that are not instrumented.
#
# What is compared are the 100 calls of a() behind 10 to warm up: a run of 10 + 100 calls less a run of 10 + 0, for the
# truth as for the figures, so what happens once (translation, linking) is in neither, and nothing has to be assumed
# about it. Abc's methods differ only in their callees and in how often they call consume(n), a counted loop; the truth
# per call of a, b and c follows from the executions of their own instructions and of consume's, once per call and once
# per turn of its loop.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

cannot(stress => 'a collector that works all the time bends the figures that this file knows');
my $calls = 100;
my $warm = 10;
my $classes = compile('abc', 'examples/Abc.java');
my @timed = map { ('--time', "Abc.$_") } qw(a b c);
my @apart = ('--no-inline', 'Abc.*');  # what is timed is not inlined; so it is with the witness, and with what is not timed

# n of each call of consume, and which methods are called, in one call of each method (examples/Abc.java).
my %consumes = (a => [15, 20, 5, 5], b => [5, 10], c => [10]);
my %callees = (a => [qw(b c b)], b => [qw(c c)], c => []);

sub total { my $sum = 0; $sum += $_ for @_; return $sum }

# How often each is called when a is called once, and what consume is asked for in all.
my %often = (a => 1, b => 2, c => 5);
my $consume_calls = total(map { $often{$_} * @{$consumes{$_}} } keys %often);
my $consume_units = total(map { $often{$_} * total(@{$consumes{$_}}) } keys %often);

sub run_abc {
    my ($directory, $options, @arguments) = @_;
    my ($status, $out, $err) = gnomon(300, 'run', '--deterministic', '-o', $directory, @apart, @$options, '-cp', $classes, 'Abc', '--', @arguments);
    is($status, 0, "Abc @arguments @$options ends well") or die $err;
}

# Executions of the instructions of a method of Abc, by offset.
sub count_run {
    my ($label, @arguments) = @_;
    my $counts_file = scratch("counts-$label");
    local $ENV{PATH} = plugin_path($counts_file) . ":$ENV{PATH}";
    my $directory = scratch("plain-$label");
    run_abc($directory, [], @arguments);
    my ($counts, $ranges) = (counts($counts_file), code_ranges(region($directory)));
    my %executions;
    for my $method (qw(a b c consume)) {
        my @ranges = @{$ranges->{"Abc.$method"} // []};
        is(scalar @ranges, 1, "$method was translated once") or next;
        my ($start, $size) = @{$ranges[0]};
        $executions{$method} = [map { $counts->{$start + $_} // 0 } 0 .. $size - 1];
    }
    return \%executions;
}

# Instructions of consume that run once per call, and those that run once per turn. Every instruction must be one of the
# two.
sub consume_cost {
    my ($executions, $turns_per_unit) = @_;
    my ($turns, $times) = ($calls * $consume_units * $turns_per_unit, $calls * $consume_calls);
    my ($per_call, $per_turn, $odd) = (0, 0, 0);
    for my $count (@$executions) {
        my $share = int($count / $turns + 0.5);
        my $rest = ($count - $share * $turns) / $times;  # a loop's test runs once more than its body
        $odd++, diag "an instruction ran $count times; there are $times calls and $turns turns" if $rest != int $rest;
        $per_turn += $share;
        $per_call += $rest;
    }
    is($odd, 0, 'every instruction of consume ran once per call, or once per turn');
    cmp_ok($per_turn, '>', 1, "consume has a loop, of $per_turn instructions, and $per_call more");
    return ($per_call, $per_turn);
}

# {exclusive, inclusive}: instructions per call of a, b and c.
sub truth {
    my ($turns_per_unit) = @_;
    my $long = count_run("long-$turns_per_unit", $calls, $warm, $turns_per_unit);
    my $short = count_run("short-$turns_per_unit", 0, $warm, $turns_per_unit);
    my %executions = map {
        my $method = $_;
        ($method => [map { $long->{$method}[$_] - $short->{$method}[$_] } 0 .. $#{$long->{$method}}]);
    } keys %$long;
    my ($per_call, $per_turn) = consume_cost($executions{consume}, $turns_per_unit);
    my (%exclusive, %inclusive);
    for my $method (qw(c b a)) {
        my $own = total(@{$executions{$method}}) / ($calls * $often{$method});
        cmp_ok($own, '>', 0, "$method executed $own instructions of its own per call");
        $exclusive{$method} = $own + total(map { $per_call + $per_turn * $turns_per_unit * $_ } @{$consumes{$method}});
        $inclusive{$method} = $exclusive{$method} + total(map { $inclusive{$_} } @{$callees{$method}});
    }
    return {exclusive => \%exclusive, inclusive => \%inclusive};
}

sub figures {
    my ($directory, $options, @arguments) = @_;
    run_abc($directory, $options, @arguments);
    my $report = report($directory);
    is(total(map { $_->{count} } @{$report->{lost}}), 0, 'nothing was lost');
    return {map { $_->{method} => $_ } grep { $_->{class} eq 'Abc' } @{$report->{methods}}};
}

sub within {
    my ($got, $expected, $percent, $error, $name) = @_;
    my $off = abs($got - $expected);
    ok($off <= $expected * $percent / 100, sprintf('%s: %.2f for %.2f, off by %.4f %%, at most %s %%', $name, $got, $expected, 100 * $off / $expected, $percent));
    ok($off <= $error, sprintf('%s: the stated error %.2f covers %.2f', $name, $error, $off));
}

sub compare {
    my ($truth, $label, $percent, $kinds, $options, $turns_per_unit) = @_;
    my $long = figures(scratch("timed-$label-long"), $options, $calls, $warm, $turns_per_unit);
    my $short = figures(scratch("timed-$label-short"), $options, 0, $warm, $turns_per_unit);
    for my $name (qw(a b c)) {
        my ($more, $less) = ($long->{$name}, $short->{$name});
        my $count = $more->{count} - $less->{count};
        is($count, $calls * $often{$name}, "$label: calls of $name");
        for my $kind (@$kinds) {
            my $field = {inclusive => 'cpu_incl_ns', exclusive => 'cpu_excl_ns'}->{$kind};
            within(($more->{$field} - $less->{$field}) / $count, $truth->{$kind}{$name}, $percent, ($more->{err_ns} - $less->{err_ns}) / $count,
                "$label: $name, CPU $kind");
        }
    }
}

for my $case ([1000, 0.5, 'long'], [10, 2, 'short']) {
    my ($turns_per_unit, $percent, $label) = @$case;
    my $truth = truth($turns_per_unit);
    compare($truth, "$label-three-methods", $percent, [qw(inclusive exclusive)], \@timed, $turns_per_unit);
    compare($truth, "$label-every-method", $percent, [qw(inclusive)], ['--time', '**'], $turns_per_unit);
}

done_testing();
