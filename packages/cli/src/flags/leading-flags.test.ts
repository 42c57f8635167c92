import { expect, it } from "vitest";
import { globalFlags } from "./flags.ts";
import { moveLeadingFlags } from "./leading-flags.ts";

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
  ["--profile", "--profile"],
])("%s becomes %s", (typed, moved) => {
  expect(moveLeadingFlags(typed.split(" ")).join(" ")).toBe(moved);
});

it.each(Object.entries(globalFlags))("knows the global flag --%s", (name, { type }) => {
  const words = type === "boolean" ? [`--${name}`] : [`--${name}`, "value"];

  expect(moveLeadingFlags([...words, "forms", "list"])).toEqual(["forms", "list", ...words]);
});
