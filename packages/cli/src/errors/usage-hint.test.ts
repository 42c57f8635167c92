import { readFileSync } from "node:fs";
import fc from "fast-check";
import type { Described } from "../completion/command-line.ts";
import { findNearest, suggestCommands } from "./usage-hint.ts";

const MANIFEST = new URL("../../oclif.manifest.json", import.meta.url);
const { commands } = JSON.parse(readFileSync(MANIFEST, "utf8")) as {
  readonly commands: Readonly<Record<string, Described["commands"][number]>>;
};
const ALL = Object.values(commands);
const inAnyOrder = fc.shuffledSubarray(ALL, { minLength: ALL.length });

describe("suggested commands", () => {
  it.each([
    ["list", ["submissions list", "forms list", "alerts list"]],
    ["get 1", ["submissions get", "forms get", "deliveries get"]],
    ["refire", ["deliveries refire", "webhooks refire"]],
    ["lst keys", ["keys list", "submissions list", "forms list"]],
    ["updat webhooks", ["webhooks update", "forms update", "members update"]],
    ["quue rn", ["queue run"]],
  ])("for %s are the same whatever the order of all commands", (words, expected) => {
    fc.assert(
      fc.property(inAnyOrder, (shuffled) => {
        const described = { commands: shuffled, topics: [] };
        expect(suggestCommands(words.split(" "), described)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  it("are of the topic that has the typed verb, if two topics are as close", () => {
    const described = ["notes:list", "votes:cast"].map((id) => ({ id, flags: {}, args: {} }));

    expect(suggestCommands(["rotes", "cast"], { commands: described, topics: [] })).toEqual([
      "votes cast",
    ]);
    expect(suggestCommands(["rotes", "list"], { commands: described, topics: [] })).toEqual([
      "notes list",
    ]);
  });
});

it.each([
  ["xet", ["get", "set"], "get"],
  ["formt", ["form", "format"], "format"],
])("the nearest word to %s is the same whatever the order of %s", (word, words, expected) => {
  expect(findNearest(word, words)).toBe(expected);
  expect(findNearest(word, words.toReversed())).toBe(expected);
});
