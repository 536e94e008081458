#!/usr/bin/perl
# Calls through portals at random: what tests/portals/generate writes (portals, classes of all kinds, and for some seeds
# other classes of the same names in the domain that serves) is called by tests/portals/fuzz/ with graphs at random.
# Each line, what arrived, what came back and what was refused with which words, is the same as on `java`, where copies
# are made by reflection; what arrives has the same text as what was sent, and as what serialization makes of it. SEED
# is the first (10 that are the same in every run, and 4 on Linux that no run has had, unless it is set), ROUNDS how
# many, MACHINES where. A seed that fails is named; `SEED=n ROUNDS=1 ALL=1 prove -v tests/portal_fuzz.t` shows all of
# it.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path qw(make_path remove_tree);
use Gnomon;
use Test::More;

my $new_seed = $ENV{SEED} // 1000 + seed() % 1_000_000;
my @ranges = $ENV{SEED} ? [$new_seed, $ENV{ROUNDS} // 20] : ([1, 10], [$new_seed, 4]);
my $batch = 50;
my %options = (linux => ['--machine', 'linux', '--cpus', 2], stress => ['--machine', 'linux', map { "-Dgnomon.gc.$_" } 'stress=3000', 'protect=1', 'verify=200'], qemu => ['--machine', 'qemu']);
my %chosen = map { $_ => 1 } machines(3);
my @ways = grep { $chosen{$options{$_}[1]} } qw(linux stress qemu);
my $driver = compile('driver', glob "$FindBin::Bin/portals/fuzz/*.java");

sub classes_of {
    my ($source, $to) = @_;
    make_path($to);
    my ($status, $out, $err) = run(300, 'javac', '-nowarn', '-Xlint:none', '-J-XX:TieredStopAtLevel=1', '-cp', build('gnomon.jar') . ":$driver", '-d', $to, glob "$source/g*/*.java");
    die "javac: $err$out" if $status;
    system('cp', '-r', "$source/names", $to) and die "cp: $?\n";
    return $to;
}

# Seeds of the lines that differ.
sub differing {
    my ($got, $expected) = @_;
    my %seeds;
    for my $at (0 .. ($#$got > $#$expected ? $#$got : $#$expected)) {
        my ($one, $other) = ($got->[$at] // '', $expected->[$at] // '');
        $seeds{(grep { defined } map { /^(\d+)[.:]/ } $other, $one)[0] // 'the end'} //= "got      $one\nexpected $other" if $one ne $other;
    }
    return %seeds;
}

sub check {
    my ($first, $count) = @_;
    my $sources = scratch("sources-$first");
    system("$FindBin::Bin/portals/generate", $sources, $first, $count) and die "generate: $?\n";
    my ($one, $two) = map { classes_of("$sources/$_", scratch("$_-$first")) } qw(one two);
    unlink map { "$two/$_" } split /\n/, slurp("$sources/missing");
    my $path = "$one:$two:$driver:" . build('gnomon.jar');
    my ($status, $out, $err) = java(300, $path, 'fuzz.Fuzz', $first, $count, $ENV{ALL} ? 'all' : ());
    is($status, 0, "seeds $first to @{[$first + $count - 1]} on java") or diag $err;
    my @expected = split /\n/, $out;
    is($expected[-1], 'all right', 'java: what arrived is what was sent') or diag substr $out, index($out, "WRONG\n") < 0 ? -500 : index($out, "WRONG\n"), 3000;
    my $fewest = $count * 8; # a call in three at least
    cmp_ok($out =~ /^(\d+) delivered, \d+ judged/m ? $1 : 0, '>=', $fewest, 'calls arrived');
    cmp_ok($out =~ /(\d+) judged by serialization/ ? $1 : 0, '>=', $fewest / 2, 'and serialization is a judge of many');
    for my $way (@ways) {
        next if !$ENV{SEED} && $first != 1 && $way ne 'linux';
        my $take = $ENV{SEED} || $way eq 'linux' ? $count : $way eq 'stress' ? 4 : 2; # short runs of what takes long
        my ($its_status, $its_out, $its_err) = gnomon(600, 'run', '-q', @{$options{$way}}, '-o', scratch($way), '-cp', $path, 'fuzz.Fuzz', '--', $first, $take, $ENV{ALL} ? 'all' : ());
        my @got = split /\n/, $its_out;
        my @wanted = $take == $count ? @expected : grep { /^(\d+)[.:]/ && $1 < $first + $take } @expected;
        is($got[-1], 'all right', "$way: what arrived is what was sent") or diag substr $its_out, -3000;
        my %seeds = differing($take == $count ? \@got : [grep { /^\d+[.:]/ } @got], \@wanted);
        is(join(' ', sort keys %seeds), '', "$way: as on java, $take seeds from $first on; seeds that differ") or diag map { "$_:\n" . substr($seeds{$_}, 0, 2000) . "\n" } (sort keys %seeds)[0 .. 0];
        is($its_status, 0, "$way: status") or diag substr $its_err, -3000;
    }
    remove_tree($sources, $one, $two);
}

diag("new seeds from $new_seed on; SEED=$new_seed ROUNDS=4 runs them again") if !$ENV{SEED};
for my $range (@ranges) {
    my ($first, $count) = @$range;
    for (my $start = $first; $start < $first + $count; $start += $batch) { check($start, $start + $batch < $first + $count ? $batch : $first + $count - $start) }
}
done_testing;
