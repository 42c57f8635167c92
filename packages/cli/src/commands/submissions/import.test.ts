import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Form } from "@intray/sdk";
import { useRealServer } from "../../../test/real-server.ts";
import { runningCli } from "../../../test/running-cli.ts";
import { failed } from "../../../test/workbench.ts";

const ROWS = 5_000;
const { folder, env, server, client, run, json } = await useRealServer();

const fileOf = async (name: string, text: string) => {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
};
const newForm = async () => String((await client.forms.create({ name: "Moved" })).id);
const countOf = async (form: string, query = "") => {
  const path = `/submissions?form_id=${form}${query}`;
  return (await server.api<{ meta: { count: number } }>("GET", path)).meta.count;
};

it("continues after it was killed, and imports nothing twice", async () => {
  const rows = Array.from({ length: ROWS }, (_, n) => `${n},row ${n},2024-01-02 03:04`);
  const file = await fileOf("many.csv", `id,message,at\n${rows.join("\n")}\n`);
  const form = await newForm();
  const args = ["submissions", "import", file, "--form", form, "--time", "at"];

  await using killed = runningCli(args, { env });
  await expect.poll(() => countOf(form), { interval: 5 }).toBeGreaterThan(0);
  await killed.end("SIGKILL");
  const before = await countOf(form);
  const again = await json<{ imported: number; duplicates: number }>(...args);

  expect(before).toBeLessThan(ROWS);
  // The server may still have stored the request that was cut off.
  expect(again.duplicates).toBeGreaterThanOrEqual(before);
  expect(again).toMatchObject({ imported: ROWS - again.duplicates, rejected: 0 });
  expect(await countOf(form)).toBe(ROWS);
  expect(await countOf(form, "&filter_by=new")).toBe(0);
  const { submissions } = await client.submissions.list({ form_id: form, per_page: 1 });
  expect(submissions[0]).toMatchObject({
    payload_params: { id: String(ROWS - 1), message: `row ${ROWS - 1}` },
    imported: { from: "many.csv", submitted_at: "2024-01-02T03:04:00.000Z" },
  });
});

it("names rows that cannot be imported and exits with 10, also in a dry run, which imports nothing", async () => {
  const file = await fileOf("some.csv", "a,at\n1,2024-01-01\n2,2999-01-01\n3,never\n");
  const form: Form = await client.forms.create({ name: "Some" });
  const args = ["submissions", "import", file, "-f", form.uuid, "--time", "at", "--unread"];

  const dry = await run(...args, "--dry-run");
  const between = await countOf(form.uuid);
  const { code, stderr } = await run(...args);

  expect([dry.code, between, code]).toEqual([10, 0, 10]);
  expect(dry.stderr).toContain("Of 3 rows: 1 would be imported, 0 there already, 2 not possible.");
  expect(stderr).toMatch(/Row 2: .*is in the future[^]*Row 3: "never" is not a known time/);
  expect(await countOf(form.uuid, "&filter_by=new")).toBe(1);
});

it("imports nothing of a file that cannot be read to its end", async () => {
  const file = await fileOf("open.csv", `a\n${"1\n".repeat(500)}"never closed\n`);
  const form = await newForm();

  const ended = await run("submissions", "import", file, "--form", form);

  expect(ended).toMatchObject(failed(65, "a quote that is never closed"));
  expect(await countOf(form)).toBe(0);
});
