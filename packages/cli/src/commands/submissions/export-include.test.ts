/** Exports with notes and replies, in each format. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Note, Reply, Submission } from "@intray/sdk";
import { makeSubmission } from "../../../test/fake-server.ts";
import { runCli } from "../../../test/run-cli.ts";
import { useExportBench } from "../../../test/export-bench.ts";
import { failed } from "../../../test/workbench.ts";

const AT = "2026-01-02T03:04:05.000Z";
const HOSTILE = `=1+1\t"\r\n,'; DROP TABLE note; --`;

const note = (id: number, text: string, author = "ada@example.org"): Note => ({
  id,
  submission_id: 1,
  text,
  author,
  author_kind: "user",
  is_own: false,
  created_at: AT,
  updated_at: AT,
});
const reply: Reply = {
  id: 9,
  submission_id: 1,
  to: "bob@example.org",
  reply_to: "team@example.org",
  subject: "Re: Contact",
  text: "Dear Bob",
  author: "Robot",
  author_kind: "key",
  state: "failed",
  reason: "smtp_550",
  answer: "No such mailbox",
  message_id: "a@b",
  delivery_id: 5,
  created_at: AT,
  finished_at: AT,
};
const asked: Submission = {
  ...makeSubmission(1, [["_notes", "of the sender"]]),
  notes: [note(3, HOSTILE, "=cmd()"), note(4, "Called.")],
  replies: [reply],
};
const CELLS = {
  notes: `=cmd(), ${AT}:\n${HOSTILE}\n\nada@example.org, ${AT}:\nCalled.`,
  replies: `Robot, ${AT}, failed:\nDear Bob`,
};

const bench = await useExportBench();
beforeEach(() => {
  bench.server.submissions.push(asked, { ...makeSubmission(2, []), notes: [], replies: [] });
});

const run = (...args: string[]) => runCli(["submissions", ...args], { env: bench.env });
const exported = async (file: string, ...args: string[]) => {
  const ended = await bench.export(file, "--include", "replies, notes", ...args);
  expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining("Exported 2") as string });
  expect(bench.server.seen.at(-1)?.url).toContain("include=notes%2Creplies");
  return bench.read(file);
};

it("writes the records of the API as ndjson and JSON", async () => {
  const ndjson = await exported("a.ndjson");
  const json = JSON.parse(await exported("a.json")) as { submissions: unknown[] };
  const picked = await exported("b.ndjson", "--columns", "id,notes");

  const [line = ""] = ndjson.split("\n");
  expect([JSON.parse(line), json.submissions[0]]).toEqual([asked, asked]);
  expect(JSON.parse(picked.split("\n")[0] ?? "")).toEqual({ id: 1, notes: asked.notes });
});

it("writes a column for each as CSV and TSV, safe from formulas, apart from form fields", async () => {
  const csv = await exported("a.csv");
  const tsv = await exported("a.tsv", "--columns", "_notes,_replies,__notes");

  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  expect(csv).toMatch(/,_tags,_notes,_replies,_imported_from,_submitted_at,__notes\r\n/);
  expect(csv).toContain(
    `,${quoted(`'${CELLS.notes}`)},${quoted(CELLS.replies)},,,of the sender\r\n`,
  );
  const escaped = (text: string) =>
    text.replaceAll("\t", "\\t").replaceAll("\r", "\\r").replaceAll("\n", "\\n");
  expect(tsv).toBe(
    `_notes\t_replies\t__notes\n${escaped(`'${CELLS.notes}`)}\t${escaped(CELLS.replies)}\tof the sender\n\t\t\n`,
  );
});

it("fills the tables note and reply of SQLite", async () => {
  await exported("a.db");
  await exported("a.db", "--incremental", "--since", "2025-01-01");

  using database = new DatabaseSync(join(bench.folder, "a.db"), { readOnly: true });
  const rows = (sql: string) => database.prepare(sql).all();
  expect(rows("SELECT id, submission_id, author, text FROM note ORDER BY id")).toEqual([
    { id: 3, submission_id: 1, author: "=cmd()", text: HOSTILE },
    { id: 4, submission_id: 1, author: "ada@example.org", text: "Called." },
  ]);
  const { to: to_address, answer: _answer, delivery_id: _delivery, ...stored } = reply;
  expect(rows("SELECT * FROM reply")).toEqual([{ ...stored, to_address }]);
});

it("fails if the server ignores it, and keeps the file of an earlier export", async () => {
  await exported("a.ndjson");
  const before = await bench.read("a.ndjson");
  const { notes: _notes, ...older } = asked;
  bench.server.submissions.splice(0, 1, older);

  const ended = await bench.export("a.ndjson", "--include", "notes");

  expect(ended).toMatchObject({ code: 78, stdout: "", stderr: /does not include notes/ });
  expect(await bench.read("a.ndjson")).toBe(before);
});

it("is asked for by lists and single submissions too", async () => {
  const list = await run("list", "--include", "notes", "--format", "ndjson");
  const one = await run("get", "1", "--include", "notes,replies");

  expect(JSON.parse(list.stdout.split("\n")[1] ?? "")).toEqual(asked);
  expect(one.stdout).toContain("reply (failed)");
  expect(bench.server.seen.map(({ url }) => url).join()).toMatch(
    /include=notes[&,].*\/submissions\/1\?include=notes%2Creplies/,
  );
});

it.each([
  [["--include", "notes,secrets"], '--include contains "secrets"'],
  [["--include", ""], '--include contains ""'],
  [["--format", "sqlite", "--columns", "id"], "--columns does not work with --format sqlite"],
  [["--format", "csv", "--columns", "_notes"], "only with --include notes"],
  [["--include", "notes", "--columns", "replies.text"], "only with --include replies"],
])("refuses %j", async (flags, why) => {
  expect(await bench.print(...flags)).toMatchObject(failed(2, why));
  expect(bench.server.seen).toEqual([]);
});
