#!/usr/bin/perl
# A kernel stack is small and what a program hands in is not, so no function calls itself, directly or through others, as often as a program likes. The calls are
# read out of the guest's objects (objdump; what is called through a pointer is not seen). tests/cycles names functions and how deep each can stand on the stack;
# every cycle has to pass through one of them, and each of them is needed: it closes a cycle that passes through no other.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;

chdir "$FindBin::Bin/..";
my $build = $ENV{BUILD} // 'build';
my @sources = grep { m{^(base|log|translator|kernel|boot)/.*\.[cS]$} && !m{/test/} && -f } split /\n/, `git ls-files`;
my @objects = map { "$build/guest/$_.o" } @sources;
my @missing = grep { !-f } @objects;
if (@missing) {
    die "the kernel is not built: $missing[0] is missing\n" if $ENV{CI};
    plan skip_all => "the kernel is not built: $missing[0] is missing";
}

# ---- The calls

# What the compiler made of a function: its cold half is the same function, in the same frame; a part or a copy is one of its own, which has the function's name here.
sub whole { my ($symbol) = @_; return $symbol =~ s/\.cold(\.\d+)?$//r }
sub name_of { my ($function) = @_; return $function =~ s/\.(part|isra|constprop)\b.*//r }

my (%starts, %defined, @jumps);
my ($object, $section, $function);
open my $code, '-|', 'objdump', '-drw', '--no-show-raw-insn', @objects or die "objdump: $!\n";
while (my $line = <$code>) {
    if ($line =~ m{^\Q$build\E/guest/(\S+)\.o: }) {
        $object = $1;
    } elsif ($line =~ /^Disassembly of section (\S+):/) {
        $section = $1;
    } elsif ($line =~ /^([0-9a-f]+) <(\S+)>:/) {
        my $name = whole($2);
        $function = "$object:$name";
        push @{$starts{"$object $section"}}, [hex $1, $function];
        $defined{$name}{$function} = 1;
    } elsif (my ($jump, $target, $symbol, $sign, $addend) = $line =~ /^\s+[0-9a-f]+:\s+(call|j\w+)\s+([0-9a-f]+) <[^>]+>(?:\s+[0-9a-f]+: R_X86_64_\w+\s+([^\s+-]+)(?:([+-])0x([0-9a-f]+))?)?/) {
        # A relocation counts from the end of the instruction, four bytes on
        my $offset = defined $symbol ? 4 + hex($addend // 0) * ($sign && $sign eq '-' ? -1 : 1) : hex $target;
        push @jumps, {from => $function, is_call => $jump eq 'call', object => $object, to => $symbol // $section, offset => $offset};
    }
}
close $code or die "objdump failed\n";

sub function_at {
    my ($place, $offset) = @_;
    my @before = grep { $_->[0] <= $offset } @{$starts{$place}};
    return $before[-1][1];
}

# A name that both machines define is either's.
sub targets {
    my ($jump) = @_;
    my ($place, $name) = ("$jump->{object} $jump->{to}", whole($jump->{to}));
    return function_at($place, $jump->{offset}) if $starts{$place};
    return "$jump->{object}:$name" if $defined{$name}{"$jump->{object}:$name"};
    return keys %{$defined{$name} // {}};
}

my (%calls, %leads);  # `leads` has jumps, too: a function may end in one, and be called from where it leads
for my $jump (@jumps) {
    for my $to (targets($jump)) {
        $leads{$jump->{from}}{$to} = 1 if $jump->{is_call} || $to ne $jump->{from};
        $calls{$jump->{from}}{$to} = 1 if $jump->{is_call};
    }
}
cmp_ok(scalar keys %leads, '>=', 2000, 'the calls were found');

# ---- The cycles

# The groups of functions that all lead to each other and of which one calls another, without those that are left out (Tarjan, SIAM J. Comput. 1, 1972).
sub cycles {
    my (%without) = @_;
    my (%index, %low, %waits, @path, @groups);
    my $visit;
    $visit = sub {
        my ($at) = @_;
        $low{$at} = $index{$at} = 1 + keys %index;
        push @path, $at;
        $waits{$at} = 1;
        for my $to (grep { !$without{name_of($_)} } keys %{$leads{$at} // {}}) {
            $visit->($to) if !$index{$to};
            $low{$at} = $low{$to} if $waits{$to} && $low{$to} < $low{$at};
        }
        return if $low{$at} != $index{$at};
        my %group;
        do { $group{$path[-1]} = 1; delete $waits{$path[-1]} } while pop @path ne $at;
        push @groups, [sort keys %group] if grep { my $from = $_; grep { $group{$_} } keys %{$calls{$from} // {}} } keys %group;
    };
    no warnings 'recursion';
    $index{$_} || $visit->($_) for grep { !$without{name_of($_)} } sort keys %leads;
    return @groups;
}

# A short way round within a group, for the message.
sub round {
    my ($group) = @_;
    my ($start, %member, %before) = ($group->[0], map { $_ => 1 } @$group);
    my @reached = ($start);
    while (my $at = shift @reached) {
        for my $to (grep { $member{$_} } sort keys %{$leads{$at}}) {
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
