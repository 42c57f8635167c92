import { expect, it } from "vitest";
import { expandAliases } from "./aliases.ts";

it.each([
  ["subs ls --filter new", "submissions list --filter new"],
  ["subs", "submissions"],
  ["forms view 3", "forms get 3"],
  ["keys rm 3 --yes", "keys revoke 3 --yes"],
  ["webhooks rm 3", "webhooks delete 3"],
  ["queue view 3", "queue show 3"],
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
