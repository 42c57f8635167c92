// The people of an account: invitations, roles, projects, removal, and what that ends.
import type { ApiKeyWithText, Member, MemberWithInvitation, Me } from "@intray/sdk/schemas";
import { PASSWORD, says, useDashboard, type Visitor } from "../../test/dashboard.ts";
import { followEvents } from "../../test/event-reader.ts";

const server = useDashboard();
let names = 0;
const address = () => `person-${(names += 1)}@example.org`;

const invite = (settings: object) =>
  server.create<MemberWithInvitation>("/members", {
    email: address(),
    role: "viewer",
    ...settings,
  });

/** Accepts the invitation in a browser of its own. */
async function accept({ invitation_url }: MemberWithInvitation): Promise<Visitor> {
  const person = server.visitor();
  const { pathname } = new URL(invitation_url ?? "");
  await person.post(pathname);
  await person.post("/welcome", { password: PASSWORD });
  return person;
}

/** A key that somebody made. */
async function keyOf(person: Visitor): Promise<string> {
  const made = await person.post("/keys", { name: "Own", scope: "write", expires: "never" });
  const page = await person.get(made.location ?? "");
  return /itk_\w+/.exec(page.text)?.[0] ?? "";
}

describe("an invitation", () => {
  it("asks for a password only, works once, and then signs in with the address", async () => {
    const member = await invite({ role: "responder", name: "Eva" });
    const person = server.visitor();
    const { pathname } = new URL(member.invitation_url ?? "");

    expect(member).toMatchObject({ state: "invited", project_ids: null });
    expect(await person.signIn(member.email, "")).toMatchObject({ status: 401 });
    expect((await person.post(pathname)).location).toBe("/dashboard");
    expect((await person.get("/inbox")).location).toBe("/dashboard/welcome");
    expect((await person.get("/welcome")).text).not.toContain('name="email"');
    expect((await person.post("/welcome", { password: "short" })).status).toBe(422);
    await person.post("/welcome", { email: "other@example.org", password: PASSWORD });
    expect(await server.visitor().post(pathname)).toMatchObject({ status: 404 });
    expect((await server.visitor().signIn(member.email)).location).toBe("/dashboard");
    expect(await server.read(`/members/${member.id}`)).toMatchObject({ state: "active" });
  });

  it("is made again until it is accepted, and the earlier link ends", async () => {
    const first = await invite({});
    const old = new URL(first.invitation_url ?? "").pathname;
    const wrong = server.visitor();
    await wrong.post(old);
    const path = `/members/${first.id}/invitation`;
    const again = await server.create<MemberWithInvitation>(path, {});

    expect((await server.visitor().get(old)).status).toBe(404);
    await accept(again);
    // Who has opened the first link is nobody once another was made.
    expect((await wrong.get("/inbox")).location).toContain("/sign-in");
    expect((await server.request("POST", path)).status).toBe(409);
  });

  it("to one address is made once, however many ask at the same time", async () => {
    const json = { email: address(), role: "viewer" };
    const asked = [1, 2, 3].map(() => server.request("POST", "/members", { json }));

    const answers = (await Promise.all(asked)).map(({ status }) => status);
    expect(answers.toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  it.each([
    [{ email: "no address" }, 422],
    [{ email: "" }, 422],
    [{ email: "ada@example.org" }, 409],
    [{ email: "eve@example.org" }, 409],
    [{ role: "king" }, 422],
    [{ role: "admin", project_ids: [1] }, 422],
    [{ project_ids: [2] }, 422],
    [{ project_ids: [999_999] }, 422],
  ])("is refused for %o with %i", async (settings, status) => {
    const json = { email: address(), role: "viewer", ...settings };

    expect((await server.request("POST", "/members", { json })).status).toBe(status);
  });
});

it("the last owner stays, and only owners make, change and remove owners", async () => {
  const [ada] = (await server.read<{ members: Member[] }>("/members")).members;
  const admin = await accept(await invite({ role: "admin" }));
  const key = await keyOf(admin);
  const at = `/members/${ada?.id}`;
  const attempt = async (method: string, path: string, json: object) =>
    (await server.request(method, path, { json, key })).status;

  expect((await server.request("DELETE", at)).status).toBe(409);
  expect((await server.request("PATCH", at, { json: { role: "viewer" } })).status).toBe(409);
  expect(await attempt("PATCH", at, { role: "viewer" })).toBe(403);
  expect(await attempt("DELETE", at, {})).toBe(403);
  expect(await attempt("POST", "/members", { email: address(), role: "owner" })).toBe(403);
  expect(await attempt("POST", "/members", { email: address(), role: "admin" })).toBe(201);
});

it("a removed person is signed out, streams end, keys stay until revoked, and inviting again undoes it", async () => {
  const member = await invite({ role: "editor" });
  const person = await accept(member);
  const key = await keyOf(person);
  const own = await followEvents(server, { key });
  await server.post("1", { name: "Ada" });
  await own.take(1);

  await server.request("DELETE", `/members/${member.id}`);
  await server.post("1", { name: "Ada" });

  expect((await person.get("/inbox")).location).toContain("/sign-in");
  expect(await server.visitor().signIn(member.email)).toMatchObject({ status: 401 });
  expect(await server.read("/audit_events?action=member.removed")).toMatchObject({
    audit_events: [{ subject: member.email }],
  });
  const { api_keys } = await server.read<{ api_keys: ApiKeyWithText[] }>("/api_keys");
  expect(api_keys.filter(({ made_by }) => made_by === member.id)).toHaveLength(1);
  const again = await server.create<MemberWithInvitation>("/members", {
    email: member.email.toUpperCase(),
    role: "viewer",
  });
  expect(again).toMatchObject({ id: member.id, role: "viewer" });
  await accept(again);
  // The old key can do no more than its maker.
  const { role } = await server.read<Me>("/me", key);
  expect(role).toBe("viewer");
  own.cut();
});

it("less access ends sessions, and the streams of keys that the person made", async () => {
  const member = await invite({ role: "admin" });
  const person = await accept(member);
  const key = await keyOf(person);
  const log = { key, list: "audit_events" };
  const audit = await followEvents(server, log);
  await server.patch(`/members/${member.id}`, { role: "editor" });
  await audit.rest();
  expect(audit.text).not.toContain("member.changed");
  expect((await followEvents(server, log)).response.status).toBe(403);
  const stream = await followEvents(server, { key });
  const { id: project_id } = await server.create("/projects", { name: "Lost" });
  const form = await server.create("/forms", { name: "Lost", project_id });
  const submission_ids = [await server.post(String(form.id), { name: "Ada" })];
  const act = { submission_ids, set: { read: true }, undo: "before-less-access" };
  await server.request("POST", "/submissions/bulk", { json: act, key });

  await server.patch(`/members/${member.id}`, { project_ids: [1] });

  expect((await person.get("/inbox")).location).toContain("/sign-in");
  await stream.rest();
  expect(await server.read<Me>("/me", key)).toMatchObject({ role: "editor", project_ids: [1] });
  const undone = await server.request("POST", "/submissions/undo", {
    json: { undo: act.undo },
    key,
  });
  expect(undone.json()).toMatchObject({ restored: 0, kept: 1 });
});

it("who has some projects makes forms and keys in them only", async () => {
  const { id: project } = await server.create("/projects", { name: "Client" });
  const member = await invite({ role: "editor", project_ids: [project] });
  const key = await keyOf(await accept(member));
  const ask = async (path: string, json: object) => server.request("POST", path, { json, key });

  expect((await ask("/forms", { name: "New" })).status).toBe(422);
  expect((await ask("/forms", { name: "New", project_id: 1 })).status).toBe(422);
  expect((await ask("/forms", { name: "New", project_id: project })).status).toBe(201);
  expect((await ask("/api_keys", { kind: "form", form_id: 1 })).status).toBe(404);
  expect((await ask("/api_keys", { kind: "project", project_id: 1 })).status).toBe(422);
  expect((await ask("/reply_templates", { name: "All", body: "Hi" })).status).toBe(422);
  const made = await ask("/api_keys", { kind: "project", project_id: project });
  const { key: ofProject } = made.json() as { key: string };
  const { forms } = await server.read<{ forms: object[] }>("/forms", ofProject);
  expect(forms).toMatchObject([{ name: "New", project_id: project }]);
  expect((await server.request("GET", "/forms/1", { key: ofProject })).status).toBe(404);
});

it("a key of a project, and who has some projects, reach nothing of the account and its other forms", async () => {
  const { id: project } = await server.create("/projects", { name: "Limited" });
  const { id: form } = await server.create("/forms", { name: "Own", project_id: project });
  const key = await keyOf(await accept(await invite({ role: "editor" })));
  const whole = await server.read<{ api_keys: ApiKeyWithText[] }>("/api_keys", key);
  const json = { kind: "project", project_id: project };
  const made = (await server.request("POST", "/api_keys", { json, key })).json() as ApiKeyWithText;
  const limited = await accept(await invite({ role: "editor", project_ids: [project] }));
  await server.insert("mail_address", { address: "gone@example.org", suppressed_at: 1 });
  const alert = { account_id: 1, since: 1, raised_at: 1, seen_at: 1, subject_id: 0 };
  const detail = '{"kind":"disk_low","free_bytes":1}';
  await server.insert("alert", { ...alert, kind: "disk_low", detail });
  /** Lists the queue as a run on the host `id`, and returns the other host that the answer names. */
  const otherHost = async (id: string, by?: string) => {
    const headers = { "Intray-Queue-Host": `id=${id}` };
    const path = "/submissions?filter_by=new";
    const answer = await server.request("GET", path, { headers, ...(by && { key: by }) });
    return answer.headers.get("intray-queue-other-host");
  };

  for (const own of [made.key ?? "", await keyOf(limited)]) {
    const ask = async (method: string, path: string, body?: object) =>
      server.request(method, path, { key: own, ...(body && { json: body }) });
    expect((await ask("DELETE", `/api_keys/${whole.api_keys[0]?.id}`)).status).toBe(404);
    expect((await ask("GET", "/api_keys")).text).not.toContain(whole.api_keys[0]?.prefix);
    expect((await ask("GET", "/alerts")).json()).toEqual({ alerts: [] });
    const to = { project_id: null };
    expect((await ask("PATCH", `/forms/${form}`, to)).status).toBe(422);
    expect((await ask("POST", "/forms/bulk", { form_ids: [form], set: to })).status).toBe(422);
    const recipients = `/forms/${form}/recipients`;
    expect((await ask("GET", recipients)).json()).toMatchObject({ suppressed: [] });
    const gone = { address: "gone@example.org" };
    expect((await ask("POST", `${recipients}/release`, gone)).status).toBe(409);
    await otherHost("theirs");
    await otherHost(own, own);
    await otherHost("theirs");
    expect(await otherHost(own, own)).toBeNull();
    await server.request("DELETE", "/forms/1/queue_consumer");
    await otherHost(own, own);
    expect(await server.read("/forms/1")).toMatchObject({ queue_consumer: null });
  }
  const submission_ids = [await server.post(String(form), { name: "Ada" })];
  const assign = { submission_ids, set: { assignee: "ada@example.org" } };
  const by = { json: assign, key: await keyOf(limited) };
  expect((await server.request("POST", "/submissions/bulk", by)).status).toBe(422);
});

it("a viewer sees no buttons that would be refused, and no settings in the menu", async () => {
  const submission = await server.post("1", { name: "Ada", email: "ada@example.org" });
  const viewer = await accept(await invite({ role: "viewer" }));
  const page = await viewer.get(`/submissions/${submission}`);
  const inbox = await viewer.get("/inbox");

  expect((await viewer.get("/")).location).toBe("/dashboard/inbox");
  for (const { text } of [page, inbox]) {
    expect(text).not.toMatch(/href="\/dashboard\/(?:forms|webhooks|people|audit)/);
    expect(text).not.toMatch(/name="bulk_action" value="(?!enter)|\/mark|\/replies"/);
  }
  expect(await viewer.get("/webhooks")).toMatchObject(
    says(403, "Your role, viewer, is not enough"),
  );
  expect((await viewer.post(`/submissions/${submission}/mark`, { read: "yes" })).status).toBe(403);
  const view = { name: "Of all", shared: "on" };
  await server.ada.post("/inbox/views", view);
  const { id } = await server.row("saved_view", ["id"], { name: "Of all" });
  await viewer.post("/inbox/views?query=taken", view);
  expect((await viewer.post(`/inbox/views/${id}/delete`)).status).toBe(404);
  expect((await server.row("saved_view", ["query"], { id })).query).not.toContain("taken");
  await server.create("/form_webhooks", { form_id: 1, url: "http://127.0.0.1:9/secret" });
  expect(
    (await server.request("GET", "/forms/1", { key: await keyOf(viewer) })).text,
  ).not.toContain("127.0.0.1:9");
});

it("the page of people invites, changes and removes", async () => {
  const { ada } = server;
  const email = address();
  const invited = await ada.post("/people", {
    email,
    role: "responder",
    access: "some",
    project: "1",
  });
  const [, id = ""] =
    new RegExp(`people/(\\d+)">${email}`).exec((await ada.get("/people")).text) ?? [];

  expect(invited.words).toContain(`Send this link to ${email}`);
  expect((await server.read<Member>(`/members/${id}`)).project_ids).toEqual([1]);
  await ada.submit(`/people/${id}`, { role: "viewer", access: "all" });
  expect(await server.read(`/members/${id}`)).toMatchObject({ role: "viewer", project_ids: null });
  const { id: key } = await server.create("/api_keys", {
    kind: "account",
    name: "Cron of the person",
  });
  await server.sql("update api_key set login_id = ? where id = ?", id, key);
  expect((await ada.get(`/people/${id}/remove`)).words).toContain("Cron of the person");
  const removed = await ada.submit(`/people/${id}/remove`, { confirmed: "with keys" });
  expect(removed.words).toContain(`${email} was removed and is signed out. 1 API key revoked.`);
  expect(await server.rows("api_key", ["id"], { id: key })).toEqual([]);
});
