import type { Form } from "@intray/sdk/schemas";
import { useApiServer } from "../../../test/api-server.ts";

const server = useApiServer();

const newForm = (settings: object = {}) =>
  server.create<Form>("/forms", { name: "Contact", ...settings });
const newProject = () => server.create("/projects", named("Site"));
const newWebhook = async (settings?: object) => server.addWebhook((await newForm()).id, settings);
const newSubmission = async () => server.post((await newForm()).uuid, { name: "Ada" });
const named = (name: string) => ({ name });

/** Of each kind of record: a new one, and the request that gives it this name or tag. */
const RECORDS = [
  ["form", async () => `/forms/${(await newForm()).id}`, named],
  ["project", async () => `/projects/${(await newProject()).id}`, named],
  ["webhook", async () => `/form_webhooks/${(await newWebhook()).id}`, named],
  [
    "submission",
    async () => `/submissions/${await newSubmission()}`,
    (tag: string) => ({ submission: { tags: [tag] } }),
  ],
] as const;

const read = (path: string) => server.request("GET", path);
const etagOf = async (path: string) => (await read(path)).headers.get("etag");
const send = (method: string, path: string, json: object | undefined, tag?: string | null) =>
  server.request(method, path, {
    ...(json === undefined ? {} : { json }),
    headers: tag == null ? {} : { "if-match": tag },
  });

describe.each(RECORDS)("the version of a %s", (kind, make, change) => {
  const field = kind === "submission" ? "tags" : "name";

  it("changes with its settings, and lets only a change of the current version through", async () => {
    const path = await make();
    const first = await etagOf(path);

    const changed = await send("PATCH", path, change("A"), first);
    const second = changed.headers.get("etag");
    const before = (await read(path)).text;
    const stale = [
      await send("PATCH", path, change("B"), first),
      await send("PUT", path, change("B"), first),
      await send("DELETE", path, undefined, first),
    ];

    expect(first).toMatch(/^"[\w-]{19,250}"$/);
    expect(changed.status).toBe(200);
    expect(second).not.toBe(first);
    for (const answer of stale) {
      expect([answer.status, answer.headers.get("etag")]).toEqual([412, second]);
      expect(answer.json()).toMatchObject({
        code: "precondition_failed",
        errors: [{ field, code: "changed" }],
      });
    }
    expect((await read(path)).text).toBe(before);
    expect(await etagOf(path)).toBe(second);
  });

  it("may be one of several, or any; a weak one never matches", async () => {
    const path = await make();
    const first = await etagOf(path);
    const status = async (tag: string, name: string) =>
      (await send("PUT", path, change(name), tag)).status;

    expect(await status(`W/${first}`, "A")).toBe(412);
    expect(await status(`"x", W/${first}, "y"`, "A")).toBe(412);
    expect(await status(`"x,y" ,${first}`, "A")).toBe(200);
    expect(await status("*", "B")).toBe(200);
    expect(await etagOf(path)).not.toBe(first);
    expect((await send("DELETE", path, undefined, await etagOf(path))).status).toBe(200);
    expect((await send("DELETE", path, undefined, "*")).status).toBe(404);
  });

  it.each(["", "abc", '"abc', '"a""b"', 'w/"a"', '"a",', "*, *", '"a b"', `"${'","'.repeat(999)}`])(
    "is rejected as %j",
    async (tag) => {
      const path = await make();

      const answers = [
        await send("PATCH", path, change("A"), tag),
        await send("DELETE", path, undefined, tag),
      ];

      for (const answer of answers) {
        expect([answer.status, answer.json()]).toMatchObject([400, { code: "malformed" }]);
      }
    },
  );

  it("lets one of two concurrent changes through, and one of two deletions", async () => {
    const path = await make();

    for (const round of ["A", "B", "C"]) {
      const tag = await etagOf(path);
      const both = [1, 2].map((n) => send("PATCH", path, change(`${round}${n}`), tag));
      const statuses = (await Promise.all(both)).map(({ status }) => status);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 412]);
    }
    const tag = await etagOf(path);
    const last = [send("DELETE", path, undefined, tag), send("PATCH", path, change("D"), tag)];
    const statuses = (await Promise.all(last)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404 || status === 412)).toHaveLength(1);
  });
});

it("a new record has its version, also when it is created again with the same idempotency key", async () => {
  const { id: form_id } = await newForm();
  const url = "http://127.0.0.1:9/hook";
  for (const [path, json] of [
    ["/forms", named("New")],
    ["/projects", named("New")],
    ["/form_webhooks", { form_id, url }],
  ] as const) {
    const post = () =>
      server.request("POST", path, { json, headers: { "idempotency-key": `version ${path}` } });

    const created = await post();
    const again = await post();

    const { id } = created.json() as { readonly id: number };
    const etag = await etagOf(`${path}/${id}`);
    expect([created.status, created.headers.get("etag")]).toEqual([201, etag]);
    expect(again.headers.get("etag")).toBe(etag);
  }
});

it("counters, results of deliveries and times are no part of a version", async () => {
  const { id: webhook, form_id } = await newWebhook();
  const submission = await server.post(`${form_id}`, { name: "Ada" });
  const paths = [`/forms/${form_id}`, `/form_webhooks/${webhook}`, `/submissions/${submission}`];
  const before = await Promise.all(paths.map(etagOf));

  await server.post(`${form_id}`, { name: "Grace" });
  await server.patch(`/form_webhooks/${webhook}`, { enabled: true });
  const failures = { failure_count: 7, last_failure_at: 7, updated_at: 7 };
  await server.update("webhook", failures, { id: webhook });
  const counts = { webhook_sent_at: 7, claim_count: 7, updated_at: 7 };
  await server.update("submission", counts, { id: submission });

  expect(await Promise.all(paths.map(etagOf))).toEqual(before);
});

it("a form has the same version under its id and its uuid, and none for a form key", async () => {
  const { id, uuid } = await newForm();
  const key = await server.createKey({ form_id: id });

  const own = await server.request("GET", `/forms/${id}`, { key });
  const changed = await send("PATCH", `/forms/${uuid}`, named("A"), await etagOf(`/forms/${id}`));

  expect([own.status, own.headers.get("etag")]).toEqual([200, null]);
  expect(changed.status).toBe(200);
  expect(await etagOf(`/forms/${uuid}`)).toBe(await etagOf(`/forms/${id}`));
});

it("a form key changes a submission of a version", async () => {
  const { id: form_id, uuid } = await newForm();
  const key = await server.createKey({ form_id });
  const path = `/submissions/${await server.post(uuid, { name: "Ada" })}`;
  const tag = (await server.request("GET", path, { key })).headers.get("etag") ?? "";
  const json = { submission: { read: true } };
  const mark = () => server.request("PATCH", path, { key, json, headers: { "if-match": tag } });

  expect([(await mark()).status, (await mark()).status]).toEqual([200, 412]);
});

it("a new secret is a new version, and its mask is not", async () => {
  const captcha = { provider: "turnstile", site_key: "k" };
  const form = `/forms/${(await newForm({ captcha: { ...captcha, secret: "one" } })).id}`;
  const header = { name: "Authorization", value: "Bearer one" };
  const webhook = `/form_webhooks/${(await newWebhook({ headers: [header] })).id}`;
  for (const [path, member, secret] of [
    [form, "captcha", { ...captcha, secret: "two" }],
    [webhook, "headers", [{ ...header, value: "Bearer two" }]],
  ] as const) {
    const record = (await read(path)).json() as Readonly<Record<string, unknown>>;
    const before = await etagOf(path);

    const masked = await send("PATCH", path, { [member]: record[member] }, before);
    const changed = await send("PATCH", path, { [member]: secret }, before);

    expect(masked.headers.get("etag")).toBe(before);
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(before);
    expect((await send("PATCH", path, named("A"), before)).status).toBe(412);
  }
});

it("a rejected change names what was changed since, each member by its name in the API", async () => {
  const form = `/forms/${(await newForm()).id}`;
  const webhook = `/form_webhooks/${(await newWebhook()).id}`;
  const changes = [
    [
      form,
      { name: "Us", redirect_url: "https://example.org/thanks", spam_checks: { rate: false } },
    ],
    [form, { notification_subject: "News", use_ajax: true, autoreply_name: "Ada" }],
    [form, { captcha: { provider: "turnstile", site_key: "k", secret: "s" } }],
    [webhook, { headers: [{ name: "X-Key", value: "1" }], enabled: false }],
    [webhook, { url: "http://127.0.0.1:9/other", trigger_when_spam: true }],
  ] as const;
  for (const [path, change] of changes) {
    const before = await etagOf(path);

    await send("PATCH", path, change);
    const stale = await send("PUT", path, named("Stale"), `"x", ${before}`);

    const { error, errors } = stale.json() as { error: string; errors: { field: string }[] };
    const fields = errors.map(({ field }) => field);
    expect(fields.toSorted()).toEqual(Object.keys(change).toSorted());
    for (const field of fields) expect(error).toContain(field);
  }
});

it("a rejected change names nothing for a version that the server never gave", async () => {
  const form = `/forms/${(await newForm()).id}`;

  const stale = await send("PATCH", form, named("Stale"), '"never"');

  expect(stale.status).toBe(412);
  expect(stale.json()).not.toHaveProperty("errors");
});
