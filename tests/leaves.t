#!/usr/bin/perl
# Leaf natives and leaf entries are called by translated code as they are, with several processors at once: none of them
# leads to a function that asserts that the kernel's lock is held (ASSERT_LOCKED), but through one that takes it. What
# has no lock must read published data, and change nothing that processors share. Nor does what interrupts call. The
# calls are those of tests/lib/Calls.pm.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Calls;
use Gnomon;
use Test::More;

chdir "$FindBin::Bin/..";
my ($calls, $leads) = kernel_calls();
my $asserted = 'kernel/core/kernel_lock.c:kernel_lock_is_held';
my %takes = map { ("kernel/core/kernel_lock.c:$_" => 1) } qw(kernel_lock_enter kernel_lock_leaf_enter);

# The path from a function to the assertion, as names; empty if there is none.
sub way {
    my ($leaf) = @_;
    my (%before, @reached);
    @reached = ($leaf);
    while (defined(my $at = shift @reached)) {
        next if grep { $takes{$_} } keys %{$leads->{$at} // {}};
        for my $to (sort keys %{$leads->{$at} // {}}) {
            next if exists $before{$to};
            $before{$to} = $at;
            push @reached, $to;
            next if $to ne $asserted;
            my @way = ($to);
            unshift @way, $before{$way[0]} while $way[0] ne $leaf;
            return join ' -> ', map { s/.*://r } @way;
        }
    }
    return '';
}

my @leaves;
for my $source (kernel_sources()) {
    my $text = slurp($source);
    push @leaves, "$source:$1" while $text =~ /\bLEAF\("\w+",\s*(?:NULL|"[^"]*"),\s*(\w+)\)/g;
}
cmp_ok(scalar @leaves, '>=', 100, 'leaf natives were found');
my @asserting = grep { $leads->{$_}{$asserted} } keys %$leads;
cmp_ok(scalar @asserting, '>=', 100, 'and functions that assert that the lock is held');
is(join("\n", grep { length } map { way($_) } sort @leaves), '', 'no native leaf leads to one of them without the lock');

my @entries = slurp('translator/entry_table.h') =~ /ENTRY\(LEAF, (\w+)\)/g;
my %of_entry = map { m{:entry_(\w+)$} ? ($1 => $_) : () } map { name_of($_) } keys %$leads;
cmp_ok(scalar(grep { $of_entry{$_} } @entries), '>=', 5, 'leaf entries were found');
is(join("\n", grep { length } map { way($of_entry{$_}) } grep { $of_entry{$_} } sort @entries), '', 'and no leaf entry does');

# ---- Interrupts

# They may strike in the middle of a change, while any processor has the lock: what they call asserts nothing of the
# lock, does not take it, and makes no symbol. One path to that is known, from the report on threads: the offset of a
# field that was not needed before is looked up.
my %not_for_interrupts = map { $_ => 1 } $asserted, keys %takes, map { "kernel/classes/symbol.c:$_" } qw(symbol_intern symbol_of);
my %known = map { $_ => 0 } 'kernel/classes/java_fields.c:look_up';
sub way_of_interrupt {
    my ($start) = @_;
    my %way = ($start => name_of($start) =~ s/.*://r);
    my @reached = ($start);
    while (defined(my $at = shift @reached)) {
        for my $to (sort keys %{$leads->{$at} // {}}) {
            next if exists $way{$to} || exists $known{name_of($to)} && ++$known{name_of($to)};
            $way{$to} = "$way{$at} -> " . name_of($to) =~ s/.*://r;
            return $way{$to} if $not_for_interrupts{name_of($to)};
            push @reached, $to;
        }
    }
    return '';
}
my %handlers = map { $_ => 1 } qw(log_beat log_end_requested panic_report_threads);
for my $source (kernel_sources()) {
    $handlers{$_} = 1 for slurp($source) =~ /\binterrupt_timer_handler\(\w+, (\w+)\)/g;
}
my @interrupts = grep { $handlers{name_of($_) =~ s/.*://r} } sort keys %$leads;
cmp_ok(scalar @interrupts, '>=', 6, "what interrupts call was found (@{[map { s/.*://r } @interrupts]})");
is(join("\n", grep { length } map { way_of_interrupt($_) } @interrupts), '', 'none leads to the lock or to a new symbol');
is(join(' ', grep { !$known{$_} } sort keys %known), '', 'but by paths that are known, and are there');
done_testing();
