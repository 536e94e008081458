#!/usr/bin/perl
# --dump: the translator's form of the methods that a pattern names, and of no other; after all passes, or after those
# that are asked for.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Gnomon;

cannot(warm => 'what is kept from a run before is not translated, and translation is what this file looks at');
need(-x build('gnomon'), 'gnomon is not built (make all)');
spill(scratch('Dumped.java'), <<'END');
public class Dumped {
    static int sink;
    static void first(int n) { for (int i = 0; i < n; i++) sink += i * n; }
    static void second(int n) { for (int i = 0; i < n; i++) sink -= i * n; }
    public static void main(String[] arguments) {
        Joined of = new Joined();
        for (int i = 0; i < 80; i++) sink += Joined.joined(of, i) + Pair.pair(of, i).number + Seldom.seldom(i) + Sums.sum(Sums.list);
        first(10); second(10);
        System.out.println("done"); }
}
class Joined {
    int x;
    static int twice(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i % 3; return sum; }
    static int joined(Joined of, int by) {
        of.x += twice(by);
        if (of.x > 9) of.x = 9;
        return of.x < 5 ? by + 1 : 0;
    }
}
class Seldom {
    static int often, rarely;
    static int seldom(int n) {
        if (n % 9 == 0) rarely = n; else often = n;
        if (n > 1) often += rarely;
        return often;
    }
}
class Pair {
    Object early, late;
    int number;
    static Pair pair(Object of, int number) {
        Pair pair = new Pair();
        pair.early = of;
        pair.number = Joined.twice(number);
        pair.late = of;
        return pair;
    }
}
class Sums {
    static final java.util.List<Integer> list = new java.util.ArrayList<>(java.util.List.of(1, 2, 3));
    static int sum(java.util.List<Integer> list) {
        int sum = 0;
        for (int i : list) sum += i;
        return sum;
    }
}
END
my $classes = compile('classes', scratch('Dumped.java'));

# The methods that are dumped, each with the passes
sub dumped {
    my (@options) = @_;
    my ($status, $out, $err) = gnomon(120, 'run', '--machine', 'linux', '-o', scratch('data'), @options, '-cp', $classes, 'Dumped');
    is("$status $out", "0 done\n", "@options: it runs") or diag $err;
    my $log = slurp(scratch('data/host.log'));
    my %passes;
    push @{ $passes{$1} }, $2 while $log =~ /^(\S+)\(\S* after (\w+)/mg;
    return \%passes;
}
my @all = qw(order phis split scalar fold control guard number join traps unroll dead fresh edges);
is_deeply(dumped(), {}, 'nothing, if it is not asked for');
is_deeply([sort keys %{ dumped('--no-inline', 'Dumped.*', '--dump', 'Dumped.first') }], ['Dumped.first'], 'the method that is named');
is_deeply([sort @{ dumped('--no-inline', 'Dumped.*', '--dump', 'Dumped.first')->{'Dumped.first'} }], [sort @all], 'after each pass');
is_deeply(dumped('--no-inline', 'Dumped.*', '--dump', 'Dumped.*', '--dump', '!**.main', '--dump-after', 'NE'), {map { ("Dumped.$_" => [qw(number edges)]) } qw(first second)}, 'patterns, and passes');

# The last form of a method that is translated again
sub again {
    my ($method, $pass, $calls) = @_;
    dumped('-Dgnomon.again=' . ($calls // 2), '--dump', $method, '--dump-after', $pass);
    my ($form) = reverse split /^(?=\S*\Q$method\E)/m, slurp(scratch('data/host.log'));
    return $form;
}
# A load that is a phi after one pass: what was stored is known on either way, in a method that is translated again.
my %loads;
for my $pass (qw(N J)) {
    $loads{$pass} = () = again('Joined.joined', $pass) =~ /= LOAD \S+ \+\d+ I/g;
}
is($loads{J}, $loads{N} - 1, 'a field that both ways have written is not loaded behind them') or diag explain \%loads;
# Between the two stores is a call, at which a collection may begin.
is_deeply([again('Pair.pair', 'S') =~ /STORE \S+ \S+ \+\d+ L( fresh)?/g], [' fresh', undef], 'a store marks no card until a collection may have seen its object');
# Blocks that its first calls have led to in one of nine times, nearly always, and for the rest of the time.
my @blocks = split /^(?=\s*b\d+ )/m, again('Seldom.seldom', 'E', 40);
is_deeply([map { /^\s*b\d+[^\n]* cold/ ? 'cold' : 'warm' } grep { /STORE/ } @blocks], [qw(warm warm cold)], 'what is seldom reached comes last') or diag @blocks;
# A list has nearly always been of one class: its iterator is known where another does not come from the call, and is
# not made there.
sub of_warm_blocks { return join ' ', map { !/^\s*b\d+[^\n]* cold/ ? /= (NEW|CALL_\w+)/g : () } split /^(?=\s*b\d+ )/m, $_[0] }
my %made = map { $_ => again('Sums.sum', $_, 40) } qw(P L A);
is_deeply([map { of_warm_blocks($made{$_}) } qw(P L A)], ['NEW', 'NEW', ''], 'an iterator is not made if it is seen to be one of a class') or diag explain \%made;
is_deeply([map { scalar(() = $made{$_} =~ /hasNext/g) } qw(P L)], [1, 1], 'and its methods are called where it is not known, only') or diag explain \%made;
done_testing;
