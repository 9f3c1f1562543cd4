"""Makes the disk of the virtual machine: Debian, systemd, what judging needs, and one unit of its own.

The disk is kept in a folder and made again when anything it is made of has changed.
"""

import hashlib
import pathlib
import shutil

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = HERE.parents[1] / "cmake" / "debian-packages.txt"
SECTION = "vm-guest"
MIRROR = "http://deb.debian.org/debian"
DISK_SIZE = "8G"

# What nobody reads in there; it is half of the files.
LEFT_OUT = ("/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*", "/usr/share/info/*")

# Runs in the new system. The unit starts what the second disk says, in the state in which a
# service of the machine would be, and ends the machine after it.
CUSTOMIZE = r"""
set -eu
cd "$1"
echo arbiter-vm >etc/hostname
printf '127.0.0.1 localhost arbiter-vm\n' >etc/hosts
echo '/dev/vda / ext4 rw 0 1' >etc/fstab
chroot . useradd -m -s /bin/bash plain
chroot . passwd -d plain >/dev/null
grep -q '^plain:' etc/subuid || echo plain:100000:65536 >>etc/subuid
grep -q '^plain:' etc/subgid || echo plain:100000:65536 >>etc/subgid
mkdir job
cat >etc/systemd/system/arbiter-vm.service <<'UNIT'
[Unit]
Wants=dbus.service systemd-logind.service
After=dbus.service systemd-logind.service systemd-user-sessions.service
[Service]
Type=exec
ExecStartPre=mount /dev/vdb /job
ExecStart=/job/start
ExecStopPost=systemctl poweroff --force --force
OOMPolicy=continue
TimeoutStopSec=20
[Install]
WantedBy=multi-user.target
UNIT
chroot . systemctl -q enable arbiter-vm.service
chroot . systemctl -q mask serial-getty@ttyS0.service serial-getty@ttyS1.service getty@tty1.service \
  apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service \
  fstrim.timer podman-auto-update.timer podman-auto-update.service podman-restart.service
"""


def packages():
    """The names in the guest's section of the list of packages."""
    names, inside = [], False
    for line in PACKAGES.read_text().splitlines():
        if line.startswith("["):
            inside = line == f"[{SECTION}]"
        elif inside and line and not line.startswith("#"):
            names.append(line)
    return names


def release():
    """The code name of this Debian; None when this is another system."""
    facts = {}
    for line in pathlib.Path("/etc/os-release").read_text().splitlines():
        key, _, value = line.partition("=")
        facts[key] = value.strip('"')
    return facts.get("VERSION_CODENAME") if facts.get("ID") == "debian" else None


def key():
    """Changes with everything that the disk is made of."""
    parts = [release() or "", MIRROR, DISK_SIZE, CUSTOMIZE, *LEFT_OUT, *packages()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def make_disk(folder, run):
    """Fills `folder` with disk.ext4, vmlinuz and initrd. `run` starts a command and waits for it."""
    # A normal user's mmdebstrap writes as another id of theirs.
    folder.chmod(0o777)
    customize = folder / "customize"
    customize.write_text("#!/bin/sh\n" + CUSTOMIZE + f"""
cp boot/vmlinuz-* {folder}/vmlinuz
cp boot/initrd.img-* {folder}/initrd
rm -rf boot/* var/cache/apt/* var/lib/apt/lists/*
# Without what mmdebstrap has mounted in it.
mkdir {folder}/bare
mount --bind . {folder}/bare
truncate -s {DISK_SIZE} {folder}/disk.ext4
mke2fs -q -t ext4 -d {folder}/bare {folder}/disk.ext4
umount {folder}/bare
rmdir {folder}/bare
""")
    customize.chmod(0o755)
    run(["env", f"TMPDIR={folder}", "mmdebstrap", "--quiet", "--variant=apt", "--format=null",
         "--include=" + ",".join(packages()), "--aptopt=Apt::Install-Recommends \"false\"",
         *(f"--dpkgopt=path-exclude={pattern}" for pattern in LEFT_OUT),
         f"--customize-hook={customize}", release(), "-", MIRROR])
    customize.unlink()
    folder.chmod(0o755)


def ready(folder, run, say):
    """Makes the disk in `folder` unless it is there already."""
    stamp = folder / "made-of"
    if stamp.is_file() and stamp.read_text() == key():
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    say("making the disk of the virtual machine, which takes some minutes")
    make_disk(folder, run)
    stamp.write_text(key())
