#!/usr/bin/perl
# gnomon run --exact: what its plugin counts, held against another plugin in the very same run, which knows addresses
# only (tests/plugin/count.c); nothing is unknown, also where code is unloaded and its addresses are used again; and the
# guest does not see that it is counted: the same region, byte for byte. What is inlined is counted at its own line.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use List::Util 'sum0';
use Test::More;

cannot(map { $_ => 'it compares runs of its own, instruction by instruction' } qw(stress warm cpus4));
my $classes = compile('classes', 'tests/java/Processors.java', 'tests/java/Planted.java', glob "$FindBin::Bin/java/unload/*.java");
unlink "$classes/Absent.class" or die "Absent.class: $!\n";

# The report of a run that was counted, and what the other plugin counted.
sub counted {
    my ($label, @arguments) = @_;
    my ($plain, $directory, $counts) = map { scratch("$label.$_") } 'plain', 'exact,1', 'counts';
    my ($status, undef, $err) = gnomon(300, 'run', '-q', '--deterministic', '--origins', '-o', $plain, @arguments);
    is($status, 0, "$label: status") or diag $err;
    {
        local $ENV{PATH} = plugin_path($counts) . ":$ENV{PATH}";
        ($status, undef, $err) = gnomon(300, 'run', '-q', '--exact', '-o', $directory, @arguments);
        is($status, 0, "$label: counted: status") or diag $err;
    }
    ok(slurp("$plain/region") eq slurp("$directory/region"), "$label: the same region, byte for byte");
    my $report = report($directory);
    my $exact = $report->{exact};
    is($exact->{unknown}, 0, "$label: nothing is unknown");
    is(sum0(@$exact{qw(translated stubs kernel firmware)}), $exact->{instructions}, "$label: each instruction is somebody's");
    is(sum0(map { $_->{own} + $_->{inlined} } @{$exact->{methods}}), $exact->{translated}, "$label: those of methods");
    my @odd = grep { sum0(map { $_->[1] } @{$_->{lines}}) != $_->{own} + $_->{inlined} } @{$exact->{methods}};
    is(join(' ', map { $_->{label} } @odd), '', "$label: and those of their lines");
    is(sum0(map { $_->{instructions} } @{$exact->{functions}}), $exact->{kernel}, "$label: those of the kernel");
    my $idle = sum0(map { $_->{ticks} } grep { $_->{name} eq 'idle' } @{$report->{ledger}});
    # The clock stands still for an instruction that faults, and goes on while the machine sleeps.
    my $slept = $exact->{end_ticks} - ($exact->{instructions} - $exact->{faults});
    ok($slept >= 0 && ($slept <= $idle || $report->{run}{cpus} > 1), "$label: their number is the clock's, but for $exact->{faults} faults and $slept ticks of sleep, of $idle that it was idle");
    return ($report, counts($counts), region($directory));
}

# ---- Each method, and all code

my @methods = qw(a b c consume);
my ($report, $counts, $region) = counted('abc', '--no-inline', 'Abc.*', '-cp', build('examples'), 'Abc', '--', 100);
my $ranges = code_ranges($region);
my %own = map { $_->{label} =~ /Abc\.(\w+)\(/ ? ($1 => $_) : () } @{$report->{exact}{methods}};
for my $method (@methods) {
    is($own{$method}{own}, exclusive_of($counts, $ranges, "Abc.$method"), "$method: its instructions");
    is($own{$method}{inlined}, 0, "$method: and none elsewhere");
}
my ($code_start, $code_end) = (0x04000000, 0x0c000000);
is($report->{exact}{translated} + $report->{exact}{stubs}, sum0(map { $counts->{$_} } grep { $_ >= $code_start && $_ < $code_end } keys %$counts), 'all code: its instructions');
my %functions = map { $_->{name} => $_->{instructions} } @{$report->{exact}{functions}};
cmp_ok($functions{kernel_main}, '>', 0, 'functions of the kernel have names');

# ---- Work of known proportions in methods that are inlined

my ($rounds, $source) = (10_000, slurp("$FindBin::Bin/java/Planted.java"));
my ($planted, $planted_counts, $planted_region) = counted('planted', '-cp', $classes, 'Planted', '--', $rounds);
my $planted_ranges = code_ranges($planted_region);
my %planted = map { $_->{label} =~ /^Planted\.(\w+)\(/ ? ($1 => $_) : () } @{$planted->{exact}{methods}};

# By the comment at the line's end.
sub line_of {
    my ($words) = @_;
    my ($before) = $source =~ m{\A(.*?)// \Q$words\E$}ms or die "Planted.java: there is no line // $words\n";
    return 1 + $before =~ tr/\n//;
}

sub at_line {
    my ($method, $line) = @_;
    return sum0(map { $_->[1] } grep { $_->[0] == $line } @{$planted{$method}{lines} // []});
}

for my $method (qw(mix mash step)) {
    ok(!$planted_ranges->{"Planted.$method"}, "$method is never called, only inlined");
    is($planted{$method}{own}, 0, 'so all of it is in others') if $planted{$method};
}
# A line that is one instruction, each time round; and another, which is some more.
for my $case (['mix', 'mixed', 20], ['mash', 'mashed', 60]) {
    my ($method, $words, $times) = @$case;
    is(at_line($method, line_of($words) - 1), $rounds * $times, "$method: a multiplication each time");
    my $more = at_line($method, line_of($words)) / ($rounds * $times);
    ok($more >= 3 && $more <= 5, sprintf '%s: what follows it takes 3 to 5 instructions: %.3f', $method, $more);
}
my $steps = $rounds * 40 * 4;
my $each = at_line('step', line_of('stepped')) / $steps;
ok($each >= 6 && $each <= 9, sprintf 'step: 6 to 9 instructions, two deep: %.3f', $each);
is($planted{step}{inlined}, at_line('step', line_of('stepped')), 'all at its line');
cmp_ok(at_line('through', line_of('through')), '<', 0.02 * $steps, 'through: next to nothing of its own');
my $by_address = sum0(map { exclusive_of($planted_counts, $planted_ranges, "Planted.$_") } qw(main round single triple through));
my $by_origin = sum0(map { ($_->{own} // 0) + ($_->{inlined} // 0) } values %planted);
ok(abs($by_origin - $by_address) <= 0.001 * $by_address, "together what is counted at the addresses of their code: $by_origin, $by_address");

# ---- Several processors; code that goes

counted('processors', '--cpus', 2, '-cp', $classes, 'Processors', '--', 4, 100);
counted('unload', '-Dgnomon.gc.verify=10', '-cp', $classes, 'Unload', '--', 'called');

# ---- What is refused

my ($status, $out, $err) = gnomon(20, 'run', '--exact', '--machine', 'linux', '-cp', $classes, 'Unload');
is("$status $out$err", "2 gnomon: --exact: expected --machine qemu, found linux\n", 'on Linux there is nobody who counts');
{
    my $without = scratch('without');
    mkdir $without;
    spill("$without/qemu-system-x86_64", "#!/bin/sh\necho 'plugins are not there' >&2\nexit 1\n");
    chmod 0755, "$without/qemu-system-x86_64";
    local $ENV{PATH} = "$without:$ENV{PATH}";
    ($status, $out, $err) = gnomon(20, 'run', '-q', '--exact', '-o', scratch('refused'), '-cp', $classes, 'Unload');
    is("$status $out$err", "1 gnomon: plugins are not there\n", 'what QEMU says that has no plugins');
}
my $directory = scratch('abc.exact,1');
my $whole = slurp("$directory/exact");
for my $damage (['cut off', substr $whole, 0, length($whole) - 100], ['not its own', 'x' . substr $whole, 1], ['empty', ''], ['too long', "$whole."]) {
    spill("$directory/exact", $damage->[1]);
    ($status, undef, $err) = gnomon(20, 'report', $directory);
    is("$status $err", "1 gnomon: $directory/exact: expected counts of gnomon run --exact, found a damaged file\n", "a file that is $damage->[0]");
}
gnomon(60, 'run', '-q', '-o', $directory, '-cp', build('examples'), 'Abc', '--', 1);
ok(!-e "$directory/exact", 'a run without --exact leaves no counts of another');
done_testing;
