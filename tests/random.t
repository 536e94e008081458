#!/usr/bin/perl
# Programs that tests/random/generate writes print on both machines what `java` prints: random.t [FIRST COUNT]. Unless
# told, these are the 25 from 1 on, which are the same in every run, and 10 that no run has had, from RANDOM_SEED on or
# from a number that the clock gives; it is printed. On Linux they do so in several ways: with translations of the JDK
# that are kept (plain), with none and each translation checked (empty), with their own kept as well (warm), with some
# that were kept for other classes of the same names (other); and each of that with every method translated again at its
# third call (again, empty-again, ...). The 25 run plain and again, the others all ways. VARIANTS chooses some for all,
# BATCH how many programs share a run. A difference is looked at by running RandomMain with the seed as argument on
# both; what it was becomes a named case in tests/java/. At the end, which bytecodes the programs hold, and how many.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path qw(make_path remove_tree);
use Gnomon;
use Test::More;

my $new_seed = $ENV{RANDOM_SEED} // seed() % 1_000_000_000;
my @wanted = @ARGV == 2 ? [@ARGV] : ([1, 25], [$new_seed, 10]);
diag("new seeds from $new_seed on; RANDOM_SEED=$new_seed runs them again") if @wanted == 2;
my @machines = machines(3);
my $batch = $ENV{BATCH} // 50;
my @all_variants = map { ways($_) } '', qw(empty warm other);
my %is_variant = map { $_ => 1 } @all_variants;
my @chosen = split /,/, $ENV{VARIANTS} // '';
die "VARIANTS: $_ is not one of @all_variants\n" for grep { !$is_variant{$_} } @chosen;
my $again = '-Dgnomon.again=2';
my $others = 500_000_000;  # how much higher the seeds are of programs that only bear the names of others
my %bytecodes;

sub ways { my ($name) = @_; return $name ? ($name, "$name-again") : ('plain', 'again') }
sub options_of { my ($way) = @_; return $way =~ /again$/ ? $again : () }

sub count_bytecodes {
    my ($classes) = @_;
    my ($status, $out, $err) = run(60, "$FindBin::Bin/random/opcodes", "$FindBin::Bin/../translator/reader/bytecode.h", glob "$classes/*.class");
    die "opcodes: $err\n" if $status;
    $bytecodes{$1} += $2 while $out =~ /^(\w+) (\d+)$/mg;
}

sub programs_of {
    my ($name, @seeds) = @_;
    my $sources = scratch("sources-$name");
    make_path($sources);
    system("$FindBin::Bin/random/generate", $sources, @seeds) and die "generate: $?\n";
    my $classes = compile($name, glob "$sources/*.java");
    remove_tree($sources);
    return $classes;
}

sub keep {
    my ($place) = @_;
    my ($status, $out, $err) = gnomon(600, 'run', '-q', '--machine', 'linux', '--keep', '-o', scratch('kept.data'), '-cp', $place, 'RandomMain');
    is("$status$err", '0', 'translations are kept');
}

# Runs the programs where translations of this class path are kept, by themselves or by other programs that lay there.
sub run_kept {
    my ($classes, $kept_by, @ways) = @_;
    my $place = scratch('current');
    for my $turn ([$kept_by, \&keep], [$classes, @ways]) {
        my ($directory, @runs) = @$turn;
        rename $directory, $place or die "$directory: $!\n";
        $_->($place) for @runs;
        rename $place, $directory or die "$directory: $!\n";
    }
}

sub check_programs {
    my ($start, $programs, @variants) = @_;
    my $classes = programs_of("classes-$start", $start, $programs);
    my %wanted = map { $_ => 1 } @variants;
    count_bytecodes($classes);
    # Interpreted: HotSpot's compilers take a final field that a constructor reads before it sets it for what was read.
    my ($status, $out, $err) = java(240, $classes, '-Xint', 'RandomMain');
    is($status, 0, "programs $start to " . ($start + $programs - 1) . ' on java');
    my @expected = split /\n/, $out;
    is(scalar @expected, $programs, 'each has printed its line');
    my $check = sub {
        my ($way, $machine, $place, @options) = @_;
        my ($our_status, $our_out, $our_err) = gnomon(600, 'run', '-q', '--machine', $machine, @options, '-o', scratch('random.data'), '-cp', $place, 'RandomMain');
        my @got = split /\n/, $our_out;
        my @different = grep { ($got[$_] // '') ne $expected[$_] } 0 .. $#expected;
        is(join(', ', map { $start + $_ } @different), '', "$programs programs from $start on $machine, $way: seeds that differ");
        is("$our_status$our_err", "$status$err", "$machine, $way: status and standard error");
    };
    $check->('plain', $_, $classes) for grep { $_ ne 'linux' } @machines;
    return if !grep { $_ eq 'linux' } @machines;
    for my $kind (['', []], ['empty', ['--no-kept', '-Dgnomon.check=1']]) {
        my ($name, $options) = @$kind;
        for my $way (grep { $wanted{$_} } ways($name)) { $check->($way, 'linux', $classes, @$options, options_of($way)) }
    }
    for my $name (qw(warm other)) {
        my @ways = grep { $wanted{$_} } ways($name);
        my $kept_by = !@ways ? next : $name eq 'warm' ? $classes : programs_of("other-$start", $start, $programs, $others);
        run_kept($classes, $kept_by, map { my $way = $_; sub { $check->($way, 'linux', $_[0], options_of($way)) } } @ways);
        remove_tree($kept_by) if $kept_by ne $classes;
    }
    remove_tree($classes);
}

own_cache();
for my $range (@wanted) {
    my ($first, $count) = @$range;
    my @variants = @chosen ? @chosen : $first == 1 ? qw(plain again) : @all_variants;
    for (my $start = $first; $start < $first + $count; $start += $batch) {
        check_programs($start, $start + $batch < $first + $count ? $batch : $first + $count - $start, @variants);
    }
}

# Methods as large as can be
spill(scratch('Giant.java'), scalar `$FindBin::Bin/random/giant`);
my $classes = compile('giant', scratch('Giant.java'));
count_bytecodes($classes);
my ($status, $out, $err) = java(60, $classes, 'Giant');
is($status, 0, 'giant methods on java');
for my $machine (@machines) {
    my ($our_status, $our_out, $our_err) = gnomon(120, 'run', '-q', '--machine', $machine, '-o', scratch("giant-$machine"), '-cp', $classes, 'Giant');
    is("$our_status\n$our_out$our_err", "$status\n$out$err", "giant methods on $machine");
}

# What javac never emits; tests/java/classfiles/ has programs with these.
my %unused = map { $_ => 1 } qw(nop swap jsr jsr_w ret);
my @missing = grep { !$bytecodes{$_} && !$unused{$_} } sort keys %bytecodes;
note("bytecodes: $_") for map { join ', ', grep { defined } @$_ } map { [(map { "$_ $bytecodes{$_}" } sort { $bytecodes{$a} <=> $bytecodes{$b} } keys %bytecodes)[10 * $_ .. 10 * $_ + 9]] } 0 .. $#{[keys %bytecodes]} / 10;
note("never emitted by javac: @{[sort keys %unused]}");
my $count = 0;
$count += $_->[1] for @wanted;
is("@missing", '', 'every other bytecode is in a program') if $count >= 50;
note("not in these programs: @missing") if $count < 50;
done_testing();
