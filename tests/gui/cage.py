#!/usr/bin/env python3
"""Runs a program that can write into one folder and /dev only: cage.py FOLDER PROGRAM [ARGUMENT...]

Random input reaches every file dialog and Save button; Linux's Landlock keeps it from the user's files. Needs no root. Exit
status 77: this kernel has no Landlock."""

import ctypes
import os
import resource
import struct
import sys

SKIP = 77
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # system call numbers, the same on almost every architecture
VERSION, PATH_BENEATH, NO_NEW_PRIVILEGES = 1, 1, 38
WRITE_FILE, REFER, TRUNCATE = 1 << 1, 1 << 13, 1 << 14
MAKE_AND_REMOVE = sum(1 << bit for bit in range(4, 13))
LARGEST_FILE = 512 << 20  # bytes: a huge export, 16384 x 16384, ends in an error before it fills the disk

libc = ctypes.CDLL(None, use_errno=True)


def version():
    """Returns the kernel's Landlock version, 0 or less without Landlock."""
    return libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), VERSION)


def stay_in(folder):
    known = version()
    rights = WRITE_FILE | MAKE_AND_REMOVE | (REFER if known >= 2 else 0) | (TRUNCATE if known >= 3 else 0)
    attributes = struct.pack("=Q", rights)
    rules = libc.syscall(CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    for path, allowed in ((folder, rights), ("/dev", rights & (WRITE_FILE | TRUNCATE))):
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
        if libc.syscall(ADD_RULE, rules, PATH_BENEATH, struct.pack("=Qi", allowed, parent), 0) != 0:
            raise OSError(ctypes.get_errno(), f"Landlock refuses {path}")
    if libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0 or libc.syscall(RESTRICT_SELF, rules, 0) != 0:
        raise OSError(ctypes.get_errno(), "Landlock cannot be turned on")


def main(folder, *command):
    if version() <= 0:
        return SKIP
    stay_in(folder)
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    os.execv(command[0], command)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
