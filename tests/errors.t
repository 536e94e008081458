#!/usr/bin/perl
# What bad input gets with the real kernel: programs that cannot run or fail get java's own words and status; JDKs and
# regions that cannot be used get one line of ours. (tests/cli.t has what is found before a kernel starts.)
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path 'make_path';
use Gnomon;
use Test::More;

my @machines = machines(3);
make_path(scratch('source'));

my %programs = (
    Uncaught => 'static void fail(int depth) { if (depth == 0) throw new IllegalStateException("on purpose", new RuntimeException("the cause")); fail(depth - 1); }
        public static void main(String[] a) { System.out.println("before"); fail(3); }',
    Exit => 'public static void main(String[] a) { System.out.print("no line end"); System.err.println("bye"); System.exit(42); }',
    ExitHook => 'public static void main(String[] a) { Runtime.getRuntime().addShutdownHook(new Thread() { public void run() { System.out.println("hook"); } }); System.exit(256 + 7); }',
    Initialiser => 'static int value = Integer.parseInt("not a number"); public static void main(String[] a) { }',
    Other => 'static class Broken { static int value = 1 / Integer.parseInt("0"); }
        public static void main(String[] a) { for (int i = 0; i < 2; i++) try { System.out.println(Broken.value); } catch (Throwable t) { System.out.println(t + " by " + t.getCause()); t.printStackTrace(); } }',
    InThread => 'public static void main(String[] a) throws Exception { Thread t = new Thread("worker") { public void run() { throw new ArithmeticException("in a thread"); } }; t.start(); t.join(); System.out.println("goes on"); }',
    NoMain => 'static void main() { }',
    NotStatic => 'public void main(String[] a) { }',
    NotVoid => 'public static int main(String[] a) { return 1; }',
    Missing => 'static class Gone { } public static void main(String[] a) { System.out.println("before"); new Gone(); }',
    Deep => 'static int down(int n) { return down(n + 1) + 1; } public static void main(String[] a) { try { down(0); } catch (StackOverflowError e) { System.out.println("overflow"); } throw new RuntimeException(); }',
);
for my $name (sort keys %programs) { spill(scratch("source/$name.java"), "public class $name { $programs{$name} }\n") }
my $classes = compile('errors', map { scratch("source/$_.java") } sort keys %programs);
unlink "$classes/Missing\$Gone.class" or die;

# A method whose stack does not hold what its code takes from it: iconst_0 becomes nop, so that the ireturn finds
# nothing.
spill(scratch('source/Unverified.java'), 'public class Unverified { static int zero() { return 0; } public static void main(String[] a) { System.out.println("ran"); zero(); } }');
compile('errors', scratch('source/Unverified.java'));
my $class = slurp("$classes/Unverified.class");
is($class =~ s/\x03\xac/\x00\xac/, 1, 'the class is broken');
spill("$classes/Unverified.class", $class);
$class = slurp("$classes/Exit.class");
substr($class, 6, 2) = pack 'n', 99;
make_path("$classes/later");
spill("$classes/later/Exit.class", $class);
$class = slurp("$classes/Exit.class");
make_path("$classes/cut");
spill("$classes/cut/Exit.class", substr $class, 0, length($class) - 20);

# HotSpot adds to a VerifyError, in lines of its own, where the code stands and what its types are, we in the same line
# where it stands: the message is compared without.
sub words {
    my ($text) = @_;
    $text =~ s/^Exception Details:\n.*?(?=^\tat |\z)//ms;
    $text =~ s/(VerifyError: .*?) in \S+ at \d+$/$1/m;
    return $text;
}

sub compare {
    my ($label, $classpath, $main) = @_;
    my ($status, $out, $err) = java(60, $classpath, $main);
    for my $machine (@machines) {
        my ($our_status, $our_out, $our_err) = gnomon(120, 'run', '-q', '--machine', $machine, '-o', scratch('run'), '-cp', $classpath, $main);
        is($our_status, $status, "$label on $machine: status $status");
        is($our_out, $out, "$label on $machine: standard output");
        is(words($our_err), words($err), "$label on $machine: standard error");
    }
}

compare($_, $classes, $_) for sort(keys %programs), 'Unverified';
for my $bad ('later', 'cut') {  # found on the host, before a kernel starts, or by the kernel: never a stack of ours
    my ($status, $out, $err) = gnomon(60, 'run', '-q', '--machine', 'linux', '-o', scratch('run'), '-cp', "$classes/$bad", 'Exit');
    is($status, 1, "a class file that is $bad: status 1");
    like($err, qr/Exit/, "a class file that is $bad: it is named");
    unlike($err, qr/guest died|panic/, "a class file that is $bad: no death of ours");
}

# Regions of real runs
my $directory = scratch('run');
gnomon(60, 'run', '-q', '--machine', 'linux', '--log-size', 4, '-o', $directory, '-cp', $classes, 'Exit');
my $region = slurp("$directory/region");
for my $case (['truncated', substr($region, 0, 1_000_000), qr/truncated/], ['of another version', substr($region, 0, 8) . pack('V', 99) . substr($region, 12), qr/version/]) {
    my ($label, $content, $words) = @$case;
    spill(scratch('bad'), $content);
    my ($status, $out, $err) = gnomon(60, 'report', scratch('bad'));
    is($status, 1, "a region that is $label: status 1");
    like($err, qr/\Agnomon: [^\n]*$words[^\n]*\n\z/, "a region that is $label: one line");
}

# A JDK without what is needed
{
    local $ENV{JAVA_HOME} = scratch('no-jdk');
    my ($status, $out, $err) = gnomon(60, 'run', '-o', $directory, '-cp', $classes, 'Exit');
    is($status, 1, 'no JDK: status 1');
    like($err, qr/\Agnomon: [^\n]*no-jdk[^\n]*\n\z/, 'no JDK: one line that names it');
}
done_testing();
