// What importing the client loads.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const script = (entry: string) => `
  import { registerHooks } from "node:module";
  const loaded = [];
  registerHooks({ resolve: (name, context, next) => (loaded.push(name), next(name, context)) });
  await import(${JSON.stringify(entry)});
  console.log(JSON.stringify(loaded));
`;

async function packagesOf(file: string): Promise<string[]> {
  const entry = new URL(file, import.meta.url).href;
  const flags = ["--conditions=@intray/source", "--input-type=module", "-e", script(entry)];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  const loaded = JSON.parse(stdout) as readonly string[];
  expect(loaded.length).toBeGreaterThan(0);
  return loaded.filter((name) => /^(undici|zod|eventsource-parser)/.test(name));
}

it("loads no dependency with the client", async () => {
  expect(await packagesOf("./index.ts")).toEqual([]);
});

it("loads zod, and no HTTP code, with the schemas", async () => {
  const packages = await packagesOf("./schemas.ts");

  expect(packages).toContain("zod");
  expect(packages).not.toContain("undici");
});
