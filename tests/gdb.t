#!/usr/bin/perl
# `gnomon run --gdb` waits for gdb, which finds the kernel's symbols, stops where it is told to, and lets the program
# run to its end.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use IO::Socket::INET;
use Test::More;

my $classes = compile('hello', 'tests/java/whole/B.java');
# A port that nobody has
my $port = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Proto => 'tcp', Listen => 1)->sockport;
my $guest = fork // die "fork: $!\n";
if (!$guest) {
    my ($status, $out, $err) = gnomon(60, 'run', '-q', "--gdb=$port", '-o', scratch('data'), '-cp', $classes, 'B');
    spill(scratch('guest'), "$status $out$err");
    exit 0;
}
my @commands = ("target remote 127.0.0.1:$port", 'break kernel_main', 'continue', 'print machine.name', 'break scheduler_run', 'continue', 'backtrace', 'delete', 'continue');
my ($status, $out, $err) = run(60, 'gdb', '-q', '-nx', '-batch', map({ ('-ex', $_) } @commands), build('pc/gnomon.elf'));
waitpid $guest, 0;
is($status, 0, 'gdb ends well') or diag $err;
like($out, qr/^(?:Thread 1 hit )?Breakpoint 1, kernel_main \(\) at kernel\/start\.c:\d+$/m, "it stops at the kernel's entry");
like($out, qr/^\$1 = 0x[0-9a-f]+ "pc"$/m, 'shows what variables hold');
like($out, qr/^#0 +scheduler_run \(cpu=.*\n#1 .* in kernel_main \(\) at kernel\/start\.c:\d+$/m, 'and who called');
is(slurp(scratch('guest')), "0 hello\n", 'and the program runs to its end');
done_testing();
