import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Config } from "@oclif/core/config";
import { openTerminal } from "../../test/terminal.ts";
import { hasTerminal, runBin } from "../../test/run-cli.ts";
import { EXIT } from "../errors/failure.ts";
import { IntrayHelp, HELP_PAGES, helpPage } from "./help.ts";

const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");

class EachHelp extends IntrayHelp {
  override formatCommand(command: Parameters<IntrayHelp["formatCommand"]>[0]): string {
    return super.formatCommand(command);
  }
}

/** The headings of a help text, in order. */
const headings = (help: string) => help.match(/^[A-Z][A-Z ]+$/gm);

/** Sentences of more than three words; the columns of a list are put on one line first. */
const sentences = (help: string) =>
  help
    .replaceAll(/\s+/g, " ")
    .split(/[.:] /)
    .filter((sentence) => sentence.split(" ").length > 3);

describe("the help of a command", () => {
  it("has examples first, names global flags once, and repeats no sentence", async () => {
    const { stdout } = await runBin(["submissions", "list", "--help"]);

    expect(headings(stdout)).toEqual(["EXAMPLES", "USAGE", "FLAGS", "GLOBAL FLAGS", "DESCRIPTION"]);
    expect(stdout.split("--base-url")).toHaveLength(2);
    expect(stdout).toContain("$ intray submissions list [FLAGS]");
    const said = sentences(stdout);
    expect(said.filter((sentence, at) => said.indexOf(sentence) < at)).toEqual([]);
  });

  it("repeats no sentence and cuts no value, whatever the command", async () => {
    const config = await Config.load(fileURLToPath(new URL("../..", import.meta.url)));
    const help = new EachHelp(config, { maxWidth: 80 });
    const commands = config.commands.filter(({ id, hidden }) => !hidden && id !== "help");

    const repeated = commands.flatMap((command) => {
      const text = help.formatCommand(command);
      const said = sentences(text);
      const own = text.slice(0, text.indexOf("GLOBAL FLAGS"));
      const cut = [...own.matchAll(/<options: ([^>]+)>/g)].flatMap(([, list = ""]) =>
        list.split("|").filter((value) => /\S\s+\S/.test(value)),
      );
      return [...said.filter((sentence, at) => said.indexOf(sentence) < at), ...cut].map(
        (found) => `${command.id}: ${found}`,
      );
    });

    expect(commands.length).toBeGreaterThan(50);
    expect(repeated).toEqual([]);
  });

  it.skipIf(!hasTerminal).each([60, 120])("wraps at the terminal's width: %i", async (columns) => {
    await using terminal = openTerminal(["submissions", "export", "--help"], { columns });
    const { rows } = await terminal.end();

    const text = rows.filter((row) => !row.includes("$ intray"));
    expect(Math.max(...text.map((row) => row.length))).toBeGreaterThan(columns - 15);
    expect(
      terminal.written
        .split("\r\n")
        .filter((row) => !row.includes("$ intray") && row.replaceAll(ESCAPES, "").length > columns),
    ).toEqual([]);
  });
});

// oxlint-disable-next-line no-control-regex -- matches escape sequences on purpose
const ESCAPES = /\u001B\[[\d;]*m/g;

it("intray --help describes each global flag, and names the pages", async () => {
  const { stdout } = await runBin(["--help"]);

  expect(headings(stdout)?.slice(0, 2)).toEqual(["EXAMPLES", "USAGE"]);
  expect(stdout).toMatch(/^ {6}--base-url=URL +Address of the server\./m);
  for (const { name } of HELP_PAGES) expect(stdout).toContain(`intray help ${name}`);
});

describe("intray help", () => {
  it.each(HELP_PAGES.map(({ name }) => name))("%s prints the page", async (name) => {
    const ended = await runBin(["help", name]);

    const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(plain(ended.stdout)).toBe(plain(helpPage(name) ?? "missing"));
  });

  it("exit-codes and the README name every exit code", () => {
    const page = helpPage("exit-codes") ?? "";

    for (const code of Object.values(EXIT)) {
      expect(page).toMatch(new RegExp(`^${code} `, "m"));
      expect(readme).toMatch(new RegExp(`^\\| (\\d+, )?${code}[ ,]`, "m"));
    }
  });

  it("environment names every variable of the README", () => {
    const page = helpPage("environment") ?? "";
    const named = readme.match(/`(?:INTRAY|XDG|HTTP|HTTPS|NO)_[A-Z_]+`/g) ?? [];

    expect(named.length).toBeGreaterThan(5);
    for (const name of named) expect(page).toContain(name.replaceAll("`", ""));
  });

  it("of a command is its help, as -h is; -V is the version", async () => {
    const [page, flag, version] = [
      await runBin(["help", "submissions", "get"]),
      await runBin(["submissions", "get", "-h"]),
      await runBin(["-V"]),
    ];

    expect(page).toEqual(flag);
    expect(version.stdout).toMatch(/^@intray\/cli\//);
    expect(page.stdout).toContain("Show submissions.");
  });
});
