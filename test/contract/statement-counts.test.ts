// No list and no page runs more statements because there are more records: those of a list are loaded by one
// statement for each kind, not for each row. New operations and pages are found by themselves.
import { operations } from "../../packages/sdk/src/generated/operations.gen.ts";
import { dashboardRoutes } from "../../packages/server/src/dashboard/routes.ts";
import { MAX_FORM_CHOICES } from "../../packages/server/src/domain/form.ts";
import { type Clock, systemClock } from "../../packages/server/src/platform/clock.ts";
import { READS } from "../../packages/server/src/store/reads.ts";
import { countStatements } from "../../packages/server/test/counting-store.ts";
import { useDashboard } from "../../packages/server/test/dashboard.ts";

const FEW = 2;
/** Below the most forms of a choice: beyond it, a page asks once for the names of the others that it shows. */
const MANY = MAX_FORM_CHOICES - 10;

/** Of one person. */
const MAX_VIEWS = 50;

/** A test of a webhook reads one submission, and a browser is asked for one of a person's passkeys; no GET does. */
const READ_BY_CHANGES = ["listCredentials", "listSubmissions"];

/** Answers that do not end, files, and pages that sign in or only redirect. */
const WITHOUT_PAGE = /^\/(?:events|assets|link|sign-in|welcome)|\/events$|^\/attachments/;

/** Background jobs do not start, so that only requests run statements. */
const withoutJobs: Clock = {
  ...systemClock,
  after: (ms, run) => (ms < 500 ? systemClock.after(ms, run) : () => undefined),
};

/** Counts all deliveries in slices, for a limited time. */
const WALKS: ReadonlySet<string> = new Set(["page /deliveries/send"]);

const counting = countStatements();

const server = useDashboard({}, withoutJobs, { openStore: counting.openStore });
beforeAll(async () => {
  const fields = [{ name: "message", type: "text" }];
  await server.request("PATCH", "/forms/1", { json: { fields } });
});

/** Adds records of every kind until there are `to`. */
async function addRecords(from: number, to: number): Promise<void> {
  const [form] = (await server.sql("select uuid from form where id = 1")) as { uuid: string }[];
  for (let n = from; n < to; n += 1) {
    const name = `Number ${n}`;
    const { id } = await server.create("/forms", { name });
    await server.request("PATCH", `/forms/${id}`, {
      json: { fields: [{ name, type: "text" }], notification_emails: `n${n}@example.org` },
    });
    for (const form_id of [1, id]) {
      await server.create("/reply_templates", { form_id, name, body: "Hello." });
      const enabled = n === 0;
      const url = "http://127.0.0.1:9/";
      await server.create("/form_webhooks", { form_id, name, url, enabled });
    }
    await server.create("/projects", { name });
    if (n < MAX_VIEWS) await server.ada.submit("/inbox/views", { name });
    await server.create("/api_keys", { kind: "account", name });
    const submission = await server.post(form?.uuid ?? "", { message: name });
    await server.create("/submissions/1/notes", { text: name });
    const changes = { read: n % 2 === 0, tags: [`tag ${n}`] };
    await server.request("PATCH", `/submissions/${submission}`, { json: { submission: changes } });
    await server.sql(
      `insert into alert (account_id, kind, subject_id, detail, since, raised_at, seen_at)
        values (1, 'webhook_failing', ?, ?, 1, 1, 1)`,
      n,
      JSON.stringify({ kind: "webhook_failing", webhook: name, form: name, last_error: null }),
    );
    await server.visitor().signIn();
  }
  const notification_emails = Array.from(
    { length: Math.min(to, 20) },
    (_, n) => `r${n}@example.org`,
  );
  await server.request("PATCH", "/forms/1", {
    json: { notification_emails: notification_emails.join(", ") },
  });
}

/** Replaces each parameter of a path by the id of the first record. */
const withIds = (path: string) => path.replaceAll(/\{\w+\}|:\w+(?:\{[^}]*\})?/g, "1");

const lists = operations
  .filter(({ id, path }) => /^list[A-Z]/.test(id) && path.startsWith("/api/v1/"))
  .map(({ path }) => withIds(path.slice("/api/v1".length)));
const pages = [
  ...new Set(
    dashboardRoutes({} as never)
      .routes.filter(({ method, path }) => method === "GET" && !/[*]/.test(path))
      .map(({ path }) => withIds(path))
      .filter((path) => !WITHOUT_PAGE.test(path)),
  ),
];

async function countAll(): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  const count = async (name: string, ask: () => Promise<unknown>) => {
    counting.statements = 0;
    await ask();
    counts[name] = counting.statements;
  };
  for (const path of lists)
    await count(`API ${path}`, () => server.request("GET", `${path}?per_page=100`));
  for (const path of pages) await count(`page ${path}`, () => server.ada.get(path));
  return counts;
}

it("runs no more statements for many records than for few", async () => {
  await addRecords(0, FEW);
  // The first requests fill caches that do not depend on the number of records.
  await countAll();
  await addRecords(FEW, FEW + 1);
  const few = await countAll();
  await addRecords(FEW + 1, MANY);
  const many = await countAll();

  // Fewer are possible: the overview of a new installation shows more.
  const grown = Object.entries(many).filter(([name, count]) => count > (few[name] ?? 0));
  expect(grown.map(([name]) => name).filter((name) => !WALKS.has(name))).toEqual([]);
  expect(Object.values(few).every((count) => count > 0)).toBe(true);
});

it("has read every list", () => {
  const all = Object.keys(READS).filter((name) => /^list[A-Z]/.test(name));

  expect(all.filter((name) => !counting.reads.has(name))).toEqual(READ_BY_CHANGES);
});
