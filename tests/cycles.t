#!/usr/bin/perl
# A kernel stack is small and what a program hands in is not, so no function calls itself, directly or through others,
# as often as a program likes. The calls are those of tests/lib/Calls.pm. tests/cycles names functions and how deep each
# can stand on the stack; every cycle has to pass through one of them, and each of them is needed: it closes a cycle
# that passes through no other.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Calls;
use Test::More;

chdir "$FindBin::Bin/..";

my ($calls, $leads) = kernel_calls();
cmp_ok(scalar keys %$leads, '>=', 2000, 'the calls were found');

# ---- The cycles

# The groups of functions that all lead to each other and of which one calls another, without those that are left out
# (Tarjan, SIAM J. Comput. 1, 1972).
sub cycles {
    my (%without) = @_;
    my (%index, %low, %waits, @path, @groups);
    my $visit;
    $visit = sub {
        my ($at) = @_;
        $low{$at} = $index{$at} = 1 + keys %index;
        push @path, $at;
        $waits{$at} = 1;
        for my $to (grep { !$without{name_of($_)} } keys %{$leads->{$at} // {}}) {
            $visit->($to) if !$index{$to};
            $low{$at} = $low{$to} if $waits{$to} && $low{$to} < $low{$at};
        }
        return if $low{$at} != $index{$at};
        my %group;
        do { $group{$path[-1]} = 1; delete $waits{$path[-1]} } while pop @path ne $at;
        push @groups, [sort keys %group] if grep { my $from = $_; grep { $group{$_} } keys %{$calls->{$from} // {}} } keys %group;
    };
    no warnings 'recursion';
    $index{$_} || $visit->($_) for grep { !$without{name_of($_)} } sort keys %$leads;
    return @groups;
}

# A short cycle within a group, for the message.
sub round {
    my ($group) = @_;
    my ($start, %member, %before) = ($group->[0], map { $_ => 1 } @$group);
    my @reached = ($start);
    while (my $at = shift @reached) {
        for my $to (grep { $member{$_} } sort keys %{$leads->{$at}}) {
            if ($to eq $start) {
                my @round = ($at);
                unshift @round, $before{$round[0]} while $round[0] ne $start;
                return join ' -> ', @round, $start;
            }
            next if $before{$to};
            $before{$to} = $at;
            push @reached, $to;
        }
    }
}

my %reason;
open my $listed, '<', 'tests/cycles' or die "tests/cycles: $!\n";
while (my $line = <$listed>) {
    next if $line =~ /^#|^\s*$/;
    my ($name, $why) = $line =~ /^(\S+:\S+)\s+(\S.*)$/ or die "tests/cycles:$.: expected FILE:FUNCTION and a reason, found $line";
    $reason{$name} = $why;
}
is(join("\n", map { round($_) } cycles(%reason)), '', 'every cycle of calls passes through a function of tests/cycles');
my @needless = grep {
    my $name = $_;
    my %others = %reason;
    delete $others{$name};
    !grep { name_of($_) eq $name } map { @$_ } cycles(%others);
} sort keys %reason;
is_deeply(\@needless, [], 'and each of these closes a cycle');
done_testing();
