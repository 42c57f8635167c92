/** Tells a process from a later one with the same id, by when it started. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Fields of /proc/<pid>/stat behind the command's name, counted from 0: proc_pid_stat(5). */
const STATE = 0;
const START_TIME = 19;
/** Dead, though still in the table. */
const GONE = /^[ZX]/;

/** It stays the same for as long as we run. */
let boot: string | undefined;

/**
 * When the process started, in the system's words; `undefined` when it is not running.
 * On Linux the boot is part of it, as start times are counted from there.
 */
export function processStart(pid: number): string | undefined {
  try {
    return process.platform === "linux" ? linuxStart(pid) : psStart(pid);
  } catch {
    return undefined; // no such process, or nothing that could tell
  }
}

function linuxStart(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name may hold spaces and brackets, so count from its end.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (GONE.test(fields[STATE] ?? "X")) return undefined;
  boot ??= readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  return `${boot} ${fields[START_TIME]}`;
}

function psStart(pid: number): string | undefined {
  const started = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], {
    encoding: "utf8",
    env: { LC_ALL: "C", TZ: "UTC", PATH: "/bin:/usr/bin" },
  });
  return started.trim() || undefined;
}
