#!/usr/bin/perl
# Every native method that java.base and some other modules of the installed JDK declare is either here or in
# natives/left-out.txt. A release of JDK 17 that brings a new one fails this with its name, before a program does. Their
# class files are given to --list-natives as a program.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my (undef, undef, $settings) = run(60, 'java', '-XshowSettings:properties', '-version');
my ($home) = $settings =~ /^\s*java\.home = (.+)$/m or die "no java.home: $settings";
my @names = qw(java.base java.management java.prefs java.rmi jdk.management jdk.management.agent jdk.net);
my $regex = join '|', map { quotemeta } @names;
my ($status, $out, $err) = run(120, 'jimage', 'extract', '--dir', scratch('image'), '--include', "regex:/($regex)/.*\\.class", "$home/lib/modules");
die "jimage: $err$out" if $status;
my @modules = map { scratch("image/$_") } @names;
unlink map { "$_/module-info.class" } @modules;

($status, $out, $err) = gnomon(300, 'run', '--list-natives', '-cp', join(':', @modules), 'java.lang.Object');
is($status, 0, 'the modules are looked through') or diag($err);
my %missing = map { /^(.+)\tdeclared by the program$/ ? ($1 => 1) : () } split /\n/, $out;
my %left_out = map { $_ => 1 } grep { $_ && !/^#/ } split /\n/, slurp("$FindBin::Bin/natives/left-out.txt");
is_deeply([sort grep { !$left_out{$_} } keys %missing], [], 'no native method is missing but those that are left out on purpose');
ok($missing{'jdk.internal.misc.CDS.dumpClassList(String)'}, 'one that is left out is seen to be missing');
ok(!$missing{'java.lang.Object.hashCode()'}, 'one that is there is not');
done_testing();
