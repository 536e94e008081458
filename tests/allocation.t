#!/usr/bin/perl
# --alloc: of a program whose allocations are known, by class, line and thread, every figure is exact, on both machines:
# objects and arrays of all kinds, those that natives make, exceptions, boxes, strings, clones. What is counted is what
# the heap has handed out, to the byte, also with collections, with threads that have ended and with a thousand threads.
# Methods that the pattern does not name keep their code.
use strict;
use warnings;
use FindBin;
use List::Util qw(sum0);
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

cannot(stress => 'a collector that works all the time bends the figures that this file knows');
my $classes = compile('allocated', 'tests/java/Allocated.java');
my @lines = (undef, split /\n/, slurp('tests/java/Allocated.java'));
my @machines = machines();

sub line_of {
    my ($text) = @_;
    my ($line) = grep { index($lines[$_], $text) >= 0 } 1 .. $#lines;
    return $line // die "no line has $text\n";
}

sub run_program {
    my ($directory, $options, @arguments) = @_;
    my ($status, $out, $err) = gnomon(300, 'run', @$options, '-o', $directory, '-cp', $classes, 'Allocated', '--', @arguments);
    is("$status $out", "0 done\n", "@$options: it runs") or diag $err;
    return report($directory);
}

sub array_bytes { my ($size, $length) = @_; return int((16 + $size * $length + 7) / 8) * 8 }
# Lengths 0 to 9, ten times each
sub mixed { my ($size) = @_; return 10 * sum0(map { array_bytes($size, $_) } 0 .. 9) }

# [class, method or line's text, kind, objects, bytes], what all(1) makes; all(2) makes twice as much.
my @known = (
    ['Allocated$Pair', 'sink = new Pair();', 'code', 1000, 16_000],
    ['Allocated$Late', 'new Late()', 'code', 10, 160],
    ['Allocated$Final', 'new Final()', 'code', 1, 8],
    (map { ["$_->[0]\[]", "new $_->[0]\[i % 10];", 'code', 100, mixed($_->[1])] } ['boolean', 1], ['byte', 1], ['char', 2], ['short', 2], ['int', 4], ['long', 8], ['float', 4], ['double', 8]),
    ['Allocated$Pair[]', 'new Pair[i % 10]', 'code', 100, mixed(4)],
    ['int[][]', 'new int[i % 10][]', 'code', 100, mixed(4)],
    ['int[]', 'new int[7]', 'code', 100, 100 * 48],
    ['short[][][]', 'new short[2][3][5]', 'code', 10, 10 * array_bytes(4, 2)],
    ['short[][]', 'new short[2][3][5]', 'code', 20, 20 * array_bytes(4, 3)],
    ['short[]', 'new short[2][3][5]', 'code', 60, 60 * array_bytes(2, 5)],
    ['Allocated$Pair', 'return new Pair();', 'code', 30, 480],
    ['java.lang.Object[]', 'many("a", "b", "c")', 'code', 40, 40 * array_bytes(4, 3)],
    ['java.lang.Integer', 'java.lang.Integer.valueOf', 'code', 50, 50 * 16],
    ['java.lang.StringBuilder', '"number " +', 'code', 60, 60 * 24],
    ['int[]', 'int[] numbers', 'code', 1, array_bytes(4, 3)],
    ['Allocated', 'new Allocated()', 'code', 1, 16],
    ['int[]', 'java.lang.Object.clone', 'native', 70, 70 * array_bytes(4, 3)],
    ['Allocated', 'java.lang.Object.clone', 'native', 70, 70 * 16],
    ['Allocated$Failure', 'throw new Failure()', 'code', 8, 8 * 32],
    ['java.lang.NullPointerException', 'sink = none.hashCode();', 'exception', 9, undef],
    ['java.lang.OutOfMemoryError', 'new byte[1 << 30]', 'exception', 2, 2 * 32],
    ['Allocated$Pair[]', 'java.lang.reflect.Array.newArray', 'native', 12, 12 * array_bytes(4, 3)],
    ['char[][]', 'java.lang.reflect.Array.multiNewArray', 'native', 12, 12 * array_bytes(4, 2)],
    ['char[]', 'java.lang.reflect.Array.multiNewArray', 'native', 24, 24 * array_bytes(2, 2)],
);

# {thread's name}{class}{method, and "Allocated:line"} = [objects, bytes]
sub by_thread {
    my ($report) = @_;
    my %name = map { $_->{number} => $_->{name} } @{$report->{threads}};
    my %found;
    for my $site (@{$report->{allocations}}) {
        for my $share (@{$site->{threads}}) {
            my $place = $site->{method} =~ /^Allocated\./ ? "Allocated:$site->{line}" : $site->{method};
            my $at = $found{$name{$share->{number}} // ''}{"$site->{class} $place $site->{kind}"} //= [0, 0];
            $at->[0] += $share->{objects};
            $at->[1] += $share->{bytes};
        }
    }
    return \%found;
}

sub check_known {
    my ($report, $label) = @_;
    my $found = by_thread($report);
    for my $thread (['one', 1], ['two', 2]) {
        my ($name, $times) = @$thread;
        for my $known (@known) {
            my ($class, $where, $kind, $objects, $bytes) = @$known;
            my $place = $where =~ /^[a-z.]+\.[A-Z]\w+\.\w+\z/ ? $where : 'Allocated:' . line_of($where);
            my $got = $found->{$name}{"$class $place $kind"} // [0, 0];
            # The object and array that clones makes once are no more of them for `two`
            my $expected = $objects == 1 && $where =~ /numbers|new Allocated/ ? 1 : $times;
            is($got->[0], $expected * $objects, "$label, $name: objects of $class, $where");
            is($got->[1], $expected * $bytes, "$label, $name: bytes of $class, $where") if defined $bytes;
        }
        my $large = $found->{$name}{'byte[] Allocated:' . line_of('50000 + 8 * i') . ' code'};
        my $count = 100 * $times;
        is("@$large", "$count " . sum0(map { array_bytes(1, 50000 + 8 * $_) } 0 .. $count - 1), "$label, $name: large arrays");
    }
}

sub check_sums {
    my ($report, $label) = @_;
    cmp_ok($report->{allocated_bytes}, '>', 10_000_000, "$label: the heap handed out $report->{allocated_bytes} bytes");
    is(sum0(map { $_->{bytes} } @{$report->{allocations}}), $report->{allocated_bytes}, "$label: the sum over the sites is the same");
    is($report->{counted_for_ns}, $report->{processors}[0]{elapsed_ns}, "$label: it was counted all the time");
    is($report->{counted_objects}, sum0(map { $_->{objects} } @{$report->{allocations}}), "$label: and so is that of the objects");
    is(sum0(map { $_->{allocated_bytes} } @{$report->{threads}}), $report->{allocated_bytes}, "$label: so is that over the threads");
}

sub lost { my ($report, $cause) = @_; return sum0(map { $_->{count} } grep { $_->{cause} eq $cause } @{$report->{lost}}) }

for my $machine (@machines) {
    my @on = $machine eq 'qemu' ? ('--deterministic') : ('--machine', 'linux');
    my $directory = scratch("all-$machine");
    my $report = run_program($directory, [@on, '--alloc', '**', '--heap', 16]);
    is(sum0((gnomon(60, 'export', $directory, '--to', 'folded-allocation'))[1] =~ / (\d+)$/mg), $report->{counted_bytes}, "$machine: folded by site, without single events");
    check_known($report, $machine);
    check_sums($report, $machine);
    is(lost($report, $_), 0, "$machine: no $_") for qw(allocation_sites allocation_rows);
    my ($status, $out) = gnomon(60, 'report', $directory);
    like($out, qr/^ +\d+ +\d+ +[\d.]+  Allocated\$Late  Allocated\.late:\d+$/m, "$machine: the text has a table");
    like($out, qr/^  (\d+) objects, (\d+) bytes counted in [\d.]+ s, \d+ a second; the heap handed out \2 bytes: the same$/m, "$machine: and says that nothing is missing");
}

# Many more threads than blocks of counters: each has its own all the same, and the sums hold.
{
    my $report = run_program(scratch('crowd'), ['--machine', 'linux', '--alloc', '**'], 1000);
    check_known($report, 'a crowd');
    check_sums($report, 'a crowd');
    is(lost($report, $_), 0, "a crowd: no $_") for qw(allocation_sites allocation_rows);
    my ($site) = grep { $_->{class} eq 'long[]' && $_->{line} == line_of('new long[8]') } @{$report->{allocations}};
    is("$site->{objects} $site->{bytes}", '1000 80000', 'a crowd: each has been counted');
    my %share = map { $_->{number} => $_->{objects} } @{$site->{threads}};
    is(scalar(grep { $_ && $share{$_} == 1 } keys %share), 1000, 'a crowd: for itself');
    my %bytes;
    for my $one (@{$report->{allocations}}) { $bytes{$_->{number}} += $_->{bytes} for @{$one->{threads}} }
    is_deeply([grep { ($bytes{$_->{number}} // 0) != $_->{allocated_bytes} } @{$report->{threads}}], [], 'a crowd: what each has allocated is what the heap has handed out to it');
}

# Single events: all, or one for so many bytes; each stands for what came since the one before.
{
    my $directory = scratch('events');
    my $report = run_program($directory, ['--machine', 'linux', '--alloc-events', 0, '--stacks', 20]);
    my @all = map { $_->{fields} } grep { ($_->{event} // '') eq 'allocate' } events(region($directory));
    is(sum0(map { $_->{bytes} } @all), $report->{allocated_bytes}, 'the events are all that the heap handed out');
    my $folded = (gnomon(60, 'export', $directory, '--to', 'folded-allocation'))[1];
    is(sum0($folded =~ / (\d+)$/mg), $report->{allocated_bytes}, 'folded stacks have them all');
    is(sum0($folded =~ /^two;.*;Allocated\.all\(int\);.*Allocated\.late\(int\);\[Allocated\$Late\] (\d+)$/mg), 20 * 16, 'under the stacks that made them')
        or diag grep { /Late/ } split /^/, $folded;
    my $entities = entities(region($directory));
    my @late = grep { ($entities->{class}{$_->{class}} // '') eq 'Allocated$Late' } @all;
    is(scalar @late, 30, 'with their classes');
    is_deeply([grep { !defined $entities->{class}{$_->{class}} } @all], [], 'all of which have names, arrays as well');
    is_deeply([map { $entities->{method}{$_->{method}} } @late[0, 29]], [('Allocated.late') x 2], 'and methods');
    my %stacks = map { $_->{stack} => 1 } @late;
    ok(!$stacks{0} && keys %stacks <= 4, 'and stacks, which two threads have that come there from two places at most');
    run_program(my $some = scratch('some-events'), ['--machine', 'linux', '--alloc-events', 65536, '--alloc', '**']);
    my @some = grep { ($_->{event} // '') eq 'allocate' } events(region($some));
    my %total;
    $total{$_->{thread}} += $_->{fields}{step} for @some;
    my %allocated = map { $_->{number} => $_->{allocated_bytes} } @{report($some)->{threads}};
    cmp_ok(scalar @some, '<', @all / 20, sprintf '%d events instead of %d', scalar @some, scalar @all);
    is_deeply([grep { $total{$_} > $allocated{$_} || $allocated{$_} - $total{$_} >= 65536 } keys %total], [], 'they stand for all but what is less than a step of each thread');
}

# Only some methods, and their code alone.
{
    my $some = run_program(scratch('some'), ['--machine', 'linux', '--alloc', 'Allocated.*', '--alloc', '!**.arrays']);
    my %methods = map { $_->{method} => 1 } grep { $_->{kind} =~ /code|native/ } @{$some->{allocations}};
    is_deeply([grep { !/^Allocated\./ } keys %methods], [], 'of Allocated.* only its methods are counted');
    ok($methods{'Allocated.objects'} && !$methods{'Allocated.arrays'}, 'but for those that are left out');
    cmp_ok(sum0(map { $_->{bytes} } @{$some->{allocations}}), '<', $some->{allocated_bytes}, 'the heap handed out more');
    run_program(scratch('none'), ['--machine', 'linux', '--no-instruments']);
    my ($with, $without) = map { code_ranges(region(scratch($_))) } qw(some none);
    my $size = sub { my ($ranges, $method) = @_; return $ranges->{$method} ? $ranges->{$method}[0][1] : 0 };
    is($size->($with, 'Allocated.arrays'), $size->($without, 'Allocated.arrays'), 'a method that is left out has the code of a run without');
    cmp_ok($size->($with, 'Allocated.dimensions'), '>', 0, 'one was translated');
    cmp_ok($size->($with, 'Allocated.objects'), '>', $size->($without, 'Allocated.objects'), 'one that is counted has more');
    # Some methods come out otherwise in any run: it depends on what was loaded when they were translated.
    my @library = grep { !/^Allocated\./ && $with->{$_} } keys %$without;
    my @different = grep { $size->($with, $_) != $size->($without, $_) } @library;
    cmp_ok(scalar @different, '<', @library / 100, sprintf '%d of %d methods of the library differ', scalar @different, scalar @library);
}

done_testing();
