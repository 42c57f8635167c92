import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { SETTINGS } from "./settings.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const rows = [...readme.matchAll(/^\| `(INTRAY_\w+)` +\| (.+?) +\| .+ \|$/gm)].map(
  ([, name = "", fallback = ""]) => ({ name, fallback }),
);

describe("the table of settings in the README", () => {
  it("lists every setting once, and no other name", () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(SETTINGS.shape).toSorted());
  });

  it("lists the actual defaults", () => {
    const { config } = readConfig({});
    const literal = rows.filter(({ fallback }) => fallback.startsWith("`"));

    for (const { name, fallback } of literal) {
      const read = readConfig({ [name]: fallback.replaceAll("`", "") }).config;

      expect({ name, config: read }).toEqual({ name, config });
    }
    expect(literal.length).toBeGreaterThan(10);
  });
});
