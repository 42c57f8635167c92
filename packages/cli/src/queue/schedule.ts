/** Writes a command as a line of a crontab and as units of systemd. */
import { usageFailure } from "../errors/failure.ts";

export interface Job {
  /** Also of the files. */
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  /** The program, absolute, and its arguments. */
  readonly words: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** A divisor of 60, or 60; `undefined` if it keeps running. */
  readonly everyMinutes: number | undefined;
}

/** @throws Failure 2 if a word has a line break, which a crontab cannot have. */
export function crontabLine({ folder, words, variables, everyMinutes }: Job): string {
  const minutes = everyMinutes === 60 ? "0" : `*/${everyMinutes}`;
  const assignments = Object.entries(variables).map(([name, value]) => `${name}=${shell(value)}`);
  const command = [...assignments, ...words.map(shell)].join(" ");
  return `${minutes} * * * * cd ${shell(folder)} && ${command}`;
}

function shell(word: string): string {
  if (/[\n\r\0]/.test(word)) {
    throw usageFailure(
      "A crontab cannot have a word with a line break.",
      "Put the command into a script, or use --systemd.",
    );
  }
  if (/^[\w@+=:,./-]+$/.test(word)) return word;
  // Crons differ in what \% and \\ mean, so neither is written.
  const inner = word
    .replaceAll("'", `'"'"'`)
    .replaceAll(/[%\\]/g, (letter) => `'"$(printf '\\${letter === "%" ? "045" : "134"}')"'`);
  return `'${inner}'`;
}

/** The files by their names. @throws Failure 2 for a folder that a unit cannot name. */
export function systemdUnits(job: Job): Readonly<Record<string, string>> {
  const { name, folder, words, variables, everyMinutes } = job;
  if (/[\n\r]|[\s\\]$/.test(folder)) {
    throw usageFailure(
      "A unit of systemd cannot name the current folder, which has a line break or ends in a space or backslash.",
      "Run this command in another folder.",
    );
  }
  const service = [
    "[Unit]",
    "Description=Intray queue",
    "",
    "[Service]",
    ...(everyMinutes === undefined ? ["Restart=always", "RestartSec=10"] : ["Type=oneshot"]),
    `WorkingDirectory=${folder.replaceAll("%", "%%")}`,
    ...Object.entries(variables).map(([key, value]) => `Environment=${quote(`${key}=${value}`)}`),
    `ExecStart=${words.map((word) => quote(word).replaceAll("$", "$$$$")).join(" ")}`,
  ];
  const install = (target: string) => ["", "[Install]", `WantedBy=${target}`];
  const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
  if (everyMinutes === undefined)
    return { [`${name}.service`]: text([...service, ...install("default.target")]) };
  const calendar = everyMinutes === 60 ? "*:00" : `*:0/${everyMinutes}`;
  const timer = ["[Timer]", `OnCalendar=${calendar}`, "Persistent=true"];
  return {
    [`${name}.service`]: text(service),
    [`${name}.timer`]: text([...timer, ...install("timers.target")]),
  };
}

/** Quotes a word by the rules of systemd.syntax(7). */
function quote(word: string): string {
  if (/^[\w@+=:,./-]+$/.test(word)) return word;
  const inner = word
    .replaceAll(/["\\]/g, "\\$&")
    .replaceAll("%", "%%")
    .replaceAll(
      /\p{Cc}/gu,
      (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  return `"${inner}"`;
}
