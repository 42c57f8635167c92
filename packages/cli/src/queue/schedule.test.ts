import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { useFolder } from "../../test/workbench.ts";
import { crontabLine, systemdUnits, type Job } from "./schedule.ts";

const HOSTILE = ["", "a b", "50%", "%%d", "\\%", "it's", '"', "$HOME", "`id`", ";", "é\u0001", "*"];
const base = await useFolder();
const folder = join(base, "a '50%' \\ b");
beforeEach(() => mkdirSync(folder));
const code =
  "console.log(JSON.stringify([process.cwd(), process.env.TEXT, process.argv.slice(1)]))";
const job: Job = {
  name: "intray-queue",
  folder,
  words: [process.execPath, "-e", code, "--", ...HOSTILE],
  variables: { TEXT: "it's 50% \\ $HOME" },
  everyMinutes: 5,
};

it("writes a line of a crontab from which a shell takes the words as they were", () => {
  const line = crontabLine(job);

  const [, command = ""] = /^\*\/5 \* \* \* \* (.*)$/.exec(line) ?? [];
  // What cron gives a meaning of its own.
  expect(command).not.toMatch(/%|\\[%\\]/);
  const printed = execFileSync("/bin/sh", ["-c", command], { encoding: "utf8" });
  expect(JSON.parse(printed)).toEqual([folder, job.variables["TEXT"], HOSTILE]);
  expect(crontabLine({ ...job, everyMinutes: 60 })).toMatch(/^0 \* \* \* \* /);
});

it("refuses what a crontab or a unit cannot say", () => {
  expect(() => crontabLine({ ...job, words: ["a\nb"] })).toThrow("line break");
  for (const bad of ["/a\n[Service]", "/a ", "/a\\"]) {
    expect(() => systemdUnits({ ...job, folder: bad })).toThrow("cannot name the current folder");
  }
});

it("quotes the words of a unit, and starts it by a timer or keeps it running", () => {
  const units = systemdUnits({ ...job, words: ["/bin/handle", ...HOSTILE, "a\nb"] });
  const watching = systemdUnits({ ...job, everyMinutes: undefined });

  expect(units["intray-queue.service"]).toContain(
    String.raw`ExecStart=/bin/handle "" "a b" "50%%" "%%%%d" "\\%%" "it's" "\"" "$$HOME" "${"`id`"}" ";" "é\u0001" "*" "a\u000ab"`,
  );
  expect(units["intray-queue.service"]).toContain(
    String.raw`Environment="TEXT=it's 50%% \\ $HOME"`,
  );
  expect(units["intray-queue.timer"]).toContain("OnCalendar=*:0/5\n");
  expect(Object.keys(watching)).toEqual(["intray-queue.service"]);
  expect(watching["intray-queue.service"]).toContain("Restart=always\n");
});

const ANALYZE = "systemd-analyze";
const hasSystemd = spawnSync(ANALYZE, ["--version"]).status === 0;

it.runIf(hasSystemd).each([1, 15, 60, undefined])(
  "writes units that systemd accepts, each %s minutes",
  async (everyMinutes) => {
    const units = systemdUnits({ ...job, everyMinutes });
    const paths = Object.entries(units).map(([name, text]) => {
      writeFileSync(join(base, name), text);
      return join(base, name);
    });

    const { stderr, status } = spawnSync(ANALYZE, ["verify", "--man=no", ...paths], {
      encoding: "utf8",
    });

    const ours = stderr.split("\n").filter((line) => line.includes("intray-queue"));
    expect([status, ours]).toEqual([0, []]);
  },
);
