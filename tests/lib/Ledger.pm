package Ledger;

# The two checks of a recording's books, in raw integers from the region itself. Layouts: log/region.h,
# log/region_ledger.h.

use strict;
use warnings;
use Exporter 'import';
use List::Util qw(first sum0);
use Gnomon;
use Test::More;

our @EXPORT = qw(word check_total check_threads);

sub word { my ($region, $at) = @_; return unpack 'q<', substr($region, $at, 8) }

# The accounts, those of the machine and of all domains, add up to what each processor's counter counted from its entry
# into the kernel to the end, to the tick. Returns that.
sub check_total {
    my ($region, $label) = @_;
    my $ledger = first { $_->{id} == 9 } sections($region);
    my $domains = first { $_->{id} == 56 } sections($region);
    my @processors = map { $ledger->{data} + $ledger->{entry} * $_ } 0 .. $ledger->{used} - 1;
    my $sum = sum0(map { unpack 'q<16', substr($region, $_ + 32, 128) } @processors) + sum0(unpack 'q<*', substr($region, $domains->{data}, $domains->{used} * $domains->{entry}));
    my $whole = sum0(map { word($region, 64) - word($region, $_ + 16) } @processors);
    is($sum, $whole, "$label: the accounts add up to the run, to the tick");
    is(word($region, $processors[0] + 16), word($region, 56), "$label: which begins with the first processor");
    is(sum0(map { word($region, $_ + 32 + 8 * 14) } @processors), 0, "$label: nothing is unobserved");
    return $whole;
}

# Ticks that are in no row: those of open activations, including the root.
sub open_ticks {
    my ($region, $activations, $end, $instrument, $outside) = @_;
    my ($pool) = grep { $_->{id} == 6 } sections($region);
    my ($root, $callees);
    return undef if !$activations;
    # From the topmost block of the thread's stack to the one that begins with its root; the first entries of the others
    # hold sums as well.
    for (my $offset = $activations; $offset; $offset = word($region, $pool->{data} + $offset + 8)) {
        my $at = $pool->{data} + $offset;
        $root = $at + 64;
        $callees += sum0(map { word($region, $root + 64 * $_ + 32) - word($region, $root + 64 * $_ + 40) } 0 .. word($region, $at + 16));
    }
    my ($t0, $i0, $n0) = map { word($region, $root + $_) } 8, 16, 24;
    return $end - $t0 - ($instrument - $i0) - ($outside - $n0) - $callees;
}

# Running ticks, as the scheduler counts them = exclusive ticks of the rows + what is untimed + instruments + stolen.
sub check_threads {
    my ($region, $label) = @_;
    my ($threads) = grep { $_->{id} == 7 } sections($region);
    my ($timing) = grep { $_->{id} == 4 } sections($region);
    my (%exclusive, $checked);
    for my $row (1 .. $timing->{used} - 1) {
        my $at = $timing->{data} + $timing->{entry} * $row;
        $exclusive{unpack 'V', substr($region, $at + 80, 4)} += word($region, $at + 40) - word($region, $at + 48);
    }
    for my $number (1 .. $threads->{used} - 1) {
        my $at = $threads->{data} + 344 * $number;
        my ($ended, $running, $instrument) = map { word($region, $at + $_) } 16, 24, 40;
        my @away = map { word($region, $at + 48 + 8 * $_) } 0 .. 15;
        my @stolen = map { word($region, $at + 176 + 8 * $_) } 0 .. 3;
        my $end = $ended || word($region, $at + 272) || word($region, 64);
        my $untimed = $ended ? word($region, $at + 240) : open_ticks($region, word($region, $at + 312), $end, $instrument, sum0(@away) + sum0(@stolen));
        next if !defined $untimed;
        is(($exclusive{$number} // 0) + $untimed + $instrument + sum0(@stolen), $running, "$label: the ticks of thread $number, to the tick");
        $checked++;
    }
    cmp_ok($checked, '>=', 4, "$label: $checked threads");
}

1;
