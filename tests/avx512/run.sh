#!/usr/bin/env bash
# Are all answers the same on AVX-512? For machines without it: the tests of the fast path and the campaign run
# on a processor that Bochs emulates, under a small Linux that has nothing else.
#
#   run.sh [--cases N]     N for the campaign; 20000 if none is given
#
# Needs the packages of the group avx512, which ./check --avx512 installs. The Linux is Debian's for clouds, which apt
# fetches and does not install. Exit status 0 if all passed on "AVX3", Highway's name for AVX-512.
#
# Bochs 2.7 loses the last bits of fused products that nearly cancel: fma(a, b, -RN(a * b)) may be 0 if a * b is
# not a double. So products are split without FMA here (FAIRSHARE_WITHOUT_FMA), as on processors that have none,
# and the C library is told to do so, too (GLIBC_TUNABLES). All other instructions of AVX-512 are those of a release.
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
cases=20000
if [[ ${1:-} == --cases ]]; then cases=$2; fi
build=$root/build/avx512
tests=$build/tests
work=$(mktemp -d -p /var/tmp)
console=$work/console
trap 'kill ${bochs:+"$bochs"} 2>/dev/null || true; rm -rf -- "$work"' EXIT
cd -- "$work"

fail() {
  printf 'FAILED: %s\n' "$*"
  exit 1
}

build() {
  echo 'building'
  {
    cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS=-DFAIRSHARE_WITHOUT_FMA &&
      cmake --build "$build" --target reference_side_by_side_test reference_settle_test campaign
  } >build.log 2>&1 || fail "the build: $(tail -n 20 build.log)"
}

# Makes a system of the programs, the libraries that they load, and the first process, which runs them and
# ends the machine.
make_system() {
  local program library
  mkdir -p system/bin system/proc system/dev disk/isolinux
  cp /bin/busybox system/bin/
  for program in reference_side_by_side_test reference_settle_test campaign; do
    cp -- "$tests/$program" system/
    ldd "$tests/$program" | grep -o '/[^ ]*' | while read -r library; do
      mkdir -p "system$(dirname -- "$library")"
      cp -L -- "$library" "system$library"
    done
  done
  cat >system/init <<END
#!/bin/busybox sh
busybox() { /bin/busybox "\$@"; }
busybox mount -t proc proc /proc
busybox mount -t devtmpfs dev /dev
exec >/dev/ttyS0 2>&1
export GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-FMA4
run() { echo "== \$*"; "\$@" || echo "FAILED: \$*"; }
busybox grep -q avx512dq /proc/cpuinfo || echo 'FAILED: no AVX-512'
run ./reference_side_by_side_test --gtest_brief=1
run ./reference_settle_test --gtest_brief=1 --gtest_filter=-*Midpoint*
run ./campaign --cases $cases --jobs 1
echo 'the end'
busybox sleep 10  # or the last lines never reach the console
busybox poweroff -f
END
  chmod +x system/init
  (cd system && find . | cpio --quiet -o -H newc) | gzip -1 >disk/system.gz
}

# Makes a disk that starts it. Bochs reports sizes of saved registers that Linux rejects, unless Linux may
# not compact them (noxsaves, clearcpuid).
make_disk() {
  local package
  package=$(apt-cache depends linux-image-cloud-amd64 | awk '/Depends: linux-image/ { print $2; exit }')
  apt-get download "$package" >download.log 2>&1 || fail "cannot fetch ${package:-a Linux}"
  dpkg-deb -x linux-image-*.deb linux
  cp linux/boot/vmlinuz-* disk/vmlinuz
  cp /usr/lib/ISOLINUX/isolinux.bin /usr/lib/syslinux/modules/bios/ldlinux.c32 disk/isolinux/
  cat >disk/isolinux/isolinux.cfg <<'END'
DEFAULT linux
LABEL linux
KERNEL /vmlinuz
APPEND initrd=/system.gz console=ttyS0 quiet mitigations=off tsc=reliable noxsaves clearcpuid=xsavec
END
  xorriso -as mkisofs -quiet -o disk.iso -b isolinux/isolinux.bin -c isolinux/boot.cat -no-emul-boot \
    -boot-load-size 4 -boot-info-table disk 2>xorriso.log || fail 'no disk could be made'
}

# Its debugger first waits for a command; the machine ends by itself. Bochs aborts because of its loudspeaker if
# the computer has no sound card.
start_machine() {
  cat >machine <<END
cpu: model=corei7_skylake_x, ips=50000000
memory: guest=512, host=512
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=cdrom, path=disk.iso, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=$console
plugin_ctrl: speaker=0
display_library: rfb, options="timeout=0"
log: machine.log
panic: action=report
error: action=ignore
info: action=ignore
END
  touch -- "$console"
  mkfifo commands
  exec 8<>commands
  echo c >&8
  bochs -q -f machine <&8 >bochs.log 2>&1 &
  bochs=$!
}

build
make_system
make_disk
start_machine
echo 'the machine is starting'
shown=0
while ! grep -q '^the end' "$console"; do
  sleep 2
  kill -0 "$bochs" 2>/dev/null || fail "the machine ended early: $(tail -n 5 bochs.log)"
  ((SECONDS < 7200)) || fail 'two hours were not enough'
  lines=$(wc -l <"$console")
  ((lines == shown)) || tail -n "+$((shown + 1))" "$console" | head -n "$((lines - shown))"
  shown=$lines
done
! grep -q FAILED "$console" || fail 'on AVX-512'
grep -q 'on AVX3, .*: 0 differences' "$console" || fail 'the campaign did not run on AVX3'
echo "the answers on AVX-512 are the same ($SECONDS s)"
