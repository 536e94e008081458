#!/usr/bin/perl
# The heap: what a census counts is what Held.java holds, to the object and byte, and with all the rest of the run what
# the last collection left; the heap dump is read by VisualVM's reader, which finds the same. Objects of known lifetimes
# (Ages.java) survive as often as they must. MACHINES chooses where.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Cpanel::JSON::XS;
use Test::More;

cannot(stress => 'a collector that works all the time bends the figures that this file knows');
my @machines = machines();
my $reader = '/usr/share/visualvm/visualvm/modules/org-graalvm-visualvm-lib-jfluid-heap.jar';
my $classes = compile('heap', 'tests/heap/Held.java', 'tests/heap/Ages.java', glob "$FindBin::Bin/java/*/B.java");

sub by_class { my ($list) = @_; return map { $_->{class} => $_ } @$list }
sub sum_of { my ($list, $key) = @_; my $sum = 0; $sum += $_->{$key} for @$list; return $sum }
sub ledger { my ($report) = @_; return map { $_->{name} => $_->{ticks} } @{$report->{ledger}} }

sub heap_of {
    my ($status, $out, $err) = gnomon(60, 'heap', @_, '--format', 'json');
    die "heap @_: status $status: $err\n" if $status;
    return decode_json($out);
}

# Objects and bytes of the class library: 8 bytes a reference counts 4, a head 8, an array's 16.
my %held = (
    'Held$Leaf' => [1000, 16_000], 'Held$Node' => [400, 400 * 24], 'Held$Kind' => [100, 100 * 40], 'Held$Leaf[]' => [1, 16 + 4000],
    'long[][]' => [1, 16 + 32], 'Held[]' => [1, 16 + 280_000],
);

# ---- Census and dump

sub check_dump {
    my ($machine, $dump, $census) = @_;
    SKIP: {
        if (!-f $reader) {
            fail("$machine: VisualVM's reader is installed, as CI is set") if $ENV{CI};
            skip "there is no $reader", 8;
        }
        my $program = scratch('reader');
        if (!-d $program) {
            my ($status, $out, $err) = run(120, 'javac', '-J-XX:TieredStopAtLevel=1', '-cp', $reader, '-d', $program, "$FindBin::Bin/heap/ReadHeap.java");
            is($status, 0, 'what reads the dump compiles') or diag($err);
        }
        my ($status, $out, $err) = run(120, 'java', '-XX:TieredStopAtLevel=1', '-cp', "$program:$reader", 'ReadHeap', $dump);
        is("$status $err", '0 ', "$machine: VisualVM reads the dump");
        my %found = map { /^class (\S+) (\d+) (-?\d+) (\S+)/ ? ($1 => {objects => $2, size => $3, super => $4}) : () } split /\n/, $out;
        my @census = grep { $_->{class} ne 'java.lang.Class' } @$census; # classes have records of their own
        is_deeply({map { $_ => $found{$_}{objects} } grep { $found{$_}{objects} && $_ ne 'java.lang.Class' } keys %found}, {map { $_->{class} => $_->{objects} } @census},
            "$machine: and finds as many objects of each class as the census");
        is_deeply([grep { $found{$_->{class}}{size} > 0 && $found{$_->{class}}{size} * $_->{objects} != $_->{bytes} } @census], [], "$machine: which are as large");
        is($found{'Held$Kind'}{super}, 'Held$Node', "$machine: superclasses");
        like($out, qr/^list 500 124750$/m, "$machine: fields hold what they held");
        like($out, qr/^text 100,108,101,104$/m, "$machine: strings too");
        like($out, qr/^thread \d+ \[java\.lang\.Object\.wait\(Native Method\), java\.lang\.ref\.ReferenceQueue\.remove\(ReferenceQueue\.java:155\)/m, "$machine: threads have stacks");
        like($out, qr/^reached false true$/m, "$machine: what a static refers to is reached from a root");
        unlike($out, qr/broken/, "$machine: every root is an object");
    }
}

for my $machine (@machines) {
    my ($directory, $dump) = (scratch("held-$machine"), scratch("held-$machine.hprof"));
    runs_alike("Held on $machine", [0, "true\n", ''], '--machine', $machine, '--census', '--dump-heap', $dump, '--events', 'collection,heap', '-o', $directory, '-cp', $classes, 'Held');
    my $report = report($directory);
    my %found = by_class($report->{heap});
    is_deeply([map { $found{$_}{objects} } sort keys %held], [map { $held{$_}[0] } sort keys %held], "$machine: as many objects as the program holds");
    is_deeply([map { $found{$_}{bytes} } sort keys %held], [map { $held{$_}[1] } sort keys %held], "$machine: to the byte");
    my $last = $report->{collections}[-1];
    is("$last->{kind} $last->{cause}", 'full census', "$machine: it was taken after a collection");
    is(sum_of($report->{heap}, 'bytes') - sum_of($report->{heap}, 'fixed_bytes'), $last->{live_bytes}, "$machine: all classes together have what that left");
    is_deeply([map { $_->{cause} } grep { $_->{cause} eq "censuses" && $_->{count} } @{$report->{lost}}], [], "$machine: nothing is lost");
    is(sum_of($report->{ledger}, 'ticks'), $report->{elapsed_ticks}, "$machine: the ledger closes");
    my ($text, undef) = (gnomon(60, 'heap', $directory))[1];
    like($text, qr/^\s+1000\s+16000\s+Held\$Leaf$/m, "$machine: gnomon heap shows it");
    is((gnomon(60, 'check', $directory))[0], 0, "$machine: and gnomon check finds that all of it hangs together");
    check_dump($machine, $dump, $report->{heap});
    my @events = grep { ($_->{event} // '') =~ /^collection_|^heap/ } events(region($directory));
    my @phases = map { $_->{fields}{phase} // $_->{event} } @events;
    like("@phases", qr/collection_begin stop roots copy references release collection_end heap_occupancy/, "$machine: a collection and its phases");
    my @occupied = map { $_->{fields} } grep { $_->{event} eq 'heap_occupancy' } @events;
    is($occupied[-1]{used}, $last->{live_bytes}, "$machine: occupancy is in bytes");
    is_deeply([grep { $_->{used} > $_->{committed} } @occupied], [], "$machine: and not more than the chunks have");
    my @generations = map { $_->{fields} } grep { $_->{event} eq 'heap_generations' } @events;
    is(scalar @generations, scalar @occupied, "$machine: each with its generations");
    is_deeply([grep { $generations[$_]{young} + $generations[$_]{old} > $occupied[$_]{used} } 0 .. $#occupied], [], "$machine: which have no more than all");
    is("$generations[-1]{young} $last->{large_bytes}", '0 ' . ($occupied[-1]{used} - $generations[-1]{old}), "$machine: after a full collection all is old or large");
    cmp_ok($last->{large_bytes}, '>=', 16 + 280_000, "$machine: the large array among the large");
    cmp_ok(scalar(grep { $_->{level} == 1 && $_->{event} eq 'heap_occupancy' } @events), '>=', 1, "$machine: it comes with the heartbeat too");
}

# A census whose totals are not those of its classes, and one that does not end in its section.
my $region = region(scratch("held-$machines[0]"));
my ($ids) = slurp("$FindBin::Bin/../log/region.h") =~ /^enum section_id \{(.*?)^\}/ms;
my @ids = $ids =~ s{//.*}{}gr =~ /(\w+)/g;
my ($section) = grep { ($ids[$_->{id}] // "") eq 'SECTION_CENSUS' } sections($region);
for my $damage ([24, 1, qr/^fault: census 1: its classes have \d+ objects and \d+ bytes, expected \d+ and \d+$/m, 'another number of objects'], [16, 999_999, qr/^fault: census 1 does not lie in its section$/m, 'too many classes']) {
    my ($at, $value, $expected, $name) = @$damage;
    my $damaged = $region;
    substr($damaged, $section->{data} + $at, 4) = pack 'V', $value;
    spill(scratch('damaged'), $damaged);
    my ($status, $out) = gnomon(60, 'check', scratch('damaged'));
    like($out, $expected, "a damaged census: $name");
    is($status, 1, "gnomon check says so: $name");
}

# ---- Ages

my %ages = ('Ages$Half' => [7680, 7680, 3840, (0) x 12], 'Ages$Once' => [8192, (0) x 14], 'Ages$Old' => [(10_240) x 15], 'Ages$Both' => [8192 + 7680, 7680, 3840, (0) x 12]);
my %site_ages = (half => $ages{'Ages$Half'}, once => $ages{'Ages$Once'}, old => $ages{'Ages$Old'}, bothOnce => $ages{'Ages$Once'}, bothHalf => $ages{'Ages$Half'});
for my $machine (@machines) {
    my $directory = scratch("ages-$machine");
    runs_alike("Ages on $machine", [0, "done\n", ''], $machine eq 'qemu' ? '--deterministic' : ('--machine', $machine), '--ages', '64', '--alloc', '**', '-o', $directory, '-cp', $classes, 'Ages');
    my $report = report($directory);
    my %of_site = map { $_->{class} =~ /^Ages\$/ && $_->{method} =~ /^Ages\.(\w+)$/ ? ($1 => $_) : () } @{$report->{allocations}};
    is_deeply([map { $of_site{$_}{survivors} } sort keys %site_ages], [map { $site_ages{$_} } sort keys %site_ages], "$machine: by site too, where two make objects of one class");
    is_deeply([grep { sum_of([map { {bytes => $_} } @{$_->{survivor_bytes}}[0]], 'bytes') > $_->{bytes} } @{$report->{allocations}}], [], "$machine: no site has more survivors than objects");
    my $rows = decode_json((gnomon(60, 'query', $directory, '--format', 'json', "SELECT class, age, objects FROM ages WHERE class LIKE 'Ages\$%' AND class <> 'Ages\$Filler' ORDER BY class, age"))[1]);
    is_deeply([map { "$_->{class} $_->{age} $_->{objects}" } @$rows], [map { my $class = $_; map { $ages{$class}[$_] ? "$class " . ($_ + 1) . " $ages{$class}[$_]" : () } 0 .. 14 } sort keys %ages],
        "$machine: the database has ages");
    my ($old) = @{decode_json((gnomon(60, 'query', $directory, '--format', 'json', "SELECT count(*) AS rows_, min(objects) AS least FROM site_ages WHERE method = 'Ages.old' AND class = 'Ages\$Old'"))[1])};
    is("$old->{rows_} $old->{least}", '15 10240', "$machine: and ages of sites");
    my %sum;
    for my $site (@{$report->{allocations}}) { $sum{$site->{class}}[$_] += $site->{survivors}[$_] for 0 .. 14 }
    my %by_class = map { $_->{class} => $_->{survivors} } @{$report->{ages}};
    is_deeply([grep { "@{$sum{$_}}" ne "@{$by_class{$_} // [(0) x 15]}" } sort keys %sum], [], "$machine: all sites of a class together have what the class has");
    my %found = by_class($report->{ages});
    is_deeply([map { $found{$_}{survivors} } sort keys %ages], [map { $ages{$_} } sort keys %ages], "$machine: objects of known lifetimes survive as often as they must");
    is_deeply([map { $found{$_}{survivor_bytes} } sort keys %ages], [map { [map { 256 * $_ } @{$ages{$_}}] } sort keys %ages], "$machine: and so do their bytes");
    is_deeply([grep { /^\(class/ } keys %found], [], "$machine: every class has a name");
    is(sum_of([grep { $_->{cause} =~ /^ages/ } @{$report->{lost}}], 'count'), 0, "$machine: no survival is lost");
}

# ---- Several censuses, and differences

my $several = scratch('several');
gnomon(120, 'run', '-q', '--machine', 'linux', '--heap', '8', '--census-every', '2', '-o', $several, '-cp', $classes, 'Ages');
my ($status, $list, $err) = gnomon(60, 'heap', $several, '--list');
my @lines = split /\n/, $list;
cmp_ok(scalar(@lines), '>=', 3, 'censuses while the program runs');
like($lines[0], qr/^census 1 of \d+, after a collection, at [\d.]+ ms: \d+ objects, \d+ bytes in the heap/, 'each with its time');
like($lines[-1], qr/, at the end,/, 'and one at the end');
my %change = by_class(heap_of($several, 1, scalar @lines)->{heap});
my ($first, $end) = map { {by_class(heap_of($several, $_)->{heap})} } 1, scalar @lines;
my %expected = map { my $class = $_; ($class => ($end->{$class}{bytes} // 0) - ($first->{$class}{bytes} // 0)) } keys %$first, keys %$end;
is_deeply({map { $_ => $change{$_}{bytes} } keys %change}, {map { $_ => $expected{$_} } grep { $expected{$_} || ($end->{$_}{objects} // 0) != ($first->{$_}{objects} // 0) } keys %expected},
    'a difference is what the one has more than the other');
is_deeply(heap_of($several, $several)->{heap}, [], 'a recording does not differ from itself');
my $csv = (gnomon(60, 'heap', $several, '--format', 'csv'))[1];
like($csv, qr/^class,objects,bytes,fixed_objects,fixed_bytes\r\n(?:[^,]+,\d+,\d+,\d+,\d+\r\n)+$/, 'as a table for other programs');
($status, undef, $err) = gnomon(60, 'heap', $several, '9999');
like("$status $err", qr/^2 gnomon: heap: expected a census from 1 to \d+, found '9999'\n$/, 'a census that is not there');
($status, undef, $err) = gnomon(60, 'heap', scratch("ages-$machines[0]"));
like("$status $err", qr/^1 gnomon: \S+: expected a census, found none \(gnomon run --census\)\n$/, 'a recording without one');
gnomon(120, 'run', '-q', '--machine', 'linux', '--heap', '8', '--cpus', 1, '--log-size', 1, '--census-every', '1', '-o', scratch('full'), '-cp', $classes, 'Ages');
my ($lost) = grep { $_->{cause} eq "censuses" } @{report(scratch("full"))->{lost}};
cmp_ok($lost->{count}, '>', 0, 'what finds no room is counted');
like((gnomon(60, 'heap', scratch('full')))[1], qr/^\d+ censuses found no room/m, 'and shown');

# ---- Off, it costs nothing; on, the instruments have what it takes. An option of the same length, which says what is
# so anyway, takes as long to read for the natives; the collector's own, before the library is started, stop where they
# find one. No thread's turn ends within the run, as its end could be before or after the program's, by what the census
# took.

if (grep { $_ eq 'qemu' } @machines) {
    my @ledgers = map {
        my $directory = scratch("ledger-$_->[0]");
        gnomon(300, 'run', '-q', '--deterministic', '--cpus', 1, '--quantum', 1_000_000, @$_, '-o', $directory, '-cp', $classes, 'B');
        +{ledger(report($directory))};
    } ['--disk', 256], ['--census'];
    my %apart = map { $_ => 1 } 'instruments', 'firmware and boot', 'translated code';
    is_deeply([grep { !$apart{$_} && $ledgers[0]{$_} != $ledgers[1]{$_} } keys %{$ledgers[0]}], [], 'a census changes no line of the ledger but the instruments\'');
    cmp_ok(abs($ledgers[0]{'translated code'} - $ledgers[1]{'translated code'}), '<', 1000, 'but for the reading of the options');
    cmp_ok($ledgers[1]{instruments}, '>', $ledgers[0]{instruments}, 'which have what it takes');
}

done_testing();
