import { parseCommandLine } from "./commands.ts";

describe("the command line", () => {
  it.each([
    [[], false],
    [["serve"], false],
    [["--dry-run"], true],
    [["serve", "--dry-run"], true],
  ])("starts the server for %j", (args, isDry) => {
    expect(parseCommandLine(args)).toEqual({ kind: "serve", isDry });
  });

  it("lists the commands", () => {
    const text = /^ {2}backup +copies the database/m;
    expect(parseCommandLine(["--help"])).toMatchObject({ text });
  });

  it.each([[["backup", "--help"]], [["help", "backup"]]])("describes a command for %j", (args) => {
    const text = /^intray-server backup <file>.*--with-files/s;
    expect(parseCommandLine(args)).toMatchObject({ kind: "text", text });
  });

  it("accepts arguments and options in any order", () => {
    const first = parseCommandLine(["backup", "--with-files", "folder"]);

    expect(first).toMatchObject({
      kind: "command",
      input: { args: ["folder"], options: { "with-files": true } },
    });
    expect(parseCommandLine(["backup", "folder", "--with-files"])).toEqual(first);
  });

  it.each<[readonly string[], RegExp]>([
    [["bakup"], /no command bakup\. Did you mean backup\?/],
    [["sreve"], /Did you mean serve\?/],
    [["dance-with-me"], /no command dance-with-me\.$/],
    [["help", "dance"], /no command dance\b/],
    [["--port"], /no option --port/],
    [["serve", "--port", "1"], /serve takes no arguments/],
    [["verify", "--deep"], /Unknown option '--deep'/],
    [["create-key", "--name"], /--name/],
    [["verify", "all"], /Usage: intray-server verify/],
    [["backup"], /Usage: intray-server backup <file>/],
  ])("rejects %j with a message", (args, message) => {
    expect(() => parseCommandLine(args)).toThrow(message);
  });
});
