# Which function calls which in the kernel, read out of the guest's objects (objdump; what is called through a pointer
# is not seen). For tests of the kernel's own text.
package Calls;
use strict;
use warnings;
use Exporter 'import';
use Test::More;
our @EXPORT = qw(kernel_sources kernel_calls name_of);

sub kernel_sources { return grep { m{^(base|log|translator|kernel|boot)/.*\.[cS]$} && !m{/test/} && -f } split /\n/, `git ls-files` }

# What the compiler made of a function: its cold half is the same function, in the same frame; a part or a copy is one
# of its own, which has the function's name here.
sub whole { my ($symbol) = @_; return $symbol =~ s/\.cold(\.\d+)?$//r }
sub name_of { my ($function) = @_; return $function =~ s/\.(part|isra|constprop)\b.*//r }

my (%starts, %defined, @jumps);

sub read_objects {
    my ($build) = @_;
    my ($object, $section, $function);
    open my $code, '-|', 'objdump', '-drw', '--no-show-raw-insn', map { "$build/guest/$_.o" } kernel_sources() or die "objdump: $!\n";
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
}

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

# What each function of the build calls, and what it calls or jumps to: it may end in a jump, and be called from where
# that leads. Functions are FILE:NAME. Without a build the test is skipped, but not in CI. The directory is the
# project's.
sub kernel_calls {
    my $build = $ENV{BUILD} // 'build';
    my @missing = grep { !-f } map { "$build/guest/$_.o" } kernel_sources();
    die "the kernel is not built: $missing[0] is missing\n" if @missing && $ENV{CI};
    plan skip_all => "the kernel is not built: $missing[0] is missing" if @missing;
    my (%calls, %leads);
    read_objects($build);
    for my $jump (@jumps) {
        for my $to (targets($jump)) {
            $leads{$jump->{from}}{$to} = 1 if $jump->{is_call} || $to ne $jump->{from};
            $calls{$jump->{from}}{$to} = 1 if $jump->{is_call};
        }
    }
    return (\%calls, \%leads);
}

1;
