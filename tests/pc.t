#!/usr/bin/perl
# The disk that starts a program on a PC, made by `gnomon iso`: on both chipsets, with BIOS and UEFI, on SATA and NVMe
# disks, with nothing of `gnomon run` around it. Its recording comes back from the disk that is marked for it and over
# the serial line, and is the one that shared memory shows of the same run, byte for byte; so does that of a kernel that
# panicked. As many of the processors that a disk asks for work as the PC has. No other disk is written to, and what
# cannot leave is said and stays. A run has a part of these, which TEST_SEED chooses (WITH=full: all). With PC_LONG=1
# the JDBC example too.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Digest::MD5 'md5_hex';
use File::Copy 'copy';
use Cpanel::JSON::XS;
use Test::More;
use Time::HiRes qw(sleep time);

my $ovmf = '/usr/share/OVMF/OVMF_CODE.fd';
need(scalar(-e $ovmf && has_tool('grub-mkrescue') && has_tool('xorriso') && has_tool('mformat')), 'GRUB, xorriso, mtools and OVMF are installed (make test)');

my $classes = compile('fault', 'tests/java/Fault.java') . ':' . build('gnomon.jar');
my @instruments = ('--log-size', '4', '--heap', '64', '--time', 'Fault.*', '--sample', '100', '--events', 'thread_switch');
my $small_mib = 4; # the region, and no room for more

# ---- Making and starting disks

sub make_disk {
    my ($name, @rest) = @_;
    my ($status, $out, $err) = gnomon(120, 'iso', '-q', '-o', scratch("$name.iso"), @instruments, @rest);
    is("$status $out$err", '0 ', "the disk $name is made without a word");
    return scratch("$name.iso");
}

sub prepare {
    my ($name, $mib) = @_;
    my ($status, $out, $err) = gnomon(20, 'import', '-q', '--prepare', '--size', $mib, scratch($name));
    is("$status $out$err", '0 ', "$name is marked");
    return scratch($name);
}

sub import_from {
    my ($source, $name) = @_;
    my ($status, $out, $err) = gnomon(20, 'import', '-q', $source, '-o', scratch($name));
    return "$status $out$err";
}

# The CD and the disk are on AHCI on both machines; the firmware of `pc` reads its own controller slowly.
sub start {
    my ($name, $iso, %more) = @_;
    my @command = ('qemu-system-x86_64', '-accel', 'tcg', '-cpu', 'max', '-m', $more{memory} // 256, '-nodefaults', '-no-user-config', '-display', 'none', '-no-reboot',
        '-machine', $more{machine} // 'q35', '-serial', 'file:' . scratch("$name.serial"), '-device', 'ich9-ahci,id=sata',
        '-drive', "if=none,id=cd,format=raw,media=cdrom,readonly=on,file=$iso", '-device', 'ide-cd,bus=sata.0,drive=cd,bootindex=0');
    push @command, '-smp', $more{cpus} if $more{cpus};
    push @command, '-acpitable', "sig=APIC,data=$more{madt}" if $more{madt};
    push @command, '-drive', "if=pflash,format=raw,readonly=on,file=$ovmf" if $more{uefi};
    push @command, '-object', 'memory-backend-file,id=region,share=on,size=4M,mem-path=' . scratch("$name.region"), '-device', 'ivshmem-plain,memdev=region' if $more{region};
    push @command, split ' ', $more{buses} if $more{buses};
    push @command, '-drive', "if=none,id=disk,format=raw,file=$more{disk}", '-device', ($more{place} // 'ide-hd,bus=sata.1') . ',drive=disk' if $more{disk};
    my $child = fork // die "fork: $!\n";
    if (!$child) {
        open STDIN, '<', '/dev/null';
        open STDOUT, '>', scratch("$name.log") or die;
        open STDERR, '>&', \*STDOUT;
        exec @command or exit 127;
    }
    return $child;
}

sub serial { my ($name) = @_; return -e scratch("$name.serial") ? slurp(scratch("$name.serial")) =~ tr/\r//dr : '' }

# Runs a disk until the machine turns itself off, or until it has said what `until` matches, whereupon it is killed.
# Returns what was said, and whether the machine went off by itself.
sub boot {
    my ($name, $iso, %more) = @_;
    my $start = time;
    my $child = start($name, $iso, %more);
    my ($off, $first);
    while (time - $start < 150) {
        $off = waitpid($child, 1) == $child;
        my $said = serial($name);
        if (!$first && $said =~ /^before$/m) {
            $first = time - $start;
            my @stat = split ' ', -e "/proc/$child/stat" ? slurp("/proc/$child/stat") : '';
            diag(sprintf '%s: the first line after %.1f s, and %.1f s of CPU time', $name, $first, ($stat[13] + $stat[14]) / 100) if @stat;
        }
        last if $off || $more{until} && $said =~ $more{until};
        sleep 0.05;
    }
    if (!$off) {
        kill KILL => $child;
        waitpid $child, 0;
    }
    return (serial($name), $off ? 'off' : 'on');
}

sub counts_of { my ($report) = @_; return join ' ', map { "$_->{method} $_->{count}" } sort { $a->{method} cmp $b->{method} } grep { $_->{class} eq 'Fault' } @{$report->{methods}} }

# The file that shared memory was is the recording that came back; without its meta.json, which `gnomon run` would have
# written.
sub is_same_recording {
    my ($name, $from) = @_;
    mkdir scratch("$name.shared");
    rename scratch("$name.region"), scratch("$name.shared/region");
    copy(scratch("$from/meta.json"), scratch("$name.shared/meta.json"));
    ok(slurp(scratch("$name.shared/region")) eq slurp(scratch("$from/region")), "$name: the recording is the region that was shared, byte for byte");
    is_deeply(report(scratch($from)), report(scratch("$name.shared")), "$name: the reports are equal");
}

my $plain = make_disk('plain', '-cp', $classes, 'Fault');
my $ended = qr/^gnomon: the program has ended with status 0$/m;
my $disk = prepare('disk.img', 16);
like(import_from($disk, 'none'), qr/^1 gnomon: \S+: expected a recording, found a disk on which nothing has been recorded yet\n$/, 'a disk that was only marked');

# ---- On each machine; on two of them with shared memory beside it, where what comes back is what was there

my $expected = '<clinit> 1 inner 1001 main 1 outer 1001 work 1001';
for my $case (share(3, ['pc', 0, 1], ['q35', 0, 0], ['pc', 1, 0], ['q35', 1, 1])) {
    my ($machine, $uefi, $shared) = @$case;
    my $name = $machine . ($uefi ? ' UEFI' : ' BIOS');
    my ($said, $off) = boot($name, $plain, disk => $disk, machine => $machine, uefi => $uefi, region => $shared);
    is($off, 'off', "$name: the machine turns itself off");
    my $output = $shared ? '' : "before\nafter\n";
    like($said, qr/^${output}gnomon: the program has ended with status 0\ngnomon: the recording is on the disk, \d+ MiB\n\z/m, "$name: the program's output, and the end");
    is(import_from($disk, "$name.back"), '0 ', "$name: the recording comes back");
    is_same_recording($name, "$name.back") if $shared;
    my $report = report(scratch("$name.back"));
    is(counts_of($report), $expected, "$name: the calls are counted");
    is("$report->{run}{machine} $report->{run}{main} $report->{run}{exit_status}", 'pc Fault 0', "$name: the machine, the main class and the status");
    is_deeply([map { "$_->{cause} $_->{count}" } grep { $_->{count} && $_->{cause} !~ /sample/ } @{$report->{lost}}], [], "$name: nothing is lost but samples of a busy host");
    my ($status, $out) = gnomon(20, 'check', scratch("$name.back"));
    is($status, 0, "$name: gnomon check") or diag($out);
}
my $whole = slurp($disk);

# ---- On another kind of disk, or behind another root bus: what a machine with shared memory writes there is what was
# there

my $second_root = '-device pxb-pcie,id=second,bus_nr=64,bus=pcie.0 -device pcie-root-port,id=behind,bus=second,chassis=2';
my $other_nvme = '-drive if=none,id=other,format=raw,file=' . scratch('other.nvme') . ' -device nvme,drive=other,serial=other';
for my $case (share(3, ['NVMe', 'nvme,serial=1', $other_nvme], ['NVMe with blocks of 4 KiB behind another root', 'nvme,serial=1,logical_block_size=4096,physical_block_size=4096,mdts=2,bus=behind', $second_root],
    ['NVMe with two namespaces', 'nvme-ns,nsid=7,bus=nvme', "-device nvme,id=nvme,serial=1 " . $other_nvme =~ s/nvme,drive=other,serial=other/nvme-ns,drive=other,nsid=2,bus=nvme/r],
    ['NVMe with UEFI', 'nvme,serial=1', '', 1], ['AHCI behind another root', 'ide-hd,bus=more.0', "$second_root -device ich9-ahci,id=more,bus=behind"])) {
    my ($name, $place, $buses, $uefi) = @$case;
    my $disk = prepare('place.img', 16);
    spill(scratch('other.nvme'), ('not for this ' x 100) . "\0" x 8_000_000);
    my $other = md5_hex(slurp(scratch('other.nvme')));
    my ($said, $off) = boot($name, $plain, disk => $disk, place => $place, buses => $buses, uefi => $uefi, region => 1);
    is($off, 'off', "$name: the machine turns itself off");
    like($said, qr/^gnomon: the program has ended with status 0\ngnomon: the recording is on the disk, \d+ MiB\n\z/m, "$name: the end");
    is(import_from($disk, "$name.back"), '0 ', "$name: the recording comes back");
    is_same_recording($name, "$name.back");
    is(counts_of(report(scratch("$name.back"))), $expected, "$name: the calls are counted, as over AHCI");
    my ($status, $out) = gnomon(20, 'check', scratch("$name.back"));
    is($status, 0, "$name: gnomon check") or diag($out);
    is(md5_hex(slurp(scratch('other.nvme'))), $other, "$name: a disk that is not marked is as it was");
}

# Which of the parts below this run has
my %has = map { $_ => 1 } share(2, qw(panic killed serial other small));

# ---- A panic

if ($has{panic}) {
    my $iso = make_disk('panic', '-Dgnomon.test.fault=panic', '-cp', $classes, 'Fault');
    my ($said, $off) = boot('panic', $iso, disk => $disk, region => 1);
    is($off, 'off', 'panic: the machine turns itself off');
    like($said, qr/gnomon: panic: .*\n(?:.*\n)*gnomon: the kernel has panicked\ngnomon: the recording is on the disk/, 'panic: said, and recorded');
    is(import_from($disk, 'panic.back'), '0 ', 'panic: the recording comes back');
    is_same_recording('panic', 'panic.back');
    like((gnomon(20, 'report', scratch('panic.back')))[1], qr/panicked/, 'panic: the report says so');
}

# ---- Killed

if ($has{killed}) {
    my $iso = make_disk('ever', '-cp', $classes, 'Fault', '--', 'for ever');
    my (undef, $off) = boot('killed', $iso, disk => $disk, until => qr/^before$/m);
    is($off, 'on', 'killed: while it ran');
    like(import_from($disk, 'none'), qr/^1 gnomon: \S+: expected a recording, found a run that did not come to its end: [^\n]*\n$/, 'killed: the disk says so');
}

# ---- Several processors: those that the disk asks for, as far as the PC has them

{
    my $spread = compile('everywhere', 'tests/java/Everywhere.java');
    my ($status, $out, $err) = gnomon(120, 'iso', '-q', '-o', scratch('several.iso'), '--log-size', 4, '--heap', 64, '--cpus', 4, '--events', 'thread_switch', '-cp', $spread, 'Everywhere', '--', 4);
    is("$status $out$err", '0 ', 'several: the disk is made without a word');
    # The firmware's table names another one, with the number 77, which is not there
    spill(scratch('absent.madt'), pack 'L< L< C C C C L<', 0xfee00000, 0, 0, 8, 9, 77, 1);
    my $comes_not = qr/gnomon: processor 2 does not come up\n/;
    for my $case (share(3, ['4 of 4', 4, [0 .. 3], 4, undef, qr//], ['4 of 8', 8, [0 .. 3], 4, undef, qr//], ['4 of 2', 2, [0, 1], 2, undef, qr/gnomon: 4 processors are asked for, and the machine has 2\n/],
        ['4 of 1', 1, [0], 1, undef, qr/gnomon: 4 processors are asked for, and the machine has 1\n/], ['one of 3 absent', 2, [0, 1], 2, scratch('absent.madt'), $comes_not])) {
        my ($label, $cpus, $lanes, $available, $madt, $words) = @$case;
        my ($said, $off) = boot("several $label", scratch('several.iso'), disk => $disk, machine => 'q35', cpus => $cpus, madt => $madt, memory => 512);
        is($off, 'off', "$label: the machine turns itself off");
        like($said, qr/$words(?:gnomon: [^\n]*\n)*processors $available\nall\n$ended\n/m, "$label: what is said");
        unlike($said, qr/asked for|come up/, "$label: and nothing about processors that are missing") if @$lanes == 4;
        is(import_from($disk, "several $label.back"), '0 ', "$label: the recording comes back");
        my $report = report(scratch("several $label.back"));
        my @busy = map { $_->{processor} } grep { $_->{busy_ns} > 20_000_000 } @{$report->{processors}};
        is("@busy", "@$lanes", "$label: each of them has worked");
        is((gnomon(60, 'export', scratch("several $label.back"), '--to', 'chrome', '-o', scratch('several.json')))[0], 0, "$label: exports to chrome");
        my %lane = map { $_->{tid} => 1 } grep { $_->{ph} eq 'X' && $_->{cat} eq 'running' } @{decode_json(slurp(scratch('several.json')))->{traceEvents}};
        is(join(' ', sort keys %lane), @$lanes > 1 ? "@$lanes" : '', "$label: and has a lane, if there are several");
    }
}

# ---- The serial line

{
    my ($said, $off) = boot('line', $plain);
    is($off, 'off', 'line: the machine turns itself off');
    is(import_from(scratch('line.serial'), 'line.back'), '0 ', 'line: the recording comes back');
    is(counts_of(report(scratch('line.back'))), $expected, 'line: with the same counts');
    my $capture = slurp(scratch('line.serial'));
    my @lines = split /^/, $capture;
    my ($number) = grep { $lines[$_] =~ /^\@gnomon \d/ } 0 .. $#lines;
    my %broken = (
        'a line is missing' => [join('', @lines[0 .. $number - 1, $number + 1 .. $#lines]), qr/expected \d+ lines of the recording, found \d+, 0 damaged/],
        'a line is damaged' => [$capture =~ s/^(\@gnomon \d+ ....)(.)/$1 . ($2 eq 'A' ? 'B' : 'A')/mer, qr/expected \d+ lines of the recording, found \d+, 1 damaged/],
        'the end is missing' => [substr($capture, 0, length($capture) / 2), qr/expected the end of the recording, found none behind \d+ lines of it/],
        'there is none' => ["before\nafter\n", qr/expected a disk that is marked, or what came over a serial line, found neither/],
    );
    for my $what (sort keys %broken) {
        spill(scratch('broken'), $broken{$what}[0]);
        like(import_from(scratch('broken'), 'none'), qr/^1 gnomon: [^\n]*$broken{$what}[1]\n$/, "line: $what");
    }
}

if ($has{serial}) {
    my $iso = make_disk('serial', '--serial', '-cp', $classes, 'Fault');
    boot('serial', $iso, disk => $disk, region => 1);
    is(import_from(scratch('serial.serial'), 'serial.back'), '0 ', 'serial: the recording comes over the line, although there is a disk');
    is_same_recording('serial', 'serial.back');
}

# ---- Disks that are not for it

sub is_untouched {
    my ($name, $path, $words) = @_;
    my $before = md5_hex(slurp($path));
    my ($said, $off) = boot($name, $plain, disk => $path, until => qr/stays in its memory$/m);
    is($off, 'on', "$name: the machine stands still");
    like($said, qr/^gnomon: $words: it will stay in memory\nbefore\nafter\n$ended\ngnomon: the machine stands still, and what was recorded stays in its memory\n/m, "$name: said");
    is(md5_hex(slurp($path)), $before, "$name: the disk is as it was");
}

spill(scratch('other.img'), ("another's data " x 1000) . "\0" x 8_000_000);
is_untouched('other', scratch('other.img'), q{no disk is marked for the recording \(by 'gnomon import --prepare'\), of 1 that are there}) if $has{other};
is_untouched('small', prepare('small.img', $small_mib), 'the recording needs a disk of 5 MiB, and the one for it has 4') if $has{small};

# ---- Bad input

like(join(' ', gnomon(20, 'import', '--prepare', scratch('other.img'))), qr/^1  gnomon: \S+: expected a disk that is empty or marked already, found other content/, 'a disk with content is not marked');
is((gnomon(20, 'import', '-q', '--prepare', '--force', scratch('other.img')))[0], 0, 'but with --force');
{
    my $changed = $whole;
    substr($changed, 2_000_000, 1) ^= 'x';
    spill(scratch('changed.img'), $changed);
    like(import_from(scratch('changed.img'), 'none'), qr/^1 gnomon: \S+: expected what the machine wrote, found other content from byte 4096 on\n$/, 'a disk that has changed');
    spill(scratch('short.img'), substr($whole, 0, 3_000_000));
    like(import_from(scratch('short.img'), 'none'), qr/^1 gnomon: \S+: expected \d+ bytes of a recording, found 2995904\n$/, 'an image that is cut off');
}
ok(!-e scratch('none/region'), 'what is refused leaves no recording');
{
    mkdir scratch('no-tools');
    symlink '/usr/bin/timeout', scratch('no-tools/timeout');
    local $ENV{PATH} = scratch('no-tools');
    like(join(' ', gnomon(20, 'iso', '-cp', $classes, 'Fault')), qr/expected grub-mkrescue, found none: apt-get install grub-common grub-pc-bin grub-efi-amd64-bin xorriso mtools\n$/, 'without its tools, what to install');
}
like(join(' ', gnomon(20, 'iso', '--machine', 'qemu', '-cp', $classes, 'Fault')), qr/^2  gnomon: iso: unknown option '--machine'/, 'an option that makes no sense');

SKIP: {
    skip 'PC_LONG is not set: the JDBC example', 1 if !$ENV{PC_LONG};
    my $jar = '/usr/share/java/hsqldb.jar';
    my $path = compile('Orders', 'examples/jdbc/Orders.java') . ":$jar";
    @instruments = ('--log-size', '4', '--time', 'Orders.*', '--time', 'org.hsqldb.jdbc.**', '--sample', '500', '--stacks', '64');
    my $iso = make_disk('jdbc', '-cp', $path, 'Orders');
    my (undef, $out) = java(100, $path, 'Orders');
    for my $case (['pc', 0], ['q35', 0], ['pc', 1], ['q35', 1]) {
        my ($machine, $uefi) = @$case;
        my $name = "jdbc $machine" . ($uefi ? ' UEFI' : ' BIOS');
        my ($said) = boot($name, $iso, disk => $disk, machine => $machine, uefi => $uefi, memory => 512);
        like($said, qr/\Q$out\Egnomon: the program has ended with status 0\n/, "$name: prints what java prints");
        is(import_from($disk, "$name.back"), '0 ', "$name: the recording comes back");
        is(report(scratch("$name.back"))->{run}{exit_status}, 0, "$name: its report");
        boot("$name shared", $iso, disk => $disk, machine => $machine, uefi => $uefi, memory => 512, region => 1);
        is(import_from($disk, "$name shared.back"), '0 ', "$name: with shared memory beside it");
        is_same_recording("$name shared", "$name shared.back");
    }
}
done_testing;
