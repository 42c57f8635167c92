import {
  hasFlag,
  splitAtDoubleDash,
  withoutReplacedFlags,
  moveLeadingFlags,
  expandAliases,
} from "./raw-arguments.ts";

it("splitAtDoubleDash keeps the order of a command's words, including repeated words and further double dashes", () => {
  expect(splitAtDoubleDash(["--form", "3", "--", "sh", "--json", "sh", "--", "x"])).toEqual({
    own: ["--form", "3"],
    commandWords: ["sh", "--json", "sh", "--", "x"],
  });
});

it("hasFlag ignores the flags of a command to run", () => {
  expect(hasFlag(["--", "handler", "--json"], "--json")).toBe(false);
  expect(hasFlag(["--json", "--", "handler"], "--json")).toBe(true);
});

const flags = {
  form: { type: "option", char: "f" },
  set: { type: "option", multiple: true },
  all: { type: "boolean", char: "a" },
};

it.each([
  ["--form 1 7 --form 2", "7 --form 2"],
  ["--form=1 -f 2 --form=3 --all", "--form=3 --all"],
  ["-f1 --all --all -f2", "--all --all -f2"],
  ["--set a --set b -a", "--set a --set b -a"],
  ["--form --form 2", "--form --form 2"],
  ["--form 1 -- --form 2", "--form 1 -- --form 2"],
  ["--nope 1 --nope 2", "--nope 1 --nope 2"],
  ["--form 1 --form", "--form"],
])("withoutReplacedFlags turns %s into %s", (given, kept) => {
  expect(withoutReplacedFlags(given.split(" "), flags).join(" ")).toBe(kept);
});

describe("moveLeadingFlags", () => {
  it.each([
    ["forms list", "forms list"],
    ["--json forms list", "forms list --json"],
    ["-q --profile work forms get 3 --json", "forms get 3 -q --profile work --json"],
    [
      "--base-url=http://a forms list --base-url http://b",
      "forms list --base-url=http://a --base-url http://b",
    ],
    ["--timeout 5s queue run -- ./handle --json", "queue run --timeout 5s -- ./handle --json"],
    ["--json", "--json"],
    ["--json --help", "--json --help"],
    ["--limit 3 forms list", "--limit 3 forms list"],
    ["--json=x forms list", "--json=x forms list"],
    ["--profile", "--profile"],
  ])("%s becomes %s", (typed, moved) => {
    expect(moveLeadingFlags(typed.split(" ")).join(" ")).toBe(moved);
  });
});

describe("expandAliases", () => {
  it.each([
    ["subs ls --filter new", "submissions list --filter new"],
    ["subs", "submissions"],
    ["forms view 3", "forms get 3"],
    ["forms show 3", "forms get 3"],
    ["subs ls --watch --filter new", "submissions tail --filter new"],
    ["keys list --watch", "keys list --watch"],
    ["keys rm 3 --yes", "keys revoke 3 --yes"],
    ["webhooks rm 3", "webhooks delete 3"],
    ["queue view 3", "queue list 3"],
    ["login --profile work", "auth login --profile work"],
    ["listen --forward 3000", "webhooks listen --forward 3000"],
    ["help subs ls", "help submissions list"],
    ["api ls", "api ls"],
    ["submissions list rm", "submissions list rm"],
    ["--version", "--version"],
    ["constructor toString", "constructor toString"],
  ])("%s is %s", (given, expanded) => {
    expect(expandAliases(given.split(" "))).toEqual(expanded.split(" "));
  });

  it("leaves an empty command line empty", () => {
    expect(expandAliases([])).toEqual([]);
  });
});
