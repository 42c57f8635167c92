import { describe, expect, it } from "vitest";
import { wantedBy } from "./commands.ts";

describe("the command line", () => {
  it.each([[[]], [["serve"]]])("serves for %j", (words) => {
    expect(wantedBy(words)).toEqual({ kind: "serve" });
  });

  it("lists its commands", () => {
    const list = wantedBy(["--help"]);

    for (const name of [
      "create-account",
      "create-key",
      "reset-password",
      "backup",
      "verify",
      "migrate",
    ]) {
      expect(list).toMatchObject({ text: new RegExp(`^ {2}${name} `, "m") });
    }
  });

  it.each([[["backup", "--help"]], [["help", "backup"]]])("tells about one for %j", (words) => {
    expect(wantedBy(words)).toMatchObject({
      kind: "text",
      text: /^intray-server backup <file>.*--with-files/s,
    });
  });

  it("takes words and options in any order", () => {
    const first = wantedBy(["backup", "--with-files", "folder"]);

    expect(first).toMatchObject({
      kind: "command",
      asked: { words: ["folder"], options: { "with-files": true } },
    });
    expect(wantedBy(["backup", "folder", "--with-files"])).toEqual(first);
  });

  it.each<[readonly string[], RegExp]>([
    [["bakup"], /no command bakup\. Did you mean backup\?/],
    [["sreve"], /Did you mean serve\?/],
    [["dance-with-me"], /no command dance-with-me\.$/],
    [["help", "dance"], /no command dance\b/],
    [["--port"], /no option --port/],
    [["serve", "--port", "1"], /serve takes nothing behind it/],
    [["verify", "--deep"], /Unknown option '--deep'/],
    [["create-key", "--name"], /--name/],
    [["verify", "all"], /It is written: intray-server verify/],
    [["backup"], /It is written: intray-server backup <file>/],
  ])("refuses %j with a sentence", (words, message) => {
    expect(() => wantedBy(words)).toThrow(message);
  });
});
