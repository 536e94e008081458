package Permutations;

# The circumstances in which `make test WITH=NAME,NAME` runs the tests; so does `WITH=NAME prove tests/NAME.t`. A test
# that does not hold in one of them says so with cannot() and is skipped with its reason. A run of `gnomon run` that a
# test starts with gnomon() changes as run_options() says, unless its own arguments contradict.

use strict;
use warnings;
use File::Spec;

my $top = File::Spec->rel2abs(File::Spec->catdir((File::Spec->splitpath(__FILE__))[1], '..', '..'));

our %about = (
    asan => 'the host tool is built with AddressSanitizer and UndefinedBehaviorSanitizer, as the unit tests always are',
    cpus4 => 'four processors for each run that does not say how many',
    full => 'the long sweeps take all of their cases on both machines, and not in QEMU a share of them that TEST_SEED chooses',
    'no-rdtscp' => "QEMU's processor does without RDTSCP",
    stress => 'a collection at every 1,000th allocation, the space behind it protected, the heap verified, translations checked',
    warm => 'each program is run with --keep first, so that it starts translated',
);
our @names = sort keys %about;
my %with = map { $_ => 1 } split /,/, $ENV{WITH} // '';
my ($unknown) = grep { !$about{$_} } sort keys %with;
die "WITH=$ENV{WITH}: $unknown is none of @names\n" if defined $unknown;

# tests/lib/hide stands before the real QEMU
if ($with{'no-rdtscp'} && $ENV{PATH} !~ m{/tests/lib/hide:}) {
    @ENV{qw(HIDE PATH)} = ('rdtscp', "$top/tests/lib/hide:$ENV{PATH}");
}
# The tool leaves to the end of the process what it has until then
$ENV{ASAN_OPTIONS} = join ':', 'detect_leaks=0', $ENV{ASAN_OPTIONS} // () if $with{asan};

sub active { return grep { $with{$_} } @names }
sub is_active { return $with{$_[0]} }

# The folder below the build directory in which the tool is
sub tool_folder { return $with{asan} ? 'asan/' : '' }

sub asks { my ($pattern, @arguments) = @_; return scalar grep { /$pattern/ } @arguments }

# More options for `gnomon run` with these arguments
sub run_options {
    my (@arguments) = @_;
    my @options;
    push @options, '--cpus', 4 if $with{cpus4} && !asks(qr/^--cpus(=|$)/, @arguments);
    push @options, qw(-Dgnomon.gc.stress=1000 -Dgnomon.gc.protect=1 -Dgnomon.gc.verify=200 -Dgnomon.check=1)
        if $with{stress} && !asks(qr/^(-Dgnomon\.gc\.|-Dgnomon\.check|--components|--list-natives|--gdb)/, @arguments);
    return @options;
}

# Whether a program is to be run with --keep before this run of it
sub keeps_first {
    my (@arguments) = @_;
    return $with{warm} && !asks(qr/^--(keep|no-kept|list-natives|gdb|dump|net|save|help|counters)|^-h$/, @arguments);
}

1;
