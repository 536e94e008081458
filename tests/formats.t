#!/usr/bin/perl
# Exports that show what happened when, each read by a program that is not ours, and what that finds compared with the
# recording's own figures: of the JDBC example, of a threaded program with events of its own, and of a run whose log
# overflowed. Then what each says to a disk that is full, a pipe that is closed, a directory that cannot be written, and
# a region that is cut.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path 'make_path';
use List::Util 'max';
use Gnomon;
use Cpanel::JSON::XS;
use Test::More;

my $hsqldb = '/usr/share/java/hsqldb.jar';
need(-e $hsqldb, "$hsqldb is missing (make deps)");
my $classes = compile('formats', 'tests/java/Viewed.java', 'examples/Events.java', 'examples/jdbc/Orders.java');
our @selection;    # options of every export
my @jvm = ('-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC');    # what they run for a second is not worth more
my $TURNS = 100;  # of tests/java/Viewed.java, both threads'

my %runs = (
    jdbc => ['Orders', ['100', '200'], '--events', 'all', '--trace', 'Orders.*', '--time', 'org.hsqldb.jdbc.**', '--sample', '1000', '--stacks', '64', '--log-size', '128'],
    threads => ['Viewed', [], '--events', 'all', '--trace', 'Viewed.*', '--time', 'Viewed.*', '--sample', '1000', '--stacks', '32', '--heap', '16'],
    overflow => ['Events', [], '--events', 'all', '--trace', 'Events*.*', '--sample', '1000', '--stacks', '32', '--log-size', '4', '--log-mode', 'ring'],
);
# What is shown as a state, slice, sample or counter, and not as an event of its own
my %told = map { $_ => 1 } qw(thread_switch interrupt_enter interrupt_leave sample method_enter method_leave method_unwind collection_begin collection_phase collection_end heap_occupancy heap_generations);

sub record {
    my ($label) = @_;
    my ($main, $arguments, @options) = @{$runs{$label}};
    my $directory = scratch($label);
    my ($status, undef, $err) = gnomon(300, 'run', '-q', '--machine', 'linux', '-o', $directory, @options, '-cp', "$classes:" . build('gnomon.jar') . ":$hsqldb", $main, '--', @$arguments);
    is($status, 0, "$label: the run ends well") or diag $err;
    return $directory;
}

sub export {
    my ($label, $directory, $format) = @_;
    my $file = scratch("$label.$format");
    my ($status, undef, $err) = gnomon(200, 'export', $directory, '--to', $format, '-o', $file, @selection);
    is($status, 0, "$label: export to $format") or diag $err;
    return $file;
}

# Count and times of timed methods with their errors, as the columns of JSON and CSV are called
my @figures = qw(count elapsed_incl_ns elapsed_excl_ns cpu_incl_ns cpu_excl_ns elapsed_err_ns elapsed_err_excl_ns err_ns err_excl_ns);
sub methods_of { my ($report) = @_; return {map { ("$_->{class}.$_->{method}$_->{descriptor}" => join ' ', @{$_}{@figures}) } grep { $_->{count} && $_->{class} } @{$report->{methods}}} }
# Events by name, and those that are shown as events.
sub events_of { my ($report) = @_; return {map { $_->{name} => $_->{count} } @{$report->{events}}} }
sub shown_of { my ($report) = @_; my $events = events_of($report); return {map { $_ => $events->{$_} } grep { !$told{$_} } keys %$events} }
sub lost_of { my ($report) = @_; return {map { $_->{cause} => $_->{count} } grep { $_->{count} } @{$report->{lost}}} }
sub sum { my $sum = 0; $sum += $_ for @_; return $sum }

# Beginnings and ends, as [name or undef for an end, time], nest: every end has its beginning, and time never runs back.
sub nests {
    my ($label, $lanes) = @_;
    my ($open, $wrong) = (0, 0);
    for my $lane (sort keys %$lanes) {
        my ($depth, $last) = (0, 0);
        for my $edge (@{$lanes->{$lane}}) {
            $wrong++ if $edge->[1] < $last;
            $last = $edge->[1];
            $depth += defined $edge->[0] ? 1 : -1;
            $wrong++ if $depth < 0;
        }
        $open += $depth;
    }
    is("$open $wrong", '0 0', "$label: what begins ends, and within what it began in");
}

# ---- Each format

# A message of `protoc --decode`'s text, as {field => [values and messages]}.
sub parse_message {
    my ($lines, $at) = @_;
    my %message;
    while ($$at < @$lines) {
        my $line = $lines->[$$at++];
        return \%message if $line =~ /^\s*\}$/;
        if ($line =~ /^\s*(\w+) \{$/) {
            push @{$message{$1}}, parse_message($lines, $at);
        } elsif ($line =~ /^\s*(\w+): (.*)$/) {
            my ($name, $value) = ($1, $2);
            if ($value =~ s/^"(.*)"$/$1/) { $value =~ s/\\([0-7]{3}|.)/length $1 == 3 ? chr oct $1 : $1 eq 'n' ? "\n" : $1/ge }
            push @{$message{$name}}, $value;
        } else {
            push @{$message{unknown}}, $line;
        }
    }
    return \%message;
}

sub decode {
    my ($label, $schema, $type, $file) = @_;
    my ($status, $out, $err) = run(300, 'sh', '-c', "protoc --proto_path=$FindBin::Bin/formats --decode=$type $schema < '$file'");
    is($status, 0, "$label: protoc decodes it") or diag $err;
    unlike($out, qr/^\s*\d+[:{ ]/m, "$label: no field that the schema does not have");
    my $at = 0;
    return parse_message([split /\n/, $out], \$at);
}

sub check_pftrace {
    my ($label, $directory, $report) = @_;
    $label = "$label, pftrace";
    my $trace = decode($label, 'perfetto.proto', 'perfetto.Trace', export($label, $directory, 'pftrace'));
    my (%names, %count, %lost, %lanes, %running, %types, $weight, $samples, @texts, %threads, %flows);
    my $bad = 0;
    for my $packet (@{$trace->{packet}}) {
        for my $data (@{$packet->{interned_data} // []}) {
            for my $kind (qw(event_names event_categories debug_annotation_names callstacks)) {
                $names{$kind}{$_->{iid}[0]} = $_->{name} ? $_->{name}[0] : 1 for @{$data->{$kind} // []};
            }
        }
        my ($time) = @{$packet->{timestamp} // []};
        for my $track (@{$packet->{track_descriptor} // []}) { $threads{$track->{thread}[0]{thread_name}[0]}++ if $track->{thread} }
        for my $event (@{$packet->{track_event} // []}) {
            my ($type, $track) = ($event->{type}[0], $event->{track_uuid}[0]);
            $types{$type}++;
            my $name = $event->{name_iid} ? $names{event_names}{$event->{name_iid}[0]} // $bad++ : '';
            my $category = $event->{category_iids} ? $names{event_categories}{$event->{category_iids}[0]} // $bad++ : '';
            my %values = map { $names{debug_annotation_names}{$_->{name_iid}[0]} => $_->{string_value} ? $_->{string_value}[0] : $_->{int_value}[0] } @{$event->{debug_annotations} // []};
            $count{$name}++ if $type eq 'INSTANT' && $category =~ /^(kernel|component)$/;
            $lost{$1} = $values{count} if $name =~ /^lost: (.*)/;
            push @texts, $values{text} if defined $values{text};
            push @{$lanes{$track}}, [$type eq 'SLICE_BEGIN' ? $name : undef, $time] if $type =~ /SLICE/;
            $flows{$_} |= 1 for @{$event->{flow_ids} // []};
            $flows{$_} |= 2 for @{$event->{terminating_flow_ids} // []};
        }
        for my $sample (@{$packet->{perf_sample} // []}) {
            $samples++;
            $weight = $sample->{timebase_count}[0];
            $bad++ if $sample->{callstack_iid} && !$names{callstacks}{$sample->{callstack_iid}[0]};
        }
        push @{$running{$_->{tid}[0]}}, [$time, $_->{state}[0]] for @{$packet->{generic_kernel_task_state_event} // []};
    }
    is($bad, 0, "$label: every name is there before it is used");
    is_deeply(\%count, shown_of($report), "$label: as many events of each name as the report tells");
    is_deeply(\%lost, lost_of($report), "$label: what was lost is told");
    is($types{SLICE_BEGIN}, $types{SLICE_END}, "$label: as many ends as beginnings");
    nests($label, \%lanes);
    is($samples, events_of($report)->{sample}, "$label: every sample");
    is($weight, $report->{samples}{recorded}, "$label: whose weights add up to those recorded");
    is(($types{COUNTER} // 0) >= 2 * (events_of($report)->{heap_occupancy} // 0), 1, "$label: counters");
    my $dead = grep { (sort { $a->[0] <=> $b->[0] } @$_)[-1][1] eq 'DEAD' } values %running;
    is($dead, events_of($report)->{thread_end} // 0, "$label: threads that have ended are dead");
    my $twice = 0;
    for my $states (values %running) {
        my @order = sort { $a->[0] <=> $b->[0] } @$states;
        $twice += grep { $order[$_][1] eq 'RUNNING' && $order[$_ - 1][1] eq 'RUNNING' } 1 .. $#order;
    }
    is($twice, 0, "$label: no thread begins to run twice");
    is(scalar(grep { $_ == 2 } values %flows), 0, "$label: a wakeup that a thread becomes ready by is an event too");
    return (\@texts, \%threads);
}

sub check_chrome {
    my ($label, $directory, $report) = @_;
    $label = "$label, chrome";
    my $trace = decode_json(slurp(export($label, $directory, 'chrome')));
    my (%count, %lanes, %phases);
    for my $event (@{$trace->{traceEvents}}) {
        $phases{$event->{ph}}++;
        $count{$event->{name}}++ if $event->{ph} eq 'i';
        push @{$lanes{"$event->{pid} $event->{tid}"}}, [$event->{ph} eq 'B' ? $event->{name} : undef, $event->{ts}] if $event->{ph} =~ /^[BE]$/;
    }
    is_deeply(\%count, shown_of($report), "$label: as many events of each name as the report tells");
    nests($label, \%lanes);
    my %started = map { $_->{id} => 1 } grep { $_->{ph} eq 's' } @{$trace->{traceEvents}};
    is(scalar(grep { $_->{ph} eq 'f' && !$started{$_->{id}} } @{$trace->{traceEvents}}) + grep({ !/^0x[0-9a-f]+$/ } keys %started), 0, "$label: a flow that ends has begun");
    is(sum(map { $_->{weight} } @{$trace->{samples}}), $report->{samples}{recorded}, "$label: the weights of the samples");
    is(scalar(grep { defined $_->{sf} && !$trace->{stackFrames}{$_->{sf}} } @{$trace->{samples}}), 0, "$label: whose stacks are there");
    is_deeply({map { $_ => $trace->{otherData}{lost}{$_} } grep { $trace->{otherData}{lost}{$_} } keys %{$trace->{otherData}{lost}}}, lost_of($report), "$label: what was lost is told");
    return $trace;
}

# What --alloc has counted if that is all there is; else each event stands for what its thread has allocated since the
# one before.
sub check_allocations {
    my ($label, $directory, $report, $sums, $deepest) = @_;
    if (@{$report->{allocations} // []} && $report->{counted_bytes} == $report->{allocated_bytes}) {
        is("@$sums[2, 3]", "$report->{counted_objects} $report->{counted_bytes}", "$label: objects and bytes that were counted");
        return;
    }
    return if @selection;
    my @events = map { $_->{fields} } events(region($directory), 'allocate');
    is($sums->[3], sum(map { $_->{step} } @events), "$label: allocated bytes are those between events");
    is($sums->[2], sum(map { my ($step, $bytes) = @$_{qw(step bytes)}; $step > $bytes ? int(($step + int($bytes / 2)) / $bytes) : 1 } @events), "$label: and objects, as many of that size");
    cmp_ok($deepest, '>', 1, "$label: with the stacks of the events") if grep { $_->{stack} } @events;
}

sub check_pprof {
    my ($label, $directory, $report) = @_;
    $label = "$label, pprof";
    my $file = export($label, $directory, 'pprof');
    is((run(60, 'gzip', '-t', $file))[0], 0, "$label: gzip finds it whole");
    spill("$file.raw", (run(60, 'gzip', '-dc', $file))[1]);
    my $profile = decode($label, 'profile.proto', 'perftools.Profile', "$file.raw");
    my @texts = @{$profile->{string_table}};
    is($texts[0], '', "$label: the first string is empty");
    my @sums = (0) x 4;
    my (%locations, $bad, $deepest);
    $locations{$_->{id}[0]} = 1 for @{$profile->{location}};
    for my $sample (@{$profile->{sample}}) {
        $sums[$_] += $sample->{value}[$_] // 0 for 0 .. 3;
        $bad += grep { !$locations{$_} } @{$sample->{location_id} // []};
        $deepest = max($deepest // 0, scalar @{$sample->{location_id} // []}) if $sample->{value}[3];
    }
    is($bad, 0, "$label: every location is there");
    is($sums[0], $report->{samples}{recorded}, "$label: the samples");
    ok(abs($sums[1] - $report->{samples}{ns}) <= @{$profile->{sample}} + $report->{samples}{recorded}, "$label: and their time, each to the ns");
    check_allocations($label, $directory, $report, \@sums, $deepest);
    my $allocations = $sums[2] ? ' allocations/count allocated/bytes' : '';
    is(join(' ', map { "$texts[$_->{type}[0]]/$texts[$_->{unit}[0]]" } @{$profile->{sample_type}}), "samples/count cpu/nanoseconds$allocations", "$label: the kinds of values");
    is(scalar(grep { $_ >= @texts } map { $_->{name}[0] } @{$profile->{function}}), 0, "$label: functions have names");
    if (has_tool('go')) {
        my ($status, $out, $err) = run(100, 'go', 'tool', 'pprof', '-top', '-sample_index=samples', $file);
        is("$status$err", '0', "$label: pprof itself reads it, without complaint");
        is($out =~ /Total samples = (\d+)/ ? $1 : '', $report->{samples}{recorded}, "$label: and finds as many samples");
        like($out, qr/^lost: (nothing|[\d,]+)/m, "$label: and says what was lost");
    }
}

# By the schema that speedscope publishes (tests/formats/speedscope.json).
sub check_schema {
    my ($label, $path) = @_;
    my $python = '/usr/bin/python3';    # Debian's, which has Debian's modules
    my $validate = 'import json, sys, jsonschema; jsonschema.Draft7Validator(json.load(open(sys.argv[1]))).validate(json.load(open(sys.argv[2])))';
  SKIP: {
        skip "$label: no python3-jsonschema (make deps)", 1 if !-e '/usr/lib/python3/dist-packages/jsonschema' && !$ENV{CI};
        my ($status, $out, $err) = run(200, $python, '-c', $validate, "$FindBin::Bin/formats/speedscope.json", $path);
        is($status, 0, "$label: as the schema wants it") or diag substr($err, -1000);
    }
}

sub check_speedscope {
    my ($label, $directory, $report) = @_;
    $label = "$label, speedscope";
    my $path = export($label, $directory, 'speedscope');
    my $file = decode_json(slurp($path));
    check_schema($label, $path);
    my $frames = @{$file->{shared}{frames}};
    my (%lanes, $bad, $weights);
    $bad = 0;
    for my $profile (@{$file->{profiles}}) {
        if ($profile->{type} eq 'sampled') {
            $bad++ if @{$profile->{samples}} != @{$profile->{weights}};
            $bad += grep { $_ >= $frames } map { @$_ } @{$profile->{samples}};
            $weights += $_ for @{$profile->{weights}};
        } else {
            my @open;
            for my $event (@{$profile->{events}}) {
                push @{$lanes{$profile->{name}}}, [$event->{type} eq 'O' ? 1 : undef, $event->{at}];
                if ($event->{type} eq 'O') { push @open, $event->{frame} } elsif (pop @open != $event->{frame}) { $bad++ }
                $bad++ if $event->{frame} >= $frames || $event->{at} > $profile->{endValue};
            }
        }
    }
    is($bad, 0, "$label: frames are there, and end as they began");
    nests($label, \%lanes);
    ok(abs($weights - $report->{samples}{ns}) <= $report->{samples}{recorded}, "$label: the samples' time, each to the ns");
    like($file->{name}, qr/lost: nothing/, "$label: nothing was lost") if !%{lost_of($report)};
    like($file->{name}, qr/lost: [\d,]+/, "$label: that something was lost is told") if %{lost_of($report)};
}

sub sqlite { my ($file, $sql) = @_; my ($status, $out, $err) = run(100, 'sqlite3', '-separator', "\t", $file, $sql); is($status, 0, $sql) or diag $err; return [map { [split /\t/, $_, -1] } split /\n/, $out] }

sub check_sqlite {
    my ($label, $directory, $report) = @_;
    my $file = export($label, $directory, 'sqlite');
    is(sqlite($file, 'PRAGMA integrity_check')->[0][0], 'ok', "$label, sqlite: the file is whole");
    is_deeply({map { $_->[0] => $_->[1] + 0 } @{sqlite($file, 'SELECT name, count(*) FROM events GROUP BY name')}}, events_of($report), "$label, sqlite: every event");
    is_deeply({map { $_->[0] => $_->[1] + 0 } @{sqlite($file, 'SELECT cause, count FROM losses WHERE count')}}, lost_of($report), "$label, sqlite: what was lost");
    is_deeply([map { [$_->[0], $_->[1] + 0] } @{sqlite($file, 'SELECT account, ns FROM ledger ORDER BY account')}], [sort { $a->[0] cmp $b->[0] } map { [$_->{name}, $_->{ns}] } @{$report->{ledger}}], "$label, sqlite: the ledger");
    is(sqlite($file, 'SELECT coalesce(sum(weight), 0) FROM samples')->[0][0], $report->{samples}{recorded}, "$label, sqlite: the samples");
    my @keys = qw(count elapsed_ns self_ns cpu_ns cpu_self_ns error_ns self_error_ns cpu_error_ns cpu_self_error_ns);
    my $rows = sqlite($file, "SELECT class || '.' || name || descriptor, " . join(" || ' ' || ", @keys) . " FROM methods WHERE count AND class <> ''");
    is_deeply({map { $_->[0] => $_->[1] } @$rows}, methods_of($report), "$label, sqlite: the methods, each figure with its error");
    is(sqlite($file, 'SELECT count(*) FROM states a JOIN states b ON a.thread = b.thread AND a.start_ns < b.start_ns AND a.end_ns > b.start_ns')->[0][0], 0, "$label, sqlite: a thread is in one state at a time");
    is(sqlite($file, "SELECT count(*) FROM states WHERE state = 'running'")->[0][0] >= (events_of($report)->{thread_switch} // 0) - 1, 1, "$label, sqlite: and runs after each switch to it");
    return $file if @selection;
    my $table = (gnomon(100, 'query', $directory, '--format', 'json', 'SELECT name, count(*) AS n FROM events GROUP BY name'))[1];
    is_deeply({map { $_->{name} => $_->{n} } @{decode_json($table)}}, events_of($report), "$label, query: the same");
    return $file;
}

# What CTF's reader finds, and the sums of the formats that have no time
sub check_ctf {
    my ($label, $directory, $report) = @_;
    my ($status, $out, $err) = run(200, 'babeltrace2', export($label, $directory, 'ctf'));
    is($status, 0, "$label, ctf: babeltrace2 reads it") or diag $err;
    my (%count, $discarded);
    $count{$1}++ while $out =~ /^\[[^\]]*\] \([^)]*\) ([^:]+): \{/mg;
    $discarded += $1 while $err =~ /discarded (\d+) events?/g;
    is_deeply(\%count, events_of($report), "$label, ctf: every event");
    is($discarded, lost_of($report)->{overwritten}, "$label, ctf: what was lost");
}

sub check_sums {
    my ($label, $directory, $report) = @_;
    my $folded = sum(map { / (\d+)$/ } grep { !/^#/ } split /\n/, slurp(export($label, $directory, 'folded')));
    ok(abs($folded - $report->{samples}{ns}) <= $report->{samples}{recorded}, "$label, folded: the samples' time, each to the ns");
    my ($head, @lines) = split /\r\n/, slurp(export($label, $directory, 'csv'));
    my @columns = split /,/, $head;
    my %rows;
    for my $line (@lines) {
        my %row;
        @row{@columns} = map { s/^"(.*)"$/$1/r } $line =~ /("[^"]*"|[^,]+)/g;
        $rows{"$row{class}.$row{method}$row{descriptor}"} = join ' ', @row{@figures} if $row{count} && $row{class};
    }
    is_deeply(\%rows, methods_of($report), "$label, csv: the methods, each figure with its error");
    return if !has_tool('callgrind_annotate');
    my ($status, $out, $err) = run(100, 'callgrind_annotate', '--threshold=100', export($label, $directory, 'callgrind'));
    is("$status$err", 0, "$label, callgrind: callgrind_annotate reads it");
    my ($all) = $out =~ /^\s*([\d,]+) \(100\.0%\).*PROGRAM TOTALS/m;
    is(($all // 0) =~ tr/,//dr, sum(grep { $_ > 0 } map { $_->{elapsed_excl_ns} } grep { $_->{count} } @{$report->{methods}}), "$label, callgrind: the sum of all self times");
}

sub check_uftrace {
    my ($label, $directory, $report, $database) = @_;
    $label = "$label, uftrace";
    my $data = export($label, $directory, 'uftrace');
    my ($status, $out, $err) = run(100, 'uftrace', 'report', '--no-pager', '-s', 'call', '-f', 'call', '-d', $data);
    is("$status$err", '0', "$label: uftrace report reads it");
    my %calls = map { /^\s*(\d+)  (\S.*)$/ ? ($2 => $1) : () } split /\n/, $out;
    delete $calls{$_} for grep { /^linux:/ } keys %calls;
    my %ours = map { $_->[0] => $_->[1] } @{sqlite($database, 'SELECT name, count(*) FROM calls GROUP BY name')};
    is_deeply(\%calls, \%ours, "$label: as many calls of each method");
    ($status, $out, $err) = run(200, 'uftrace', 'dump', '--no-pager', '-d', $data);
    is($status, 0, "$label: uftrace dump reads it") or diag $err;
    my %count;
    $count{$1}++ while $out =~ /\[event\] gnomon:(\S+?)\(/g;
    is_deeply(\%count, {map { (my $name = $_) =~ tr/ /_/; ($name => shown_of($report)->{$_}) } keys %{shown_of($report)}}, "$label: every event");
    is(scalar(() = $out =~ /linux:sched-in/g) >= (events_of($report)->{thread_switch} // 0) - 1, 1, "$label: and switch");
    my $lost = lost_of($report)->{overwritten};
    like($out, qr/\[lost \] <@{[sprintf '%x', $lost]}>/, "$label: $lost records lost") if $lost;
    for my $command (['replay'], ['graph'], ['info']) {
        ($status, $out, $err) = run(200, 'uftrace', @$command, '--no-pager', '-d', $data);
        is($status, 0, "$label: uftrace @$command reads it") or diag $err;
        unlike($out . $err, qr/inverted time|broken/, "$label: without complaint");
    }
    like($out, qr/lost: (nothing|[\d,]+)/, "$label: and info tells what was lost");
}

sub check_jfr {
    my ($label, $directory, $report) = @_;
    $label = "$label, jfr";
    my $file = export($label, $directory, 'jfr');
    my ($status, $out, $err) = run(200, 'jfr', 'summary', @jvm, $file);
    is("$status$err", '0', "$label: jfr summary reads it");
    my %count = map { /^ (\S.*?)\s+(\d+)\s+\d+\s*$/ ? ($1 => $2) : () } split /\n/, $out;
    my (%found, %kernel);
    for my $name (keys %count) {
        $found{$2} += $count{$name} if $name =~ /^(gnomon|component)\.(.*?)(\.(bare|number|pair|wide|text))?$/ && $2 !~ /^[A-Z]/;
    }
    is_deeply(\%found, {map { (my $name = $_) =~ tr/ /_/; ($name => shown_of($report)->{$_}) } keys %{shown_of($report)}}, "$label: every event");
    is($count{'jdk.ExecutionSample'}, events_of($report)->{sample}, "$label: every sample");
    is((run(200, 'jfr', 'metadata', @jvm, $file))[0], 0, "$label: jfr metadata reads it");
    ($status, $out, $err) = run(300, 'jfr', 'print', @jvm, '--events', 'jdk.ExecutionSample,gnomon.Loss,gnomon.ThreadState,component.log', '--json', $file);
    is("$status$err", '0', "$label: jfr print --json reads it");
    my @events = @{decode_json($out)->{recording}{events}};
    my %lost = map { $_->{values}{cause} => $_->{values}{count} } grep { $_->{type} eq 'gnomon.Loss' } @events;
    is_deeply(\%lost, lost_of($report), "$label: what was lost");
    is(sum(map { $_->{values}{weight} } grep { $_->{type} eq 'jdk.ExecutionSample' } @events), $report->{samples}{recorded}, "$label: the samples' weights");
    my $time = sum(map { $_->{values}{time} } grep { $_->{type} eq 'jdk.ExecutionSample' } @events);
    ok(abs($time - $report->{samples}{ns}) <= $report->{samples}{recorded}, "$label: and times, each to the ns");
    ($status, $out, $err) = run(300, 'jfr', 'print', @jvm, $file);
    is("$status$err", '0', "$label: jfr print reads all of it");
    return \@events;
}

# ---- All of them

my %directory;
for my $label (sort keys %runs) {
    my $directory = $directory{$label} = record($label);
    my $report = report($directory);
    if ($label eq 'overflow') {
        cmp_ok(lost_of($report)->{overwritten} // 0, '>', 0, "$label: the log is too small");
    } else {
        is_deeply([grep { $_ ne 'samples' } keys %{lost_of($report)}], [], "$label: nothing was lost");
    }
    my ($texts, $threads) = has_tool('protoc') ? check_pftrace($label, $directory, $report) : ();
    my $chrome = check_chrome($label, $directory, $report);
    check_pprof($label, $directory, $report) if has_tool('protoc');
    check_speedscope($label, $directory, $report);
    check_ctf($label, $directory, $report) if has_tool('babeltrace2');
    check_sums($label, $directory, $report);
    my $database = has_tool('sqlite3') ? check_sqlite($label, $directory, $report) : undef;
    check_uftrace($label, $directory, $report, $database) if $database && has_tool('uftrace');
    my $events = has_tool('jfr') ? check_jfr($label, $directory, $report) : [];
    next if $label ne 'threads';

    # What the program is known to do
    my @expected = map { "turn \"$_\" of \x{c3}\x{a4}\x{e2}\x{82}\x{ac};" } map { ($_, $_) } 0 .. $TURNS / 2 - 1;
    is_deeply([sort @$texts], [sort @expected], 'pftrace: the texts of events') if $texts;
    is($threads->{'other; "thread"'}, 1, 'pftrace: the names of threads') if $threads;
    my %value;
    $value{$_->{name}} += $_->{args}{value} // 0 for grep { $_->{ph} eq 'i' && $_->{cat} eq 'component' } @{$chrome->{traceEvents}};
    is_deeply(\%value, {bare => 0, 'a number' => -2350, pair => 2450, wide => 24_500_000_000_000, log => 2450}, 'chrome: the values of events');
    my %calls = map { $_->[0] => "$_->[1] $_->[2]" } @{sqlite($database, "SELECT name, ended, count(*) FROM calls WHERE kind = 'method' GROUP BY name")};
    is_deeply([@calls{'Viewed.fail(int)', 'Viewed.fibonacci(int)', 'Viewed.waste(int)'}], ['exception 300', 'left 2500', 'left 100'], 'sqlite: calls, and how they ended');
    my %waits = map { $_->[0] => $_->[1] } @{sqlite($database, "SELECT reason, count(*) FROM states JOIN threads USING (thread) WHERE threads.name = 'main' AND state = 'waiting' GROUP BY reason")};
    cmp_ok($waits{sleep}, '>=', 1, 'sqlite: the main thread slept');
    cmp_ok($waits{wait}, '>=', 1, 'and waited');
    my $collections = sqlite($database, "SELECT count(*), sum(live_bytes > 0), sum(ns > 0) FROM collections");
    my $count = events_of($report)->{collection_end};
    is_deeply($collections, [[$count, $count, $count]], "sqlite: $count collections, with what was left");
    my @logs = grep { $_->{type} eq 'component.log' } @$events;
    is(scalar @logs, $TURNS, 'jfr: own events are types of their own');
    is(scalar(grep { $_->{values}{text} =~ /^turn "\d+" of \x{e4}\x{20ac};$/ } @logs), $TURNS, 'with their texts');
}

# ---- A part of a recording. What it should hold is asked of the database of the whole

my $whole = scratch('whole.sqlite');
is((gnomon(60, 'export', $directory{threads}, '-o', $whole))[0], 0, 'the whole in a database');

sub check_all {
    my ($label, $report) = @_;
    my $directory = $directory{threads};
    check_pftrace($label, $directory, $report) if has_tool('protoc');
    check_chrome($label, $directory, $report);
    check_pprof($label, $directory, $report) if has_tool('protoc');
    check_speedscope($label, $directory, $report);
    my $database = check_sqlite($label, $directory, $report);
    check_uftrace($label, $directory, $report, $database) if has_tool('uftrace');
    check_jfr($label, $directory, $report) if has_tool('jfr');
}

sub part_of {
    my ($label, $events, $samples) = @_;
    my ($status, $out, $err) = gnomon(60, 'report', $directory{threads}, '--format', 'json', @selection);
    is($status, 0, "$label: a report of it") or diag $err;
    my $report = decode_json($out);
    is_deeply(events_of($report), {map { $_->[0] => $_->[1] + 0 } @{sqlite($whole, "SELECT name, count(*) FROM events e WHERE $events GROUP BY name")}}, "$label: the events are those that were asked for");
    is($report->{samples}{recorded}, sqlite($whole, "SELECT coalesce(sum(weight), 0) FROM samples WHERE $samples")->[0][0], "$label: and the samples");
    return $report;
}

# The middle half of what was sampled while methods were traced: however busy the host is, there is some of everything
my @times = map { $_->[0] } @{sqlite($whole, "SELECT time_ns FROM samples WHERE time_ns > (SELECT min(start_ns) FROM calls WHERE kind = 'method') ORDER BY time_ns")};
cmp_ok(scalar @times, '>=', 8, 'there are samples');
my ($from, $until) = @times[int(@times / 4), int(@times * 3 / 4)];
@selection = ('--from', sprintf('%.6fms', $from / 1e6), '--until', sprintf('%.6fms', $until / 1e6));
check_all('a time', part_of('a time', "time_ns >= $from AND time_ns < $until", "time_ns >= $from AND time_ns < $until"));
is(sqlite(scratch('a time.sqlite'), "SELECT count(*) FROM states WHERE start_ns < $from OR end_ns > $until + 1")->[0][0], 0, 'a time: no state is longer than it');

my ($other) = map { $_->[0] } @{sqlite($whole, q(SELECT thread FROM threads WHERE name = 'other; "thread"'))};
@selection = ('--thread', $other);
my $concerns = "thread = $other OR (name IN ('thread_create', 'thread_start', 'thread_end', 'thread_switch', 'thread_wakeup') AND EXISTS (SELECT 1 FROM fields f WHERE f.event = e.event AND f.name IN ('thread', 'from', 'to') AND f.value = 'other; \"thread\"'))";
check_all('a thread', part_of('a thread', $concerns, "thread = $other"));

# Methods: entries and exits of no other, and samples that have one on the stack
@selection = ('--filter', 'Viewed.fibonacci');
my ($status, $lines) = gnomon(60, 'export', $directory{threads}, '--to', 'folded-wall', @selection);
my %named = map { $_ => 1 } $lines =~ /(Viewed\.\w+\(.*?\))/g;
is_deeply(\%named, {'Viewed.fibonacci(int)' => 1}, 'a method: folded-wall has no other');
my @class = ('--filter', 'Viewed.*');    # a single method may not have been sampled
($status, $lines) = gnomon(60, 'export', $directory{threads}, '--to', 'folded', @class);
my $sampled = sum(map { / (\d+)$/ } grep { /;Viewed\.[\w<>\$]+\(/ } split /\n/, (gnomon(60, 'export', $directory{threads}, '--to', 'folded'))[1]);
is(sum(map { / (\d+)$/ } split /\n/, $lines), $sampled, "a class: folded has the $sampled ns of samples that its methods are on the stack of");
my $calls = sqlite($whole, "SELECT count(*) FROM calls WHERE name = 'Viewed.fibonacci(int)'")->[0][0];
my $database = export('a method', $directory{threads}, 'sqlite');
is_deeply(sqlite($database, "SELECT name, count(*) FROM calls WHERE kind = 'method' GROUP BY name"), [['Viewed.fibonacci(int)', $calls]], 'a method: sqlite');
my %begun;
$begun{$_->{name}}++ for grep { $_->{ph} eq 'B' && $_->{cat} eq 'method' } @{decode_json(slurp(export('a method', $directory{threads}, 'chrome')))->{traceEvents}};
is_deeply(\%begun, {'Viewed.fibonacci(int)' => $calls}, 'a method: chrome');
my $scope = decode_json(slurp(export('a method', $directory{threads}, 'speedscope')));
%begun = ();
$begun{$scope->{shared}{frames}[$_->{frame}]{name}}++ for grep { $_->{type} eq 'O' } map { $_->{name} =~ /: calls$/ ? @{$_->{events}} : () } @{$scope->{profiles}};
is($begun{'Viewed.fibonacci(int)'}, $calls, 'a method: speedscope');
is_deeply([grep { /^Viewed/ } keys %begun], ['Viewed.fibonacci(int)'], 'and no other');
like($scope->{name}, qr/only methods that match Viewed\.fibonacci/, 'which its name says');
my ($out, $err);
if (has_tool('uftrace')) {
    ($status, $out, $err) = run(100, 'uftrace', 'report', '--no-pager', '-s', 'call', '-f', 'call', '-d', export('a method', $directory{threads}, 'uftrace'));
    is_deeply({$out =~ /^\s*(\d+)  (Viewed\S*)$/mg}, {$calls => 'Viewed.fibonacci(int)'}, 'a method: uftrace');
}
if (has_tool('jfr')) {
    ($status, $out, $err) = run(200, 'jfr', 'print', @jvm, '--events', 'gnomon.Call', export('a method', $directory{threads}, 'jfr'));
    my %printed;
    $printed{$1}++ while $out =~ /"(Viewed\.\w+)/g;
    is_deeply(\%printed, {'Viewed.fibonacci' => $calls}, 'a method: jfr') or diag substr($out, 0, 600);
}
if (has_tool('go')) {
    local @selection = @class;
    my $counted = sqlite(export('a class', $directory{threads}, 'sqlite'), 'SELECT sum(weight) FROM samples')->[0][0];
    ($status, $out, $err) = run(100, 'go', 'tool', 'pprof', '-top', '-sample_index=samples', export('a class', $directory{threads}, 'pprof'));
    is($out =~ /Total samples = (\d+)/ ? $1 : 0, $counted, 'a class: pprof');
}
for my $format (qw(pftrace ctf)) {
    my $path = export('a method', $directory{threads}, $format);
    ok(-e $path && -s $path, "a method: $format");
}
@selection = ();
is((gnomon(60, 'export', $directory{threads}, '--to', 'chrome', '--filter', 'No.such'))[0], 1, 'a method that is not there is an error');

# ---- Larger than memory: what exports need does not grow with the recording, or only to a limit. In KiB

my $make = build('test/viz/test/make_region');
SKIP: {
    skip "make_region is not built (make tests-built)", 12 if !-x $make;
    run(100, $make, 1_100_000, scratch('large'));
    my %limit = (uftrace => 100_000, speedscope => 100_000, jfr => 400_000, 'folded-wall' => 400_000);
    for my $format (sort keys %limit) {
        my ($status, undef, $err) = run(300, 'sh', '-c', "ulimit -v $limit{$format}; exec '" . build('gnomon') . "' export '" . scratch('large') . "' --to $format -o '" . scratch('large.out') . "'");
        is($status, 0, "2.2 million calls to $format in $limit{$format} KiB") or diag $err;
        run(60, 'rm', '-r', scratch('large.out'));
    }
    make_path(scratch('ended'));
    for my $format (qw(chrome sqlite ctf uftrace)) {
        my $child = fork // die "fork: $!\n";
        if (!$child) {
            $SIG{INT} = 'DEFAULT'; # a parent of the test may ignore it
            exec build('gnomon'), 'export', scratch('large'), '--to', $format, '-o', scratch('ended/out') or exit 127;
        }
        my @parts;
        for (1 .. 30_000) { last if @parts = glob scratch('ended/*'); select undef, undef, undef, 0.001 }
        kill 'INT', $child;
        waitpid $child, 0;
        like("@parts $?", qr/\.part 2$/, "$format: ended by the user's signal while it writes");
        is_deeply([glob scratch('ended/*')], [], "$format: nothing is left behind");
    }
}

# ---- Folded stacks of time: what a thread did not run, it waited

($status, my $wall) = gnomon(60, 'export', $directory{threads}, '--to', 'folded-wall');
is($status, 0, 'export to folded-wall');
my $off = (gnomon(60, 'export', $directory{threads}, '--to', 'folded-off-cpu'))[1];
is(sum(map { / (\d+)$/ } grep { /^main;.*\[(waiting|ready)/ } split /\n/, $wall), sum(map { / (\d+)$/ } grep { /^main;/ } split /\n/, $off), 'off-CPU time is the part of wall time in which a thread does not run');
like($off, qr/^main;Viewed\.main\(String\[\]\);java\.lang\.Thread\.sleep\(long\);\[waiting: sleep\] (\d{8,})$/m, 'the sleep is below what slept: its own stack');
my $wakers = (gnomon(60, 'export', $directory{threads}, '--to', 'folded-wakers'))[1];
like($wakers, qr/^main;Viewed\.main\(String\[\]\);java\.lang\.Thread\.sleep\(long\);\[waiting: sleep\];\[woken by the clock\] (\d{8,})$/m, 'and the clock ended it');
like($wakers, qr/;\[waiting: (?:monitor|wait|park)\];\[woken by (?!the clock)[^;]+\](?:;[^;]+)* \d+$/m, 'a thread that others woke');

# ---- What was lost is told by those that show sums, too

{
    my $lost = lost_of(report($directory{overflow}))->{overwritten};
    my $said = qr/lost: (?:[^\n]*, )?$lost overwritten/i;
    for my $format (qw(folded dot csv svg callgrind)) {
        my ($status, $out, $err) = gnomon(60, 'export', $directory{overflow}, '--to', $format);
        is($status, 0, "overflow: $format") or diag $err;
        like($out, $format eq 'csv' ? qr/^"(?:[^\n]*, )?[^\n]*$lost overwritten[^\n]*"\r$/m : $said, "$format: $lost records lost");
    }
    my ($whole) = gnomon(60, 'export', $directory{overflow}, '--to', 'svg', '--diagram', 'time');
    is($whole, 0, 'overflow: the time diagram');
    my $nothing = !%{lost_of(report($directory{threads}))};    # a busy host loses samples
    is((gnomon(60, 'export', $directory{threads}, '--to', 'folded'))[1] =~ /^#/m ? 1 : 0, $nothing ? 0 : 1, 'folded: only what was lost is said');
}

# ---- Recipes of docs/query.md

my @recipes = slurp("$FindBin::Bin/../docs/query.md") =~ /```sql\n(.*?)```/gs;
cmp_ok(scalar @recipes, '>=', 10, 'docs/query.md has ten recipes');
$runs{ages} = ['Viewed', [], '--alloc', '**', '--alloc-events', '4096', '--stacks', '32', '--ages', '64', '--heap', '16', '--sample', '100'];
$directory{ages} = record('ages');
check_pprof('ages', $directory{ages}, report($directory{ages}));
{
    my ($report, $base) = (report($directory{ages}), scratch('ages.sqlite'));
    is((gnomon(60, 'export', $directory{ages}, '-o', $base))[0], 0, 'ages: a database');
    is_deeply(sqlite($base, 'SELECT sum(objects), sum(bytes) FROM allocations'), [[$report->{counted_objects}, $report->{counted_bytes}]], 'whose allocations are those that were counted');
    my $folded = (gnomon(60, 'export', $directory{ages}, '--to', 'folded-allocation'))[1];
    is(sum($folded =~ / (\d+)$/mg), sum(map { $_->{fields}{step} } events(region($directory{ages}), 'allocate')), 'ages: folded stacks have the bytes between single events');
}
for my $recipe (@recipes) {
    my ($status, $out, $err) = gnomon(60, 'query', $directory{$recipe =~ /site_ages/ ? 'ages' : 'threads'}, $recipe);
    is($status, 0, "query: $recipe") or diag $err;
    cmp_ok(scalar(split /\n/, $out), '>=', 2, 'and finds something');
}
is((gnomon(60, 'query', $directory{threads}, '--format', 'csv', "SELECT 1 AS a, 'x\"y' AS b, NULL AS c"))[1], "\"a\",\"b\",\"c\"\r\n1,\"x\"\"y\",\r\n", 'query: CSV');
is((gnomon(60, 'query', $directory{threads}, "SELECT 'ä' AS x, 1 AS number"))[1], "x  number\nä       1\n", 'query: a table');
is((gnomon(60, 'query', $directory{threads}, 'SELECT nothing'))[0], 1, 'query: what is no column is an error');

# ---- What bad output and bad input get

sub refused {
    my ($words, $status, $err) = @_;
    is($status, 1, "$words: status 1");
    like($err, qr/\Agnomon: [^\n]+\n\z/, "$words: one line");
}

my @streams = qw(callgrind chrome csv dot folded folded-off-cpu folded-wakers folded-wall jfr pftrace pprof speedscope);
my @paths = qw(ctf sqlite uftrace);
my $small = $directory{overflow};
make_path(scratch('out'));
for my $format (@streams, @paths) {
    my ($status, undef, $err) = gnomon(60, 'export', $small, '--to', $format, '-o', '/dev/full');
    refused("$format to a device that is full", $status, $err);
    ok(-c '/dev/full', 'which is still there');
    ($status, undef, $err) = gnomon(60, 'export', $small, '--to', $format, '-o', '/proc/nowhere/file');
    refused("$format to where nothing can be written", $status, $err);
    spill(scratch('cut'), substr(slurp("$small/region"), 0, 1_000_000));
    ($status, undef, $err) = gnomon(60, 'export', scratch('cut'), '--to', $format, '-o', scratch('out/file'));
    refused("$format of a region that is cut", $status, $err);
}
for my $format (@streams) {
    my $program = build('gnomon');
    my ($status, undef, $err) = run(60, 'bash', '-c', "set -o pipefail; '$program' export '$small' --to $format 2>'" . scratch('pipe.err') . "' | true; exit \${PIPESTATUS[0]}");
    my ($usual, undef, $words) = gnomon(60, 'export', $small, '--to', $format);
    is($status, $usual, "$format into a closed pipe ends as into a file");
    is(slurp(scratch('pipe.err')), $words, "$format: and no more is said");
}
# A limit of 64 KiB for files stands for a disk that fills
for my $format (qw(chrome pftrace jfr speedscope sqlite ctf uftrace)) {
    my $program = build('gnomon');
    my ($status, undef, $err) = run(60, 'bash', '-c', "trap '' XFSZ; ulimit -f 64; exec '$program' export '$directory{threads}' --to $format -o '" . scratch("out/$format") . "'");
    refused("$format to a disk that fills", $status, $err);
}
opendir my $left, scratch('out') or die;
is_deeply([grep { !/^\.\.?$/ } readdir $left], [], 'and nothing is left behind');

done_testing();
