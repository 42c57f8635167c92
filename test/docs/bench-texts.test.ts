// The texts that the bench of the spam classifier reads, as docs/use/spam.md describes them.
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { textsIn } from "../../bench/spam/texts.ts";
import { openFolder } from "../harness/folder.ts";
import { useShared } from "../harness/use.ts";

const folder = useShared(openFolder);

const write = (name: string, text: string) => writeFileSync(folder.at(name), text);
const shown = (path: string) =>
  textsIn(path).texts.map(({ fields, spam, source }) => [fields[0]?.[1], spam, source]);

it("are the comments of the YouTube Spam Collection, each once, in a folder of its CSV files", () => {
  write(
    "Youtube02-KatyPerry.csv",
    "COMMENT_ID,AUTHOR,DATE,CONTENT,CLASS\r\nid,Eve,2014-01-01,Same text,0\r\nid,Eve,,Last one\uFEFF,0\r\n",
  );
  write(
    "Youtube01-Psy.csv",
    `COMMENT_ID,AUTHOR,DATE,CONTENT,CLASS
id,"Doe, Jane",2013-11-07T06:20:48,"Look, ""this"" is
my channel",1
id,Ada,,it is 5" wide,0
id,Ada,,Same text,1
`,
  );
  write("readme.txt", "Not a comment");

  expect(shown(folder.path)).toEqual([
    ['Look, "this" is\nmy channel', true, "Psy"],
    ['it is 5" wide', false, "Psy"],
    ["Same text", true, "Psy"],
    ["Last one", false, "KatyPerry"],
  ]);
});

it("are the lines of a file of JSON", () => {
  write(
    "texts.jsonl",
    `{"text":"Buy","spam":true,"source":"shop"}\n{"text":"Hi","spam":false,"source":"home"}\n`,
  );

  expect(shown(folder.at("texts.jsonl"))).toEqual([
    ["Buy", true, "shop"],
    ["Hi", false, "home"],
  ]);
});

it("are refused if the folder has none", () => {
  expect(() => textsIn(tmpdir())).toThrow("no file such as Youtube01-Psy.csv");
});
