// Requests every URL of a single record, in the API and the dashboard, with the ids of another account: none is
// accessible, and nothing of that account changes.
import { IMPORT } from "./operation-requests.ts";
import { operations } from "../../packages/sdk/src/generated/operations.gen.ts";
import { dashboardRoutes } from "../../packages/server/src/dashboard/routes.ts";
import { OTHER_ACCOUNT_KEY } from "../../packages/server/test/api-server.ts";
import { type Visitor, useDashboard } from "../../packages/server/test/dashboard.ts";

/** The id of account 2's record of each kind. */
const theirs = new Map<string, number | string>([
  ["forms", 2],
  ["projects", 2],
  ["form_webhooks", 1],
  ["webhooks", 1],
]);
const SECRET = "the stranger's own words";

/** Bodies that a change must have to be valid. */
const BODIES: Readonly<Record<string, unknown>> = {
  importSubmissions: IMPORT,
  createNote: { text: "Taken" },
  updateNote: { text: "Taken" },
  createReply: { text: "Taken" },
  previewReply: { text: "Taken" },
  updateReplyTemplate: { name: "Taken" },
  replaceSubmission: { submission: { read: true } },
  updateSubmission: { submission: { read: true } },
  updateForm: { form: { name: "Taken" } },
  replaceForm: { form: { name: "Taken" } },
  updateProject: { project: { name: "Taken" } },
  replaceProject: { project: { name: "Taken" } },
  updateFormWebhook: { form_webhook: { name: "Taken" } },
  replaceFormWebhook: { form_webhook: { name: "Taken" } },
  regenerateSecret: {},
  testFormWebhook: {},
  refireFailedDeliveries: { since: "2020-01-01T00:00:00Z" },
};

let eve: Visitor;
const server = useDashboard();
beforeAll(async () => {
  eve = await server.otherAccount();
  const file = new File([SECRET], "their.txt");
  const submission = await server.post("2", { words: SECRET, file });
  theirs.set("submissions", submission);
  await vi.waitFor(async () => {
    const underWay = await server.sql("select id from delivery where finished_at is null");
    if (underWay.length > 0) throw new Error("A delivery is under way.");
  });
  const id = async (table: string, condition: string) => {
    const [row] = (await server.sql(`select id from ${table} where ${condition}`)) as {
      id: number;
    }[];
    return row?.id ?? 0;
  };
  const note = await server.request("POST", `/submissions/${submission}/notes`, {
    json: { text: SECRET },
    key: OTHER_ACCOUNT_KEY,
  });
  theirs.set("notes", (note.json() as { id: number }).id);
  const template = await server.request("POST", "/reply_templates", {
    json: { name: "Strange", body: SECRET },
    key: OTHER_ACCOUNT_KEY,
  });
  theirs.set("reply_templates", (template.json() as { id: number }).id);
  await server.sql(
    "insert into saved_view (account_id, name, query, created_at) values (2, 'Strange', ?, 1)",
    `?query=${SECRET}`,
  );
  theirs.set("views", await id("saved_view", "account_id = 2"));
  theirs.set("attachments", await id("attachment", `submission_id = ${submission}`));
  theirs.set("deliveries", await id("delivery", `submission_id = ${submission}`));
  theirs.set("webhook_logs", theirs.get("deliveries") ?? 0);
  theirs.set("keys", await id("api_key", "account_id = 2"));
  theirs.set("api_keys", theirs.get("keys") ?? 0);
  theirs.set("sessions", await id("session", "account_id = 2"));
});

/** Everything of account 2 in the database, apart from when it was last used. */
async function snapshot(): Promise<string> {
  const tables = [
    "form",
    "project",
    "webhook",
    "submission",
    "submission_note",
    "submission_reply",
    "reply_template",
    "saved_view",
    "attachment",
    "delivery",
  ];
  const rows = await Promise.all(
    tables.map((table) => server.sql(`select * from "${table}" where account_id = 2 order by id`)),
  );
  const ids = await Promise.all(
    ["api_key", "session"].map((table) =>
      server.sql(`select id from "${table}" where account_id = 2 order by id`),
    ),
  );
  return JSON.stringify([rows, ids]);
}

/**
 * `path` with the stranger's id in place of its parameter; the folder before it says of what.
 *
 * @throws Error for a folder that this test does not know: add it above.
 */
const strange = (path: string): string =>
  path.replace(/\/(\w+)\/(?:\{\w+\}|:\w+)/g, (_, folder: string) => {
    const id = theirs.get(folder);
    if (id === undefined) throw new Error(`What is the stranger's id under ${folder}?`);
    return `/${folder}/${id}`;
  });

it("a key reaches nothing of another account", async () => {
  const named = operations.filter(
    ({ path }) => path.startsWith("/api/v1/") && /\{(?!token)/.test(path),
  );
  const before = await snapshot();
  const reached: string[] = [];
  for (const { id, method, path } of named) {
    const json = BODIES[id];
    const how = json === undefined ? {} : { json };
    const answer = await server.request(method, strange(path).replace("/api/v1", ""), how);
    if (answer.status !== 404 || answer.text.includes(SECRET)) {
      reached.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
    if (method !== "GET") continue;
    const own = await server.request(method, strange(path).replace("/api/v1", ""), {
      key: OTHER_ACCOUNT_KEY,
    });
    // The bytes that were sent are there once something was sent.
    if (own.status !== 200 && !id.endsWith("Body")) reached.push(`${path} is missing`);
  }

  expect(reached).toEqual([]);
  expect(named.length).toBeGreaterThan(25);
  expect(await snapshot()).toBe(before);
});

it("a key lists nothing of another account", async () => {
  const lists = operations.filter(
    // A stream of events does not end.
    ({ method, path }) => method === "GET" && /^\/api\/v1\/(?!events)[^{]*$/.test(path),
  );
  const shown: string[] = [];
  for (const { path } of lists) {
    const { text } = await server.request("GET", path.replace("/api/v1", ""));
    if (text.includes("Strange") || text.includes(SECRET)) shown.push(path);
  }

  expect(shown).toEqual([]);
  expect(lists.length).toBeGreaterThan(8);
});

it("the dashboard shows and changes nothing of another account", async () => {
  const routes = dashboardRoutes({ log: {}, publicUrl: () => "" } as never).routes.filter(
    ({ method, path }) =>
      /^(?:GET|POST)$/.test(method) &&
      /\/:(?!tag|token)/.test(path) &&
      !/[*]|^\/assets\//.test(path),
  );
  const addresses = [...new Set(routes.map(({ method, path }) => `${method} ${strange(path)}`))];
  const before = await snapshot();
  const reached: string[] = [];
  for (const address of addresses) {
    const [method, path = ""] = address.split(" ");
    const answer =
      method === "GET"
        ? await server.ada.get(path)
        : await server.ada.post(path, { name: "Taken", read: "yes" });
    if (![403, 404].includes(answer.status) || answer.text.includes(SECRET)) {
      reached.push(`${address}: ${answer.status} ${answer.words.slice(0, 200)}`);
    }
    const own = method === "GET" ? await eve.get(path) : undefined;
    if (own !== undefined && own.status !== 200) {
      reached.push(`${path} is not there for its owner: ${own.status}`);
    }
  }

  expect(reached).toEqual([]);
  expect(addresses.length).toBeGreaterThan(8);
  expect(await snapshot()).toBe(before);
});

/** The stranger's ids under every name that a form of the dashboard posts one. */
const named = (): Readonly<Record<string, string>> => {
  const id = (folder: string) => String(theirs.get(folder));
  return {
    id: id("submissions"),
    form_id: id("forms"),
    form: id("forms"),
    project_id: id("projects"),
    webhook_id: id("webhooks"),
    destination_id: id("webhooks"),
    template_id: id("reply_templates"),
    sessionId: id("sessions"),
    preview_of: id("submissions"),
  };
};

it("the dashboard changes nothing of another account whose ids are posted", async () => {
  const paths = dashboardRoutes({ log: {}, publicUrl: () => "" } as never)
    .routes.filter(({ method, path }) => method === "POST" && !/[:*]/.test(path))
    .map(({ path }) => path)
    // They end the session of the test.
    .filter((path) => !/^\/(?:sign-in|sign-out|welcome|account\/password)$/.test(path));
  const before = await snapshot();
  const shown: string[] = [];
  for (const path of new Set(paths)) {
    for (const action of ["trash", "tag", "refire", "delete"]) {
      const fields = {
        name: "Taken",
        tag: "taken",
        bulk_action: action,
        group: ["waiting", "failed", "delivered"],
        since: "2020-01-01T00:00:00Z",
        until: "2100-01-01T00:00:00Z",
        format: "json",
        kind: "form",
        url: "https://receiver.invalid/",
        body: "Taken",
        confirmed: "yes",
        ...named(),
      };
      const { text, status } = await server.ada.post(path, fields);
      if (text.includes(SECRET) || status >= 500) shown.push(`${path}: ${status}`);
    }
  }

  expect(shown).toEqual([]);
  expect(paths.length).toBeGreaterThan(12);
  expect(await snapshot()).toBe(before);
});

it("pages without an id show nothing of another account", async () => {
  const pages = dashboardRoutes({ log: {}, publicUrl: () => "" } as never)
    .routes.filter(({ method, path }) => method === "GET" && !/[:*]/.test(path))
    .map(({ path }) => path)
    .filter((path) => !/^\/(?:sign-in|welcome|events)$/.test(path));
  const shown: string[] = [];
  for (const path of new Set(pages)) {
    for (const query of ["", "?form_id=2", "?webhook_id=1", "?query=stranger"]) {
      const { text, status } = await server.ada.get(`${path}${query}`);
      if (/stranger's own|Strange/.test(text) || status >= 500) shown.push(`${path}${query}`);
    }
  }

  expect(shown).toEqual([]);
});
