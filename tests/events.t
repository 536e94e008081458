#!/usr/bin/perl
# What the fields of the kernel's events say, held against a program that does a known number of each thing
# (tests/java/EventsKnown.java), on both machines. The records are read from the region itself, by the table of
# log/events.h. Not here: sample (samples.t), method_enter, _leave and _unwind (trace.t), and what nothing records yet
# (`gnomon help run` has the list).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use List::Util qw(all first sum0);
use Test::More;

cannot(
    cpus4 => 'the order of the events of one processor is known',
    stress => 'a collector that works all the time bends the figures that this file knows',
    warm => 'what is kept from a run before is not translated, and translation is what this file looks at',
);
my $classes = compile('known', 'tests/java/EventsKnown.java');
my ($nodes, $failures, $nulls) = (1000, 25, 50);
my $node_bytes = 32;  # a header of 8, two longs, a reference, in units of 8

# {events, names, report, ranges} of a run that keeps so many nodes, and throws and reads so often.
sub record {
    my ($label, $machine, @counts) = @_;
    my $directory = scratch("$label-@counts");
    my ($status, $out, $err) = gnomon(120, 'run', '-q', @$machine, '--events', 'all', '--sample', 1000, '--stacks', 40, '--no-inline', 'EventsKnown*.*', '-o', $directory, '-cp', $classes,
        'EventsKnown', '--', @counts);
    is("$status $out", "0 $counts[1] $counts[2]\n", "$label: the program with @counts") or diag $err;
    my $region = region($directory);
    my $report = report($directory);
    is(sum0(map { $_->{cause} eq 'samples' ? 0 : $_->{count} } @{$report->{lost}}), 0, "$label: nothing was lost");
    return {region => $region, events => [events($region)], names => entities($region), report => $report, ranges => code_ranges($region)};
}

sub of_kind { my ($run, $name) = @_; return grep { ($_->{event} // '') eq $name } @{$run->{events}} }

# The fields of such events, those that are asked for, as text: one a record.
sub fields {
    my ($names, $events) = @_;
    return map { my $event = $_; join ' ', map { $event->{fields}{$_} } @$names } @$events;
}

sub thread_number {
    my ($run, $name) = @_;
    my ($number) = grep { $run->{names}{thread}{$_} eq $name } keys %{$run->{names}{thread}};
    return $number // die "no thread $name\n";
}

# The number of the thread with this name.
sub by_thread { my ($run, $name, $kind) = @_; my $number = thread_number($run, $name); return grep { $_->{thread} == $number } of_kind($run, $kind) }

sub class_number { my ($run, $name) = @_; return first { $run->{names}{class}{$_} eq $name } keys %{$run->{names}{class}} }
sub method_number { my ($run, $name) = @_; return first { $run->{names}{method}{$_} eq $name } keys %{$run->{names}{method}} }
sub is_within { my ($run, $address, $method) = @_; return scalar grep { $address >= $_->[0] && $address < $_->[0] + $_->[1] } @{$run->{ranges}{$method} // []} }

my @names = ('short-0', 'short-1', 'short-2', qw(blocked waiter parker sleeper spinner));

sub check_threads_and_domain {
    my ($label, $run) = @_;
    my $main = thread_number($run, 'main');
    my @domains = of_kind($run, 'domain_create');
    is(scalar @domains, 1, "$label: one domain is created");
    my $domain = $domains[0]{fields}{domain};
    ok(defined $run->{names}{domain}{$domain}, "$label: whose number has a name");
    for my $name (@names) {
        my $number = thread_number($run, $name);
        my @created = grep { $_->{fields}{thread} == $number } of_kind($run, 'thread_create');
        is(join(', ', fields(['parent', 'domain'], \@created)), "$main $domain", "$label: $name is created once, by main, in the domain");
        for my $kind ('thread_start', 'thread_end') {
            is(join(', ', fields(['thread'], [by_thread($run, $name, $kind)])), $number, "$label: $name: one $kind, of itself");
        }
        is(scalar(grep { $_->{fields}{from} == $number && $_->{fields}{reason} eq 'end' } of_kind($run, 'thread_switch')), 1, "$label: $name is left for ever once");
    }
}

# Which thread runs is told by the switches alone; why a thread is left, by its own events too; and a thread that waits
# runs after another has woken it.
sub check_switches {
    my ($label, $run) = @_;
    my @switches = of_kind($run, 'thread_switch');
    is(scalar(grep { $switches[$_]{fields}{from} != $switches[$_ - 1]{fields}{to} } 1 .. $#switches), 0, "$label: each switch is from where the last one was to");
    is(scalar(grep { $_->{fields}{from} != $_->{thread} } @switches), 0, "$label: packets say the same");
    for my $case (['sleeper', 'sleep', 'thread_sleep', 2], ['parker', 'park', 'thread_park', 4], ['waiter', 'wait', 'monitor_wait', 3], ['blocked', 'monitor', 'monitor_block', 1]) {
        my ($name, $reason, $kind, $count) = @$case;
        my $number = thread_number($run, $name);
        is(scalar(by_thread($run, $name, $kind)), $count, "$label: $name: $kind, $count times");
        is(scalar(grep { $_->{fields}{from} == $number && $_->{fields}{reason} eq $reason } @switches), $count, "$label: $name is left so often for $reason");
    }
    my $spinner = thread_number($run, 'spinner');
    cmp_ok(scalar(grep { $_->{fields}{from} == $spinner && $_->{fields}{reason} eq 'quantum' } @switches), '>=', 3, "$label: of 100 ms, two spinning, spinner is left for its quantum");
    my %waits;
    my $odd = 0;
    for my $event (@{$run->{events}}) {
        my ($kind, $fields) = ($event->{event} // '', $event->{fields});
        delete $waits{$fields->{thread}} if $kind eq 'thread_wakeup';
        next if $kind ne 'thread_switch';
        $waits{$fields->{from}} = 1 if $fields->{reason} =~ /^(monitor|wait|park|sleep)$/;
        $odd++ if $waits{$fields->{to}};
    }
    is($odd, 0, "$label: nobody who waits runs before being woken");
}

# Which thread woke each thread, time after time.
sub check_wakers {
    my ($label, $run) = @_;
    my $main = thread_number($run, 'main');
    my %wakers = (blocked => "$main $main", waiter => "$main $main $main 0", parker => "$main $main $main 0 0", sleeper => "$main 0 0");  # the first is Thread.start
    for my $name (sort keys %wakers) {
        my $number = thread_number($run, $name);
        my @wakeups = grep { $_->{fields}{thread} == $number } of_kind($run, 'thread_wakeup');
        is(join(' ', fields(['waker'], \@wakeups)), $wakers{$name}, "$label: who wakes $name");
    }
}

# The methods of a stack, innermost first.
sub stack_of {
    my ($run, $event, $field) = @_;
    my ($section) = grep { $_->{id} == 5 } sections($run->{region});
    my @methods;
    for (my $node = $event->{fields}{$field}; $node;) {
        ($node, my $ip) = unpack 'VV', substr($run->{region}, $section->{data} + 8 * $node, 8);
        push @methods, first { is_within($run, $ip, $_) } sort keys %{$run->{ranges}} if $ip > 2;
    }
    return map { $_ // '?' } @methods;
}

# Which monitors: one number for one object, in all events; and where the one that blocks, the owner and the waker
# stand.
sub check_objects_and_stacks {
    my ($label, $run) = @_;
    my $lock = class_number($run, 'EventsKnown$Lock');
    my @wakeups = map { [of_thread($run, thread_number($run, $_))] } qw(blocked waiter parker sleeper);
    my ($block) = by_thread($run, 'blocked', 'monitor_block');
    my $object = $block->{fields}{object};
    ok($object, "$label: the lock has number $object");
    is(join(', ', fields([qw(class object reason)], [by_thread($run, 'blocked', 'monitor_acquire')])), "$lock $object monitor", "$label: blocked gets it then");
    is(join(', ', fields([qw(class object reason)], [by_thread($run, 'waiter', 'monitor_acquire')])), join(', ', ("$lock $object wait") x 3), "$label: waiter comes back from each wait");
    is(join(' ', fields(['object'], [by_thread($run, 'waiter', 'monitor_wait')])), "$object $object $object", "$label: of the same lock");
    is(join(', ', fields([qw(object reason)], $wakeups[0])), "0 none, $object monitor", "$label: what blocked is woken from");
    is(join(', ', fields([qw(object reason)], $wakeups[1])), join(', ', '0 none', ("$object wait") x 3), "$label: what waiter is woken from");
    is(join(', ', fields([qw(object reason)], $wakeups[2])), join(', ', '0 none', ('0 park') x 4), "$label: what parker is woken from");
    is(join(', ', fields([qw(object reason)], $wakeups[3])), join(', ', '0 none', ('0 sleep') x 2), "$label: what sleeper is woken from");
    is(join(' ', fields(['blocker'], [by_thread($run, 'parker', 'thread_park')])), "0 0 $lock 0", "$label: on what parker parks");
    my %stacks = (
        'blocked, where it blocks' => [$block, 'stack', qr/^EventsKnown\.lambda\$block\$\d .*java\.lang\.Thread\.run$/],
        'main, which has the lock' => [$block, 'owner_stack', qr/ EventsKnown\.await EventsKnown\.block EventsKnown\.main$/],
        'main, when it leaves the lock' => [$wakeups[0][1], 'stack', qr/^EventsKnown\.block EventsKnown\.main$/],
        'waiter' => [(by_thread($run, 'waiter', 'monitor_wait'))[0], 'stack', qr/^java\.lang\.Object\.wait .*EventsKnown\.waitThrice /],
        'main, which notifies it' => [$wakeups[1][1], 'stack', qr/^java\.lang\.Object\.notify EventsKnown\.waits EventsKnown\.main$/],
        'parker' => [(by_thread($run, 'parker', 'thread_park'))[0], 'stack', qr/park .*EventsKnown\.lambda\$parks/],
        'main, which unparks it' => [$wakeups[2][1], 'stack', qr/unpark .*EventsKnown\.parks EventsKnown\.main$/],
        'sleeper' => [(by_thread($run, 'sleeper', 'thread_sleep'))[1], 'stack', qr/^java\.lang\.Thread\.sleep EventsKnown\.lambda\$sleeps/],
        'main, which starts sleeper' => [$wakeups[3][0], 'stack', qr/ java\.lang\.Thread\.start EventsKnown\.start EventsKnown\.sleeps EventsKnown\.main$/],
    );
    for my $who (sort keys %stacks) {
        my ($event, $field, $pattern) = @{$stacks{$who}};
        like(join(' ', stack_of($run, $event, $field)), $pattern, "$label: where it stands: $who");
    }
    is(join(' ', fields(['stack'], [grep { $_->{fields}{waker} == 0 } map { @$_ } @wakeups])), '0 0 0 0 0', "$label: the clock stands nowhere");
}

sub of_thread { my ($run, $number) = @_; return grep { $_->{fields}{thread} == $number } of_kind($run, 'thread_wakeup') }

# What the events say was stolen is what the threads' own sums say, to the tick: the events tell all of it, and nothing
# twice.
sub check_stolen {
    my ($label, $run) = @_;
    my ($section) = grep { $_->{id} == 7 } sections($run->{region});
    my @kinds = qw(interrupts collection translation linking);
    my (%sum, %told);
    for my $number (1 .. $section->{used} - 1) {
        my @stolen = unpack 'q<4', substr($run->{region}, $section->{data} + 344 * $number + 176, 32);
        $sum{$kinds[$_]} += $stolen[$_] for 0 .. 3;
    }
    $told{$_->{fields}{kind}} += $_->{fields}{spent} for of_kind($run, 'stolen_time');
    is($told{$_}, $sum{$_}, "$label: all that is stolen for $_ is told") for @kinds[1 .. 3];
    my %roots = map { ($_ => 1) } fields(['root'], [of_kind($run, 'kernel_java')]);
    is(join(' ', sort keys %roots), '3 4', "$label: Java that the kernel runs for classes: initialisers and loaders");
}

sub check_limits {
    my ($label, $run) = @_;
    my ($main, $lock) = (thread_number($run, 'main'), class_number($run, 'EventsKnown$Lock'));
    is(join(', ', fields(['class', 'owner'], [by_thread($run, 'blocked', 'monitor_block')])), "$lock $main", "$label: blocked waits for the lock that main has");
    is(join(', ', fields(['class', 'limit'], [by_thread($run, 'waiter', 'monitor_wait')])), "$lock 0, $lock 1234000000000, $lock 3000000", "$label: what waiter waits for, and how long");
    is(join(', ', fields(['limit'], [by_thread($run, 'sleeper', 'thread_sleep')])), '7000000, 11000000', "$label: how long sleeper sleeps");
    my @parks = by_thread($run, 'parker', 'thread_park');
    my $until = pop @parks;
    is(join(', ', fields(['timed', 'limit'], \@parks)), '0 0, 1 2500000000000, 1 4000000', "$label: how long parker parks");
    ok($until->{fields}{timed} == 1 && $until->{fields}{limit} <= 60_000_000 && $until->{fields}{limit} > 30_000_000, "$label: and until when: for $until->{fields}{limit} of 60000000 ns");

    # By the clock no wait is shorter than its limit.
    my $ns_per_tick = 1e9 / $run->{report}{clock}{hz};
    for my $name ('sleeper', 'parker', 'waiter') {
        my $number = thread_number($run, $name);
        my ($limit, $start, @short);
        for my $event (@{$run->{events}}) {
            my $kind = $event->{event} // '';
            ($start, $limit) = ($event->{ticks}, $event->{fields}{limit}) if $kind =~ /^(thread_sleep|thread_park|monitor_wait)$/ && $event->{thread} == $number;
            next unless $kind eq 'thread_wakeup' && $event->{fields}{thread} == $number && $event->{fields}{waker} == 0;
            my $waited = ($event->{ticks} - $start) * $ns_per_tick;
            push @short, $waited if $waited < $limit * 0.999;  # the rate is known to some ppm
        }
        is("@short", '', "$label: $name is not woken by the clock before its time");
    }
}

# Each collection with what belongs to it: {cause, phases, live, freed, used, committed, ages => {age => [objects,
# bytes]}}
sub collections {
    my ($run) = @_;
    my @collections;
    for my $event (@{$run->{events}}) {
        my ($kind, $fields) = ($event->{event} // '', $event->{fields});
        push @collections, {%$fields, phases => '', ages => {}} if $kind eq 'collection_begin';
        my $last = $collections[-1];
        $last->{phases} .= "$fields->{phase} " if $kind eq 'collection_phase';
        $last->{ages}{$fields->{age}} = [@$fields{qw(objects bytes)}] if $kind eq 'object_ages';
        @$last{qw(live freed)} = @$fields{qw(live freed)} if $kind eq 'collection_end';
        @$last{qw(young old)} = @$fields{qw(young old)} if $kind eq 'heap_generations' && $event->{level} == 0;
        @$last{qw(used committed)} = @$fields{qw(used committed)} if $kind eq 'heap_occupancy' && $event->{level} == 0; # at level 1 it comes with the heartbeat
    }
    return @collections;
}

sub total { my ($collection, $which) = @_; return sum0(map { $_->[$which] } values %{$collection->{ages}}) }

sub check_collections {
    my ($label, $run, $without) = @_;
    my @found = collections($run);
    my ($domain) = of_kind($run, 'domain_create');
    is(scalar(grep { $_->{level} == 0 } of_kind($run, $_)), scalar @found, "$label: each collection has one $_") for qw(collection_end heap_occupancy heap_generations);
    is(scalar(grep { $_->{young} + $_->{old} > $_->{used} || ($_->{cause} ne 'young_full' && $_->{young}) } @found), 0, "$label: the generations are parts of it, and a full collection leaves nothing young");
    is(scalar(grep { $_->{phases} ne 'stop roots copy references release ' } @found), 0, "$label: all of them have their phases");
    is(scalar(grep { $_->{domain} != $domain->{fields}{domain} } map { $_->{fields} } map { of_kind($run, $_) } qw(collection_begin collection_end heap_occupancy)), 0, "$label: of the domain");
    is(scalar(grep { $_->{used} != $_->{live} || $_->{committed} % (1 << 20) || $_->{committed} < $_->{used} } @found), 0, "$label: occupancy is what lives, in whole chunks");
    my @requested = grep { $_->{cause} eq 'requested' } @found;
    my @less = grep { $_->{cause} eq 'requested' } collections($without);
    is(@requested . ' ' . @less, '4 4', "$label: System.gc, four times");
    is(scalar(grep { total($_, 1) != $_->{live} } @requested), 0, "$label: what survives a full collection is what lives then, to the byte");
    for my $age (1 .. 3) {
        my ($more, $fewer) = map { $_->[$age - 1]{ages}{$age} // [0, 0] } \@requested, \@less;
        my ($objects, $bytes) = map { $more->[$_] - $fewer->[$_] } 0, 1;
        is("$objects $bytes", join(' ', $nodes, $nodes * $node_bytes), "$label: at the collection $age, the nodes are of age $age") if $label !~ /linux/;
        cmp_ok(abs($objects - $nodes), '<=', $nodes / 5, "$label: at the collection $age, some $nodes more objects of age $age") if $label =~ /linux/;  # other threads make some, sooner or later
    }
    my $freed = $requested[3]{freed} - $less[3]{freed};
    cmp_ok(abs($freed - $nodes * $node_bytes), '<=', $label =~ /linux/ ? $nodes * $node_bytes / 5 : 0, "$label: the last collection frees the nodes: $freed bytes more");
}

# Bytes of bytecode by method, as javap sees them: where the last instruction begins, and its length.
sub bytecode_bytes {
    my (undef, $text) = run(60, 'javap', '-c', '-p', '-cp', $classes, 'EventsKnown');
    my (%bytes, $method);
    my %lengths = (goto => 3);
    for my $line (split /\n/, $text) {
        $method = "EventsKnown.$1" if $line =~ /^  \S.* (\S+)\(.*\).*;$/;
        $method = 'EventsKnown.<init>' if $line =~ /^  \S.*\bEventsKnown\(\);$/;
        $bytes{$method} = $1 + ($lengths{$2} // 1) if $line =~ /^\s+(\d+): (\w+)/;
    }
    return \%bytes;
}

sub check_classes_and_code {
    my ($label, $run) = @_;
    my (%loaded, @gone);
    push @{$loaded{$run->{names}{class}{$_->{fields}{class}}}}, $_->{fields}{bytes} for of_kind($run, 'class_load');
    push @gone, grep { $run->{names}{class}{$_} eq 'EventsKnown$Gone' } fields(['class'], [of_kind($run, $_)]) for 'class_load', 'class_unload';
    is(join(' ', map { scalar @{$loaded{$_}} } grep { /Gone/ } keys %loaded), 3, "$label: a class is loaded by each of three loaders");
    is(join(' ', sort @gone[3 .. $#gone]), join(' ', sort @gone[0 .. 2]), "$label: and unloaded by a collection, each once");
    delete $loaded{'EventsKnown$Gone'};
    is_deeply({map { ($_ => $loaded{$_}) } grep { /^EventsKnown/ && !/Lambda/ } keys %loaded}, {map { ($_ => [-s "$classes/$_.class"]) } map { "EventsKnown$_" } '', '$Lock', '$Failure', '$Node', '$Thrown'},
        "$label: each class that is used is loaded once, with the bytes of its file; the unused one is not");
    my ($bytecode, $checked) = (bytecode_bytes(), 0);
    for my $method (sort grep { /^EventsKnown\./ && !/lambda/ } values %{$run->{names}{method}}) {
        my @translated = grep { $run->{names}{method}{$_->{fields}{method}} eq $method } of_kind($run, 'translate');
        next if !@translated || !defined $bytecode->{$method};
        is(join(', ', fields([qw(code code_bytes)], \@translated)), join(', ', map { "@$_[0, 1]" } @{$run->{ranges}{$method}}), "$label: $method: where its code is");
        is($_->{fields}{bytecode_bytes}, $bytecode->{$method}, "$label: $method: what it is made of") for @translated;
        $checked++;
    }
    cmp_ok($checked, '>=', 12, "$label: of $checked methods");
    # `spent` holds the interrupts that struck meanwhile, what is the instruments' and, on Linux, the time of other
    # processes; the ledger does not.
    my $spent = sum0(map { $_->{fields}{spent} } of_kind($run, 'translate'));
    my $translator = account($run->{report}, 'translator', 'ticks');
    ok($spent >= 0.9 * $translator && ($label =~ /linux/ || $spent <= 1.5 * $translator), "$label: translations took $spent ticks, by the ledger $translator");
}

sub check_exceptions {
    my ($label, $run) = @_;
    my ($failure, $fail) = (class_number($run, 'EventsKnown$Failure'), method_number($run, 'EventsKnown.fail'));
    my @thrown = grep { $_->{fields}{class} == $failure } of_kind($run, 'exception_throw');
    is(scalar @thrown, $failures, "$label: each exception is an event");
    is(scalar(grep { $_->{fields}{method} == $fail && is_within($run, $_->{fields}{ip}, 'EventsKnown.fail') && $_->{thread} == thread_number($run, 'main') } @thrown), $failures,
        "$label: thrown there, by main");
    my @faults = grep { is_within($run, $_->{fields}{ip}, 'EventsKnown.read') } of_kind($run, 'page_fault');
    is(scalar @faults, $nulls, "$label: each null that the processor finds is an event");
    is(scalar(grep { $_->{fields}{address} < 8 || $_->{fields}{address} > 16 } @faults), 0, "$label: of a field behind the header of nothing");
}

# The timer's interrupts; each that samples has its sample inside.
sub check_interrupts {
    my ($label, $run) = @_;
    my @events = grep { $_->{level} == 1 } @{$run->{events}};
    my ($inside, $odd, $pairs) = (0, 0, 0);
    for my $event (@events) {
        $odd++ if $event->{event} eq 'interrupt_enter' ? $inside : !$inside;
        $odd++ if $event->{event} =~ /^interrupt/ && $event->{fields}{vector} != 32;
        $pairs++ if $event->{event} eq 'interrupt_leave';
        $inside = $event->{event} ne 'interrupt_leave';
    }
    is($odd, 0, "$label: interrupts are entered and left in turn, and all are the timer's");
    my $samples = grep { $_->{event} eq 'sample' } @events;
    cmp_ok($pairs, '>=', $samples, "$label: $pairs of them, with $samples samples inside");
    cmp_ok($samples, '>=', 100, "$label: of a run of some 300 ms at 1000 Hz");
}

for my $machine (['--deterministic'], ['--machine', 'linux']) {
    my $label = $machine->[-1] =~ s/^--//r;
    my $run = record($label, $machine, $nodes, $failures, $nulls);
    my $without = record($label, $machine, 0, 0, 0);
    check_threads_and_domain($label, $run);
    check_switches($label, $run);
    check_wakers($label, $run);
    check_objects_and_stacks($label, $run);
    check_stolen($label, $run);
    check_limits($label, $run);
    check_collections($label, $run, $without);
    check_classes_and_code($label, $run);
    check_exceptions($label, $run);
    check_interrupts($label, $run);
}

# ---- A thread that finds no room for its output lets others run, and says so

my $writing = compile('writing', 'tests/java/Writing.java');
for my $machine ('linux', 'qemu') {
    my $directory = scratch("writing-$machine");
    my ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', $machine, '--events', 'thread', '--log-size', 4, '-o', $directory, '-cp', $writing, 'Writing');
    is("$status " . length($out) . $err, '0 ' . 600 * (1 << 14), "$machine: all of the output is there");
    my ($lines, %reasons) = (gnomon(60, 'events', $directory))[1];
    $reasons{$1}++ while $lines =~ / thread_switch .*reason=(\w+)/g;
    cmp_ok($reasons{output} // 0, '>', 0, "$machine: its thread has waited for room");
    is($reasons{yield} // 0, 0, "$machine: and not just given way");
    my ($main) = grep { $_->{name} eq 'main' } @{report($directory)->{threads}};
    cmp_ok($main->{away_ticks}{output}, '>', 0, "$machine: for some time");
}

done_testing();
