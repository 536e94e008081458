#!/usr/bin/perl
# Exports of real runs, judged by the programs that read them: every record of a component arrives, also what a ring
# overwrote is accounted for, and other formats tell the same as the report.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Cpanel::JSON::XS;
use Test::More;

my $RECORDS = 100_000;  # by examples/Events.java
my $classes = compile('export', 'examples/Events.java', 'examples/WordCount.java');


sub record {
    my ($label, $program, @options) = @_;
    my $directory = scratch($label);
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '-o', $directory, @options, '-cp', "$classes:" . build('gnomon.jar'), $program);
    is($status, 0, "$label: the run ends well") or diag $err;
    return $directory;
}

sub lost { my ($report, @causes) = @_; my $sum = 0; for my $cause (@causes) { $sum += $_->{count} for grep { $_->{cause} eq $cause } @{$report->{lost}} } return $sum }

# What babeltrace2 reads: its status, records by name, and how many it is told were discarded.
sub read_ctf {
    my ($label, $directory) = @_;
    my $trace = scratch("$label.ctf");
    is((gnomon(120, 'export', $directory, '--to', 'ctf', '-o', $trace))[0], 0, "$label: export to CTF");
    my ($status, $out, $err) = run(120, 'babeltrace2', $trace);
    is($status, 0, "$label: babeltrace2 reads it") or diag $err;
    my (%count, $discarded);
    $discarded = 0;
    $count{$1}++ while $out =~ /^\[[^\]]*\] \([^)]*\) ([^:]+): \{/mg;
    $discarded += $1 while $err =~ /discarded (\d+) events?/g;
    unlike($err, qr/error/i, "$label: without an error");
    return (\%count, $discarded, $out);
}

sub own { my ($count) = @_; my $sum = 0; $sum += $count->{$_} // 0 for qw(request answer size total log); return $sum }

sub check_events {
    my ($label, @options) = @_;
    my $directory = record($label, 'Events', @options);
    my $report = report($directory);
    my ($count, $discarded, $text) = read_ctf($label, $directory);
    my $all = 0;
    $all += $_ for values %$count;
    my $told = 0;
    $told += $_->{count} for @{$report->{events}};
    is($all, $told, "$label: as many records as the report tells ($told)");
    is($discarded, lost($report, qw(overwritten stopped_full nested)), "$label: as many discarded ($discarded)");
    return ($report, $count, $discarded, $text);
}

# ---- CTF

SKIP: {
    skip 'babeltrace2 is not installed', 1 unless has_tool('babeltrace2');
    for my $machine (['linux', '--machine', 'linux'], ['qemu', '--deterministic']) {
        my ($label, @options) = @$machine;
        my ($report, $count, $discarded, $text) = check_events("$label-whole", @options, '--events', 'all');
        is(own($count), $RECORDS, "$label: exactly $RECORDS records of the component");
        is($discarded, 0, "$label: none discarded");
        is_deeply([map { $count->{$_} } qw(request answer size total log)], [(24990) x 4, 40], "$label: each as often as the program logs it");
        my ($last) = $text =~ /.*\btotal: .*value = (\d+) \}/s;
        is($last, 12781677, "$label: the last total is the one that the program prints");
        like($text, qr/ log: .*value = 2, text = "another turn, still going"/, "$label: text arrives");

        # Nothing but the component's records in the rings, and these too small: what is not read was discarded
        for my $mode ('ring', 'stop') {
            ($report, $count, $discarded) = check_events("$label-$mode", @options, '--events', 'none', '--log-size', '2', '--log-mode', $mode);
            cmp_ok($discarded, '>', 0, "$label, $mode: the log is too small");
            is(own($count) + $discarded, $RECORDS, "$label, $mode: read and discarded are $RECORDS");
        }
    }
}

# ---- The profile in other formats

my $directory = record('words', 'WordCount', '--deterministic', '--time', 'WordCount*.*', '--no-inline', '**', '--time', 'java.util.*.*', '--sample', '1000', '--stacks', '32');
is("QEMU emulator version " . decode_json(slurp("$directory/meta.json"))->{qemu}, (run(60, 'qemu-system-x86_64', '--version'))[1] =~ s/ \(.*//sr, 'what ran it is known');
my $report = report($directory);

SKIP: {
    skip 'callgrind_annotate is not installed', 1 unless has_tool('callgrind_annotate');
    my $file = scratch('callgrind.out.1');
    is((gnomon(60, 'export', $directory, '--to', 'callgrind', '-o', $file))[0], 0, 'export to callgrind');
    my ($status, $out, $err) = run(60, 'callgrind_annotate', '--threshold=100', $file);
    is($status, 0, 'callgrind_annotate reads it');
    is($err, '', 'and has nothing to say');
    my ($all) = $out =~ /^\s*([\d,]+) \(100\.0%\).*PROGRAM TOTALS/m;
    my %cost;
    my @order;
    while ($out =~ /^\s*([\d,]+) \([^)]*\)\s+[\d,.]+\s*(?:\([^)]*\))?\s+[^\s:]+:(.+\))(?: \[.*\])?$/mg) {
        my ($cost, $name) = ($1, $2);
        $cost =~ tr/,//d;
        push @order, $name;
        $cost{$name} = $cost;
    }
    my ($self) = (gnomon(60, 'report', $directory, '--sort', 'self', '--format', 'json'))[1];
    my @methods = grep { $_->{count} } @{decode_json($self)->{methods}};
    my $text = (gnomon(60, 'report', $directory, '--sort', 'self', '--top', '0'))[1];
    my @expected = $text =~ /^ +[1-9]\d* .*±\S+ +\d+  (\S.*\))$/mg;
    cmp_ok(scalar @order, '>=', 100, 'it lists the methods (' . @order . ')');
    my %listed = map { $_ => 1 } @order;
    my %count;
    $count{$_}++ for @expected;
    # Equal costs may stand in any order: the costs in the report's order must fall as callgrind_annotate's do
    my @ours = map { $cost{$_} } grep { $listed{$_} } @expected;
    is_deeply([map { $cost{$_} } @order], [sort { $b <=> $a } map { $cost{$_} } @order], 'by their self time');
    is_deeply(\@ours, [map { $cost{$_} } @order], "in the report's order");
    my ($first) = slurp($file) =~ /^fn=WordCount\.count\(String\)\n(\d+) /m;
    my @source = split /\n/, slurp('examples/WordCount.java');
    my ($declared) = grep { $source[$_ - 1] =~ / count\(String / } 1 .. @source;
    ok($first > $declared && $first <= $declared + 3, "a method's cost stands at its first line ($first)");
    is((run(60, 'callgrind_annotate', '--include=examples', $file))[2], '', 'callgrind_annotate has nothing to say of the source either');
    is($cost{'WordCount.count(String)'}, (grep { $_->{class} eq 'WordCount' && $_->{method} eq 'count' } @methods)[0]{elapsed_excl_ns}, 'with its figures');
}

SKIP: {
    skip 'dot is not installed', 1 unless has_tool('dot');
    my $file = scratch('calls.dot');
    is((gnomon(60, 'export', $directory, '--to', 'dot', '-o', $file))[0], 0, 'export to DOT');
    my $words = slurp($file);
    my $time = qr/(\d+\.\d{3}) (s|ms|µs)/;
    my %us = (s => 1e6, ms => 1e3, 'µs' => 1);
    my ($seen, @odd, %alike) = (0);
    while ($words =~ /label="(\S+?)\\n(\S+?)\\n$time ±$time, self $time ±$time\\n(\d+) calls?", tooltip="([^"]*)"/g) {
        my ($class, $name, $count, $tip, @shown) = ($1, $2, $11, $12, $3 * $us{$4}, $5 * $us{$6}, $7 * $us{$8}, $9 * $us{$10});
        my ($method) = grep { $_->{label} eq $tip && $_->{count} == $count } @{$report->{methods}};
        my @expected = map { ($method->{$_} // -1) / 1e3 } qw(elapsed_incl_ns elapsed_err_ns elapsed_excl_ns elapsed_err_excl_ns);
        push @odd, "$tip: @shown, expected @expected" if grep { abs($shown[$_] - $expected[$_]) > 0.001 + 0.001 * $expected[$_] } 0 .. 3;
        push @odd, "$tip: called $class.$name like another" if $alike{"$class.$name"}++;
        $seen++;
    }
    cmp_ok($seen, '>', 10, 'with times');
    is_deeply(\@odd, [], "each of which has the report's error, and each method a name of its own");
    my ($status, $out, $err) = run(60, 'dot', '-Tsvg', $file);
    is($status, 0, 'dot reads it');
    is($err, '', 'and has nothing to say');
    like($out, qr/makeText/, 'and draws the methods');
}

for my $thread (@{$report->{threads}}) {
    my $life = $thread->{running_ticks};
    $life += $_ for values %{$thread->{away_ticks}};
    is($life, ($thread->{end_ticks} || $report->{threads}[0]{start_ticks} + $report->{threads}[0]{running_ticks} + $report->{threads}[0]{away_ticks}{idle_over}) - $thread->{start_ticks},
        "$thread->{name}: ran, was ready or waited all its life");
    my $own = $thread->{running_ticks} - $thread->{instrument_ticks};
    $own -= $_ for values %{$thread->{stolen_ticks}};
    is($thread->{own_ns}, $own, 'and its own time is what nobody took');
}

my ($status, $folded) = gnomon(60, 'export', $directory, '--to', 'folded');
is($status, 0, 'export to folded stacks');
my ($samples, %top) = (0);
while ($folded =~ /^(.*) (\d+)$/mg) {
    $samples += $2;
    $top{(split /;/, $1)[-1]} += $2;
}
is($samples, $report->{samples}{ns}, "folded stacks sum to the samples' time ($samples)");
is($report->{samples}{recorded}, $report->{samples}{taken}, 'and the samples are those taken');
my ($sampled) = map { $_->{sampled_ns} } grep { $_->{class} eq 'WordCount' && $_->{method} eq 'count' } @{$report->{methods}};
is($top{'WordCount.count(String)'}, $sampled, "a method's time is that of the report");
is(lost($report, 'unreadable'), 0, 'nothing in the recording is unreadable');

done_testing();
