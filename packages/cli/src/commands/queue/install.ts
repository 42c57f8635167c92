import { join } from "node:path";
import process from "node:process";
import { isSea } from "node:sea";
import * as Flags from "@oclif/core/flags";
import { BaseCommand } from "../../base-command.ts";
import { scheduledVariables } from "../../config/environment.ts";
import { usageFailure } from "../../errors/failure.ts";
import { replaceFile } from "../../config/json-file.ts";
import { durationFlag, yesFlag } from "../../flags/flags.ts";
import { requireCommand } from "../../handler/find-command.ts";
import { runFlags } from "../../queue/run-flags.ts";
import { crontabLine, systemdUnits, type Job } from "../../queue/schedule.ts";

const MINUTE_MS = 60_000;
/** A run ends this long before the next one begins. */
const MARGIN_S = 20;

export default class QueueInstall extends BaseCommand {
  static override summary =
    "Show, or write, what runs the queue: a line of a crontab or units of systemd.";
  static override description = `Takes the flags of queue run, and prints the crontab line or the units. The run starts in the current folder.
Nothing is changed without --write, which writes the units; a crontab is yours to edit.`;
  static override examples = [
    "intray queue install --cron --form 3 -- ./handle",
    "intray queue install --systemd --every 10m -- ./handle",
  ];
  static override usage = "queue install --cron|--systemd [FLAGS] -- CMD [ARGS...]";
  static override acceptsCommand = true;
  static override flags = {
    cron: Flags.boolean({
      exactlyOne: ["cron", "systemd"],
      description: "Print a line for crontab -e.",
    }),
    systemd: Flags.boolean({
      description: "Print a service and its timer; with --watch only a service.",
    }),
    every: durationFlag({ description: "Time between two runs: 1m to 1h (default: 5m)." }),
    write: Flags.boolean({ dependsOn: ["systemd"], description: "Write the units of systemd." }),
    yes: yesFlag,
    ...runFlags,
  };

  override async run() {
    const job = await this.#job();
    const { flags } = await this.parse(QueueInstall);
    if (flags.cron) {
      const line = crontabLine(job);
      if (!this.jsonEnabled()) await this.out.line(line);
      this.out.note("Add this line by crontab -e.");
      return { crontab: line };
    }
    const isRoot = process.getuid?.() === 0;
    const folder = isRoot
      ? "/etc/systemd/system"
      : join(this.environment.configFolder, "../systemd/user");
    const files = Object.entries(systemdUnits(job)).map(([name, content]) => ({
      path: join(folder, name),
      content,
    }));
    const systemctl = isRoot ? "systemctl" : "systemctl --user";
    const unit = files.at(-1)?.path.slice(folder.length + 1);
    const enable = `${systemctl} daemon-reload && ${systemctl} enable --now ${unit}`;
    if (!this.jsonEnabled()) {
      await this.out.line(
        files
          .map(({ path, content }) => `# ${path}\n${content}`)
          .join("\n")
          .trimEnd(),
      );
    }
    if (flags.write) {
      await this.confirm(`Write ${files.map(({ path }) => path).join(" and ")}?`, flags.yes);
      for (const { path, content } of files)
        await replaceFile(path, content, { mode: 0o644, hint: "Make its folder writable." });
    }
    this.out.note(
      flags.write
        ? `Written. Start it with: ${enable}`
        : "Nothing was written: add --write for that.",
    );
    return { files, written: "write" in flags };
  }

  async #job(): Promise<Job> {
    const { flags, raw } = await this.parse(QueueInstall);
    const [command, ...args] = this.commandWords;
    if (command === undefined || command === "") {
      throw usageFailure(
        "There is no handler: put a command after --.",
        "For example: intray queue install --cron -- ./handle",
      );
    }
    const handler = await requireCommand(command, this.environment.path);
    if ((await this.connection()).keySource === "INTRAY_API_KEY") {
      this.out.warn(
        "The API key is only in INTRAY_API_KEY, which cron and systemd do not have. Store it with intray auth login, or write it into a file and set INTRAY_API_KEY_FILE.",
      );
    }
    const everyMinutes = flags.watch ? undefined : (flags.every ?? 5 * MINUTE_MS) / MINUTE_MS;
    if (everyMinutes !== undefined && 60 % everyMinutes !== 0) {
      throw usageFailure(
        "--every must divide an hour into whole minutes.",
        "For example 5m, 15m or 1h.",
      );
    }
    if (flags.watch && flags.cron) {
      throw usageFailure(
        "cron does not keep --watch running.",
        "Use --systemd, or leave --watch out.",
      );
    }
    const own = new Set(["cron", "systemd", "every", "write", "yes", "json"]);
    const values = new Map<string, unknown>(Object.entries(flags));
    const given = raw.flatMap((token) => {
      if (token.type !== "flag" || own.has(token.flag)) return [];
      const value = values.get(token.flag);
      if (typeof value !== "boolean") return [`--${token.flag}=${token.input}`];
      return [value ? `--${token.flag}` : `--no-${token.flag}`];
    });
    const has = (name: string) => raw.some((token) => token.type === "flag" && token.flag === name);
    const defaults =
      everyMinutes === undefined
        ? []
        : [
            ...(has("max-time") ? [] : [`--max-time=${everyMinutes * 60 - MARGIN_S}s`]),
            ...(has("if-locked") ? [] : ["--if-locked=skip"]),
            ...(has("quiet") ? [] : ["--quiet"]),
          ];
    // A single executable is the program by itself.
    const program = isSea() ? [] : [join(this.config.root, "bin", "run.js")];
    const parts = [flags.consumer, flags.form].filter(
      (part) => part !== "default" && part !== undefined,
    );
    return {
      name: ["intray-queue", ...parts].join("-").replaceAll(/[^\w.-]+/g, "-"),
      folder: process.cwd(),
      words: [
        process.execPath,
        ...program,
        "queue",
        "run",
        ...given,
        ...defaults,
        "--",
        handler,
        ...args,
      ],
      variables: scheduledVariables(),
      everyMinutes,
    };
  }
}
