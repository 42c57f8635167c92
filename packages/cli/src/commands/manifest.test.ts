import { readFile } from "node:fs/promises";

interface Described {
  readonly description?: string;
}
interface Manifest {
  readonly commands: Record<
    string,
    Described & {
      readonly summary?: string;
      readonly examples?: string[];
      readonly flags: Record<string, Described>;
      readonly args: Record<string, Described>;
    }
  >;
}

const manifest = JSON.parse(
  await readFile(new URL("../../oclif.manifest.json", import.meta.url), "utf8"),
) as Manifest;

describe.each(Object.entries(manifest.commands))("the command %s", (_, command) => {
  it("has a one-line summary, an example, and a description of every flag and argument", () => {
    const described = [...Object.entries(command.flags), ...Object.entries(command.args)];

    expect(command.summary).toMatch(/^[^\n]{10,100}\.$/);
    expect(command.examples?.length).toBeGreaterThan(0);
    expect(described.filter(([, { description }]) => !description)).toEqual([]);
  });
});
