#!/usr/bin/perl
# `gnomon replay` against a program that keeps a list of its own calls (tests/java/Calls.java), which `java` confirms;
# `gnomon events` against the records as the region has them, and against the report. MACHINES chooses.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Cpanel::JSON::XS;
use List::Util qw(max sum0);
use Test::More;

my %machines = (linux => ['--machine', 'linux'], qemu => ['--deterministic']);
my @machines = machines();
my $classes = compile('calls', 'tests/java/Calls.java');
my @traced = map { ('--trace', "Calls.$_") } qw(leaf pair fail pass all recurse last end);

# {thread => [lines]} of the program's own output.
sub own_trees {
    my ($text) = @_;
    my (%trees, $thread);
    for (split /\n/, $text) {
        if (/^thread (.*)/) { $thread = $1 }
        else { push @{$trees{$thread}}, $_ }
    }
    return \%trees;
}

# The same of what replay shows; and of each thread's ends the durations, in ns.
sub replayed_trees {
    my ($text) = @_;
    my (%trees, %names, %durations);
    my %ns = (us => 1e3, ms => 1e6, s => 1e9);
    for (split /\n/, $text) {
        next if /^#/;
        my ($duration, $unit, $thread, $indent, $what) = /^(?:\s*(\d+\.\d{3}) +(us|ms|s)|\s{10}) \[ *(\d+|-)\] \| ( *)(.*)$/ or return {odd => [$_]};
        $names{$thread} = $1, next if $what =~ m{^/\* thread (.*) \*/$};
        push(@{$trees{lost}}, $what), next if $thread eq '-';
        my $to = $trees{$names{$thread} // '?'} //= [];
        my $how = $what =~ m{(?:, |/\* )((?:by exception, )?(?:by exception|not ended|its end is missing|its beginning is missing))(?:, records in it were lost)? \*/$} ? " $1" : '';
        if ($what =~ /^(\S+\(.*?\)) \{$/) { push @$to, "$indent$1 {" }
        elsif ($what =~ /^(\S+\(.*?\));/) { push @$to, "$indent$1 {", "$indent} $1$how" }
        elsif ($what =~ m{^\} /\* (\S+\(.*?\))}) { push @$to, "$indent} $1$how" }
        else { push @$to, "? $what" }
        push @{$durations{$names{$thread} // '?'}}, [$to->[-1], $duration * $ns{$unit}] if defined $duration;
    }
    return (\%trees, \%durations);
}

sub replay {
    my ($directory, @options) = @_;
    my ($status, $out, $err) = gnomon(60, 'replay', $directory, @options);
    is("$status$err", '0', "replay @options");
    return replayed_trees($out);
}

sub check_trees {
    my ($label, $found, $expected) = @_;
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    is(join(' ', sort keys %$found), join(' ', sort keys %$expected), "$label: the threads");
    is(join("\n", @{$found->{$_} // []}), join("\n", @{$expected->{$_}}), "$label: the calls of $_") for sort keys %$expected;
}

sub record {
    my ($label, $machine, $rounds, @options) = @_;
    my $directory = scratch($label);
    my ($status, $out, $err) = gnomon(200, 'run', '-q', @{$machines{$machine}}, @options, @traced, '-o', $directory, '-cp', "$classes:" . build('gnomon.jar'), 'Calls', '--', $rounds);
    my ($expected_status, $expected) = java(60, $classes, 'Calls', $rounds);
    is("$status\n$out$err", "$expected_status\n$expected", "$label: the program prints what it prints under java");
    return ($directory, own_trees($expected));
}

# ---- Calls

sub check_replay {
    my ($label, $directory, $expected) = @_;
    my ($found, $durations) = replay($directory);
    check_trees("$label", $found, $expected);
    my @alone = replay($directory, '--thread', thread_number($directory, 'calls-1'));
    check_trees("$label, one thread", $alone[0], {'calls-1' => $expected->{'calls-1'}});
    my %cut = map { my $thread = $_; ($thread => [grep { !/^    / } @{$expected->{$thread}}]) } keys %$expected;
    check_trees("$label, two levels", (replay($directory, '--depth', 2))[0], \%cut);
    my %leaves = map { my $thread = $_; ($thread => [map { s/^ +//r } grep { /Calls\.(leaf|pair)\b/ } @{$expected->{$thread}}]) } keys %$expected;
    indent_nested($_) for values %leaves;
    my ($filtered) = replay($directory, '--filter', 'Calls.leaf', '--filter', 'Calls.pair');
    check_trees("$label, a filter", $filtered, \%leaves);
    for my $thread (sort keys %$durations) {
        my ($outermost) = map { $_->[1] } grep { $_->[0] =~ /^} / } @{$durations->{$thread}};
        is(scalar(grep { $_->[1] > $outermost + 1 } @{$durations->{$thread}}), 0, "$label: no call of $thread is longer than what it lies in") if $thread ne 'main';
    }
}

# What a filter leaves is a tree of its own: a leaf is indented where it lies in a pair.
sub indent_nested {
    my ($lines) = @_;
    my $inside = 0;
    for (@$lines) {
        $inside = /\{$/ if /pair/;
        $_ = "  $_" if $inside && /leaf/;
    }
}

sub thread_number {
    my ($directory, $name) = @_;
    my %threads = reverse %{entities(region($directory))->{thread}};
    return $threads{$name} // die "no thread $name\n";
}

# ---- Events

my %names = (logged => 'log', round => 'round, of "all"');

sub json_of {
    my ($directory, @options) = @_;
    my ($status, $out, $err) = gnomon(60, 'events', $directory, '--format', 'json', @options);
    is("$status$err", '0', "events @options");
    return decode_json($out);
}

sub counts_of {
    my ($list) = @_;
    my %counts;
    $counts{$_->{event}}++ for grep { $_->{event} } @{$list->{events}};
    return \%counts;
}

sub lost_of { my ($lost) = @_; return {map { ($_->{cause} => $_->{count}) } grep { $_->{cause} =~ /^(overwritten|stopped_full|nested)$/ } @$lost} }

# Line by line what the region has, and in sum what the report has.
sub check_events {
    my ($label, $directory, $machine) = @_;
    my $region = region($directory);
    my ($start) = unpack 'Q<', substr($region, 56, 8);
    my @truth = events($region);
    my $all = json_of($directory);
    my @shown = grep { $_->{event} } @{$all->{events}};
    is(scalar @shown, scalar @truth, "$label: a line a record");
    is($all->{count}, scalar @truth, "$label: and their count");
    my $report = report($directory);
    is_deeply(counts_of($all), {map { ($_->{name} => $_->{count}) } @{$report->{events}}}, "$label: as many of each event as the report has");
    is_deeply(lost_of($all->{lost}), lost_of($report->{lost}), "$label: as many are lost");
    my $threads = entities($region)->{thread};
    my (@odd, $before, $zero);
    for my $i (0 .. $#shown) {
        my ($line, $record) = ($shown[$i], $truth[$i]);
        $zero = $line->{time_ns} if $line->{event} eq 'log' && !$line->{fields}{value};
        push @odd, "$i: event $line->{event}" if ($record->{event} // $line->{event}) ne $line->{event};
        push @odd, "$i: level $line->{level}" if (qw(thread interrupt fault))[$record->{level}] ne $line->{level};
        push @odd, "$i: thread $line->{thread}" if $record->{level} == 0 && $line->{thread} != $record->{thread} && $line->{event} ne 'thread_switch';
        push @odd, "$i: since before" if defined $before && abs($line->{since_before_ns} - ($line->{time_ns} - $before)) > 1;
        push @odd, "$i: since zero" if defined $zero ? abs($line->{since_zero_ns} - ($line->{time_ns} - $zero)) > 1 : defined $line->{since_zero_ns};
        push @odd, "$i: $line->{event}.$_" for grep { ($line->{fields}{"${_}_name"} // $line->{fields}{$_}) ne $record->{fields}{$_} && $line->{fields}{$_} ne $record->{fields}{$_} } keys %{$record->{fields} // {}};
        push @odd, "$i: time $line->{time_ns}" if $machine eq 'qemu' && $line->{time_ns} != $record->{ticks} - $truth[0]{ticks} + $shown[0]{time_ns};
        $before = $line->{time_ns};
    }
    is(join('; ', splice @odd, 0, 5), '', "$label: each line says what its record does");
    return ($all, $report);
}

sub check_choices {
    my ($label, $directory, $all) = @_;
    my $counts = counts_of($all);
    my $own = json_of($directory, '--events', 'log', '--events', $names{round});
    is_deeply(counts_of($own), {map { ($_ => $counts->{$_}) } values %names}, "$label: a component's own events");
    is(join(', ', map { join ' ', map { $_ // '-' } @{$_->{fields}}{qw(value text)} } grep { $_->{event} eq 'log' } @{$own->{events}}), "0 begin, 0 -, 7 two\nlines", "$label: with their texts");
    is_deeply(counts_of(json_of($directory, '--events', 'method_enter,thread')), {map { ($_ => $counts->{$_}) } grep { /^(method_enter|thread_.*)$/ && !/sleep|park|migrate/ } keys %$counts}, "$label: events and groups");
    my $leaves = json_of($directory, '--filter', 'Calls.leaf', '--events', 'method_enter,method_leave');
    is(scalar(grep { $_->{fields}{method_name} ne 'Calls.leaf(int)' } @{$leaves->{events}}), 0, "$label: of a method");
    is(scalar @{$leaves->{events}}, scalar(grep { ($_->{fields}{method_name} // '') eq 'Calls.leaf(int)' && $_->{event} =~ /^method_/ } @{$all->{events}}), "$label: all of it");
    my @times = map { $_->{time_ns} } grep { $_->{event} eq $names{round} } @{$all->{events}};
    my ($from, $until) = @times[2, 5];
    my $part = json_of($directory, '--events', $names{round}, '--from', "${from}ns", '--until', "${until}ns");
    cmp_ok(abs(scalar @{$part->{events}} - 3), '<=', 1, "$label: of a time");
    my ($status, $text) = gnomon(60, 'events', $directory, '--events', 'log');
    like($text, qr/^ +[\d.]+ +\+[\d.]+ +\+[\d.]+ +\d main +log 7 two\?lines$/m, "$label: a line stays one");
    ($status, my $csv) = gnomon(60, 'events', $directory, '--format', 'csv');
    is(scalar(() = $csv =~ /\r\n/g), 1 + scalar(grep { $_->{event} } @{$all->{events}}), "$label: as csv, a head and a line an event");
    is_deeply([gnomon(60, 'events', $directory, '--events', 'frobnicate')], [2, '', "gnomon: --events: expected names of events or groups, found 'frobnicate'\n"], "$label: an event that is none");
    is_deeply([gnomon(60, 'events', $directory, '--filter', 'no.such.**')]->[0], 1, "$label: a method that is none");
}

# Figures against those made here of the lines.
sub check_stat {
    my ($label, $directory, $all) = @_;
    my $stat = json_of($directory, '--stat');
    my @shown = grep { $_->{event} } @{$all->{events}};
    my $counts = counts_of($all);
    is_deeply({map { ($_->{event} => $_->{count}) } @{$stat->{events}}}, $counts, "$label: counts");
    my (%pairs, %times);
    $pairs{"$shown[$_ - 1]{event}, $shown[$_]{event}"}++ for 1 .. $#shown;
    is_deeply({map { ("$_->{event}, $_->{next}" => $_->{count}) } @{$stat->{pairs}}}, \%pairs, "$label: which follows which");
    push @{$times{$_->{event}}}, $_->{time_ns} for @shown;
    my @odd;
    for my $type (@{$stat->{events}}) {
        my @times = @{$times{$type->{event}}};
        my @between = map { $times[$_] - $times[$_ - 1] } 1 .. $#times;
        push @odd, "$type->{event}: $type->{intervals} intervals" if $type->{intervals} != @between;
        next if @between < 2;
        my $mean = sum0(@between) / @between;
        my $deviation = sqrt(sum0(map { ($_ - $mean) ** 2 } @between) / (@between - 1));
        push @odd, "$type->{event}: mean $type->{mean_ns}, expected $mean" if abs($type->{mean_ns} - $mean) > 2 + 1e-6 * $mean;
        push @odd, "$type->{event}: deviation $type->{deviation_ns}, expected $deviation" if abs($type->{deviation_ns} - $deviation) > 2 + 1e-6 * $deviation;
        push @odd, "$type->{event}: error $type->{mean_err_ns}" if $type->{mean_err_ns} < 0.99 * $deviation / sqrt @between;
        push @odd, "$type->{event}: rate $type->{rate_hz}" if abs($type->{rate_hz} * $stat->{seconds} - @times) > 1e-3 * @times;
    }
    is(join('; ', @odd), '', "$label: rates, means and deviations");
    cmp_ok($stat->{seconds}, '>', 0, "$label: in $stat->{seconds} s");
}

for my $machine (@machines) {
    my ($directory, $expected) = record($machine, $machine, 4, '--events', 'thread');
    check_replay($machine, $directory, $expected);
    my ($all) = check_events($machine, $directory, $machine);
    check_choices($machine, $directory, $all);
    check_stat($machine, $directory, $all);
}

# ---- Losses: of what a ring has overwritten the beginning is missing, where the log was full the end

for my $mode (qw(ring stop)) {
    my ($directory, $expected) = record("full-$mode", 'linux', 2200, '--cpus', 1, '--events', 'none', '--log-size', 4, '--log-mode', $mode);
    my ($status, $csv, $err) = gnomon(60, 'events', $directory, '--format', 'csv');
    is("$status$err", '0', "full, $mode: events");
    my $cause = $mode eq 'ring' ? 'overwritten' : 'stopped_full';
    my (undef, @lines) = split /\r\n/, $csv;
    my @at = grep { $lines[$_] =~ /^\d+,,,0,thread,,,"\(lost\)","\d+ records $cause"$/ } 0 .. $#lines;
    is(scalar @at, 1, "full, $mode: one loss of threads");
    is($mode eq 'ring' ? scalar(grep { /^\d+,\d*,\d*,0,thread/ } @lines[0 .. $at[0] - 1]) : $#lines - $at[0], 0, "full, $mode: told where it lies");
    my $report = report($directory);
    my $lost = lost_of($report->{lost});
    cmp_ok($lost->{$cause}, '>', 1000, "full, $mode: records were lost");
    is($lines[$at[0]] =~ /"(\d+) records/ && $1, $lost->{$cause}, "full, $mode: as many as the report has");
    is(scalar(grep { !/\(lost\)/ } @lines), sum0(map { $_->{count} } @{$report->{events}}), "full, $mode: and as many are there");
    my ($found) = replay($directory);
    like(join("\n", @{delete $found->{lost} // []}), qr/^\/\* lost: \d+ records $cause, of processor 0, level thread \*\/$/m, "full, $mode: and among the calls");
    for my $thread (sort keys %$found) {
        my @shown = map { s/^ +//r } @{$found->{$thread}};
        my @truth = map { s/^ +//r } @{$expected->{$thread}};
        if ($mode eq 'ring') {
            s/,? its beginning is missing// for @shown;
            @truth = @truth[@truth - @shown .. $#truth];
        } else {
            pop @shown while @shown && $shown[-1] =~ / not ended$/;
            @truth = @truth[0 .. $#shown];
        }
        is(join("\n", @shown), join("\n", @truth), "full, $mode: what is there of $thread is what the program did");
    }
    my $stat = json_of($directory, '--stat');
    my ($enter) = grep { $_->{event} eq 'method_enter' } @{$stat->{events}};
    my ($from_ns) = $lines[$at[0]] =~ /^(\d+)/;
    cmp_ok(abs($enter->{rate_hz} * ($stat->{seconds} - $from_ns / 1e9) / $enter->{count} - 1), '<', 1e-3, "full, ring: a rate is over the time that is there") if $mode eq 'ring';
}

is((gnomon(60, 'replay', scratch($machines[0]), '--filter', 'java.lang.String.length'))[0], 1, 'replay: what was not traced');
done_testing;
