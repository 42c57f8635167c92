import { makeSubmission } from "../../../test/fake-server.ts";
import { runCli } from "../../../test/run-cli.ts";
import { useWorkbench } from "../../../test/workbench.ts";

const REPLY = {
  id: 3,
  submission_id: 42,
  to: "ada@example.org",
  text: "Hello",
  state: "queued",
} as const;
const PREVIEW = {
  from: { name: "Forms", address: null },
  to: "ada@example.org",
  reply_to: "team@example.org",
  subject: "Re: Chairs",
  text: "Hello\u001b[2J",
  quoted: "> name: Ada",
  sending_notice: "Set INTRAY_SMTP_URL.",
};
const template = (id: number, name: string, form_id: number | null) => ({
  id,
  name,
  form_id,
  body: "Hi",
});

const bench = await useWorkbench();
beforeEach(() => {
  bench.server.submissions.push(makeSubmission(42, [["name", "Ada"]]));
  bench.server.answer("POST /submissions/42/replies", REPLY, 201);
  bench.server.answer("POST /submissions/42/replies/preview", PREVIEW);
  bench.server.answer("GET /reply_templates", {
    reply_templates: [template(1, "Welcome", null), template(2, "welcome", 1)],
  });
});

const run = (args: readonly string[], stdin?: string) =>
  runCli(["submissions", "reply", "42", ...args], {
    env: bench.env,
    ...(stdin !== undefined && { stdin }),
  });
const sent = () => {
  const last = bench.server.seen.at(-1);
  return [last?.url, JSON.parse(last?.body ?? "null")];
};

it("sends a text, and prints id, state and address", async () => {
  expect(await run(["--body", "Hello", "--subject", "Re: you"])).toEqual({
    code: 0,
    stderr: "",
    stdout: "3\tqueued\tada@example.org\n",
  });
  expect(sent()).toEqual(["/api/v1/submissions/42/replies", { text: "Hello", subject: "Re: you" }]);
});

it("reads the text from standard input, and prints the record for --json", async () => {
  const ended = await run(["--file", "-", "--json"], "Dear Ada\n");

  expect([JSON.parse(ended.stdout), sent()[1]]).toEqual([REPLY, { text: "Dear Ada\n" }]);
});

it("prefers the template of the form", async () => {
  expect((await run(["--template", "WELCOME"])).stdout).toMatch(/\tada@example\.org\n$/);
  expect(sent()[1]).toEqual({ template_id: 2 });

  expect(await run(["--template", "Goodbye"])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('There is no reply template "Goodbye"') as string,
  });
});

it("shows the mail without sending it, harmless on a terminal", async () => {
  const ended = await run(["--body", "Hello", "--dry-run"]);

  expect(ended.code).toBe(0);
  expect(ended.stdout).toMatch(/^To: ada@example\.org\nReply-To: .*\nSubject: Re: Chairs\n\nHello/);
  expect(ended.stdout).not.toContain("\u001b");
  expect(ended.stderr).toContain("Set INTRAY_SMTP_URL.");
  expect(sent()[0]).toBe("/api/v1/submissions/42/replies/preview");
});

it("needs one text", async () => {
  expect((await run([])).code).toBe(2);
  expect((await run(["--body", "a", "--template", "b"])).code).toBe(2);
});
