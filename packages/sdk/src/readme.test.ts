// The table of methods in README.md is made from the client; `npx vitest -u` writes it.
import { readFile } from "node:fs/promises";
import { format, resolveConfig } from "prettier";
import { parse } from "yaml";
import { Intray } from "./index.ts";

const read = (name: string) => readFile(new URL(name, import.meta.url), "utf8");
const README = new URL("../README.md", import.meta.url);

function methodsOf(part: object): string {
  const declared = Object.getOwnPropertyNames(Object.getPrototypeOf(part));
  const names = [...Object.keys(part), ...declared].filter((name) => name !== "constructor");
  const methods = names.filter((name) => typeof Reflect.get(part, name) === "function");
  return methods.map((name) => `\`${name}\``).join(" ");
}

it("lists every method of every part of the client", async () => {
  const { "x-sdk": about } = parse(await read("../../../openapi.yaml")) as {
    readonly "x-sdk": Readonly<Record<string, string>>;
  };
  const rows = Object.entries(new Intray({ apiKey: "k" })).map(
    ([name, part]) => `| \`${name}\` | ${methodsOf(part)} | ${about[name]} |`,
  );
  const table = ["| part | methods | what it is |", "|---|---|---|", ...rows].join("\n");
  const text = (await read("../README.md")).replace(
    /^\| part +\| methods[^]*?\n\n/m,
    `${table}\n\n`,
  );

  const options = await resolveConfig(README);
  const formatted = await format(text, { ...options, parser: "markdown" });

  await expect(formatted).toMatchFileSnapshot("../README.md");
});
