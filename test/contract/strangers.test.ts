// Requests every URL of a single record, in the API and the dashboard, with the ids of another account, and of a project
// that a person has no access to: none is accessible, and nothing of it changes.
import { BODIES } from "./operation-requests.ts";
import { operations } from "../../packages/sdk/src/generated/operations.gen.ts";
import { dashboardRoutes } from "../../packages/server/src/dashboard/routes.ts";
import { OTHER_ACCOUNT_KEY } from "../../packages/server/test/api-server.ts";
import { PASSWORD_HASH, type Visitor, useDashboard } from "../../packages/server/test/dashboard.ts";

/** The id of the stranger's record of each kind, by the folder before it in paths. */
const theirs = new Map<string, number | string>();
const SECRET = "the stranger's own words";
/** The folder of the records of each table. */
const TABLES = {
  form: "forms",
  project: "projects",
  webhook: "webhooks",
  submission: "submissions",
  submission_note: "notes",
  reply_template: "reply_templates",
  saved_view: "views",
  attachment: "attachments",
  delivery: "deliveries",
};

const ROUTES = dashboardRoutes({ log: {}, publicUrl: () => "" } as never).routes;

const server = useDashboard();

interface Stranger {
  readonly form: number;
  readonly project: number;
  readonly account: number;
  /** Of who has access to everything of the stranger. */
  readonly ownKey?: string;
  readonly owner: Visitor;
  /** Of who has not. */
  readonly key?: string;
  readonly visitor: Visitor;
}

async function ofAccount(): Promise<Stranger> {
  const owner = await server.otherAccount();
  const theirAccount = { account: 2, form: 2, project: 2, ownKey: OTHER_ACCOUNT_KEY, owner };
  return { ...theirAccount, visitor: server.ada };
}

/** Bob is an editor of the first project only, and made a key. */
async function ofProject(): Promise<Stranger> {
  const { id: project } = await server.create("/projects", { name: "Strange" });
  const { id: form } = await server.create("/forms", { name: "Strange", project_id: project });
  const hook = { form_id: form, name: "Strange", url: "http://127.0.0.1:9/strange" };
  await server.create("/form_webhooks", hook);
  const bob = {
    email: "bob@example.org",
    role: "editor",
    password_hash: PASSWORD_HASH,
    limited: 1,
  } as const;
  const { id: login_id } = await server.insert("login", bob);
  await server.sql("insert into login_project (login_id, project_id) values (?, 1)", login_id);
  const key = await server.createKey();
  await server.sql(
    "update api_key set login_id = ? where id = (select max(id) from api_key)",
    login_id,
  );
  const visitor = await server.signedIn(bob.email);
  return { account: 1, form, project, owner: server.ada, key, visitor };
}

describe.each([
  ["another account", ofAccount],
  ["another project of the account", ofProject],
] as const)("%s", (_name, setUp) => {
  let stranger: Stranger;
  beforeAll(async () => {
    theirs.clear();
    stranger = await setUp();
    const { account, form, project, ownKey } = stranger;
    const own = ownKey === undefined ? {} : { key: ownKey };
    theirs.set("forms", form);
    theirs.set("form_views", form);
    const rules = { fields: [{ name: "words", type: "text" }] };
    await server.request("PATCH", `/forms/${form}`, { ...own, json: rules });
    theirs.set("projects", project);
    const file = new File([SECRET], "their.txt");
    const submission = await server.post(String(form), { words: SECRET, file });
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
    const made = async (path: string, json: object) => {
      const answer = await server.request("POST", path, { json, ...own });
      return (answer.json() as { id: number }).id;
    };
    theirs.set("notes", await made(`/submissions/${submission}/notes`, { text: SECRET }));
    theirs.set(
      "reply_templates",
      await made("/reply_templates", { name: "Strange", body: SECRET, form_id: form }),
    );
    await server.sql(
      "insert into saved_view (account_id, name, query, created_at) values (?, 'Strange', ?, 1)",
      account,
      `?query=${SECRET}`,
    );
    theirs.set("views", await id("saved_view", `account_id = ${account}`));
    theirs.set("attachments", await id("attachment", `submission_id = ${submission}`));
    theirs.set("deliveries", await id("delivery", `submission_id = ${submission}`));
    theirs.set("webhook_logs", theirs.get("deliveries") ?? 0);
    theirs.set("webhooks", await id("webhook", `form_id = ${form}`));
    theirs.set("form_webhooks", theirs.get("webhooks") ?? 0);
    theirs.set("keys", await made("/api_keys", { kind: "form", form_id: form, name: "Strange" }));
    theirs.set("api_keys", theirs.get("keys") ?? 0);
    theirs.set("sessions", await id("session", `account_id = ${account}`));
    const login_id = await id("login", `account_id = ${account}`);
    theirs.set("members", login_id);
    theirs.set("people", login_id);
    const passkey = await server.insert("passkey", {
      login_id,
      credential_id: `strange-${account}`,
      public_key: Buffer.of(0),
      counter: 0,
      transports: "[]",
      name: "Strange",
      created_at: 1,
    });
    theirs.set("passkeys", passkey.id);
  });

  /** The stranger's records in the database. */
  async function snapshot(): Promise<string> {
    const rows = Object.entries(TABLES).map(([table, folder]) =>
      server.sql(`select * from "${table}" where id = ?`, theirs.get(folder) ?? 0),
    );
    // Without when they were last used.
    const ids = ["api_key", "session", "login"].map((table) =>
      server.sql(`select id from "${table}" where account_id = ? order by id`, stranger.account),
    );
    return JSON.stringify(await Promise.all([...rows, ...ids]));
  }

  const withKey = (key: string | undefined) => (key === undefined ? {} : { key });

  /** Not there; or of the whole account, which who has some projects does not manage. */
  const isHidden = ({ status }: { readonly status: number }, path: string) =>
    status === 404 ||
    (status === 403 && stranger.account === 1 && /\/(?:members|projects)\//.test(path));

  /**
   * Puts the id of the stranger's record in place of a path's parameter. The folder before it names the kind of record.
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
      const how = { ...(json === undefined ? {} : { json }), ...withKey(stranger.key) };
      const answer = await server.request(method, strange(path).replace("/api/v1", ""), how);
      if (!isHidden(answer, path) || answer.text.includes(SECRET)) {
        reached.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
      }
      if (method !== "GET") continue;
      const own = await server.request(
        method,
        strange(path).replace("/api/v1", ""),
        withKey(stranger.ownKey),
      );
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
      const { text } = await server.request(
        "GET",
        path.replace("/api/v1", ""),
        withKey(stranger.key),
      );
      if (text.includes("Strange") || text.includes(SECRET)) shown.push(path);
    }

    expect(shown).toEqual([]);
    expect(lists.length).toBeGreaterThan(8);
  });

  it("the dashboard shows and changes nothing of another account", async () => {
    const routes = ROUTES.filter(
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
          ? await stranger.visitor.get(path)
          : await stranger.visitor.post(path, { name: "Taken", read: "yes" });
      if (![403, 404].includes(answer.status) || answer.text.includes(SECRET)) {
        reached.push(`${address}: ${answer.status} ${answer.words.slice(0, 200)}`);
      }
      const own = method === "GET" ? await stranger.owner.get(path) : undefined;
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
    const paths = ROUTES.filter(({ method, path }) => method === "POST" && !/[:*]/.test(path))
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
        const { text, status } = await stranger.visitor.post(path, fields);
        if (text.includes(SECRET) || status >= 500) shown.push(`${path}: ${status}`);
      }
    }

    expect(shown).toEqual([]);
    expect(paths.length).toBeGreaterThan(12);
    expect(await snapshot()).toBe(before);
  });

  it("pages without an id show nothing of another account", async () => {
    const pages = ROUTES.filter(({ method, path }) => method === "GET" && !/[:*]/.test(path))
      .map(({ path }) => path)
      .filter((path) => !/^\/(?:sign-in|welcome|events)$/.test(path));
    const shown: string[] = [];
    for (const path of new Set(pages)) {
      for (const query of [
        "",
        `?form_id=${stranger.form}`,
        `?webhook_id=${theirs.get("webhooks")}`,
        "?query=stranger",
      ]) {
        const { text, status } = await stranger.visitor.get(`${path}${query}`);
        if (/stranger's own|Strange|class="answers"/.test(text) || status >= 500)
          shown.push(`${path}${query}`);
      }
    }

    expect(shown).toEqual([]);
  });
});
