/** Distinguishes a process from a later one with the same id by its start time. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Fields of /proc/<pid>/stat after the command's name, counted from 0: proc_pid_stat(5). */
const STATE = 0;
const START_TIME = 19;
/** States of a process that is dead but still in the process table. */
const GONE = /^[ZX]/;

/** The boot id; cached, because it cannot change while this process runs. */
let boot: string | undefined;

/**
 * When the process started, as the system reports it; `undefined` if it is not running.
 * On Linux it includes the boot id, because start times count from the boot.
 */
export function processStart(pid: number): string | undefined {
  try {
    return process.platform === "linux" ? linuxStart(pid) : psStart(pid);
  } catch {
    return undefined; // no such process, or the system does not say
  }
}

function linuxStart(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name may contain spaces and parentheses, so count from its end.
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
