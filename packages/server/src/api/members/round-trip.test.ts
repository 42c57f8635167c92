// What GET answers can be sent back with PUT, and changes nothing.
import type { Form } from "@intray/sdk/schemas";
import { useShared } from "../../../../../test/harness/use.ts";
import { useApiServerAt } from "../../../test/api-server.ts";
import { WEBHOOK_DEFAULTS } from "../../domain/delivery/webhook.ts";
import { FORM_DEFAULTS } from "../../domain/form.ts";
import { toCompatibleNames } from "./compatible-names.ts";
import { UNSUPPORTED_FORM_MEMBERS } from "./unsupported-members.ts";
import { EVERY_FORM_SETTING } from "../../../test/form-settings.ts";

let now = 1_800_000_000_000;
const server = useApiServerAt(() => now);

const audited = () => server.sql("select id from audit order by id");

interface State {
  readonly status: number;
  readonly record: unknown;
  readonly entries: readonly unknown[];
}

/** Sends a record back a while later, flat and wrapped. `after` has what PUT and then GET answered. */
async function sentBack(
  path: string,
  wrapper: string,
): Promise<{ readonly before: State; readonly after: readonly State[] }> {
  const stateOf = async (method: string, json?: object): Promise<State> => {
    // As the SDK sends it: no member of a record is unknown.
    const headers = { prefer: "handling=strict" };
    const answer = await server.request(method, path, { headers, ...(json && { json }) });
    return { status: answer.status, record: answer.json(), entries: await audited() };
  };
  const before = await stateOf("GET");
  now += 60_000;
  const flat = await stateOf("PUT", before.record as object);
  const wrapped = await stateOf("PUT", { [wrapper]: before.record });
  return { before, after: [flat, wrapped, await stateOf("GET")] };
}

describe("the whole record of a form", () => {
  it("is the same after it was sent back, with everything set", async () => {
    const { id: project_id } = await server.create("/projects", { name: "Site" });
    const form = await server.create<Form>("/forms", { ...EVERY_FORM_SETTING, project_id });
    await server.addWebhook(form.id, { headers: [{ name: "Authorization", value: "secret" }] });
    const defaults = await server.create<Record<string, unknown>>("/forms", { name: "Plain" });
    const same = Object.entries(EVERY_FORM_SETTING).filter(
      ([name, value]) => JSON.stringify(defaults[name]) === JSON.stringify(value),
    );
    expect(same).toEqual([]);

    for (const path of [`/forms/${form.id}`, `/forms/${form.uuid}`]) {
      const { before, after } = await sentBack(path, "form");
      expect(after).toEqual([before, before, before]);
    }
  });

  it("is the same with every default, and with each captcha", async () => {
    for (const captcha of [null, { provider: "altcha" }, { provider: "recaptcha", secret: "s" }]) {
      const { id } = await server.create<Form>("/forms", { name: "Plain", captcha });
      const { before, after } = await sentBack(`/forms/${id}`, "form");
      expect(after).toEqual([before, before, before]);
    }
  });

  it("is audited and has a new time if one of its settings is another", async () => {
    const form = await server.create<Form>("/forms", { name: "Renamed" });
    const entries = await audited();
    now += 1_000;

    const json = { ...form, captcha: { provider: "altcha" } };
    const put = await server.request("PUT", `/forms/${form.id}`, { json });

    expect((put.json() as Form).updated_at).not.toBe(form.updated_at);
    expect(await audited()).toHaveLength(entries.length + 1);
  });
});

const nullFor = (defaults: object) =>
  Object.fromEntries(Object.keys(defaults).map((name) => [name, null]));

/** What only the server sets, in records of a compatible API. */
const READ_BACK = { id: 59_242, uuid: "0123456789ab", inbox_count: 7, created_at: "2024-01-02" };

it.each<[string, object, object, object]>([
  [
    "form",
    { name: "Moved" },
    {
      ...nullFor({ ...FORM_DEFAULTS, ...toCompatibleNames(FORM_DEFAULTS) }),
      ...nullFor(UNSUPPORTED_FORM_MEMBERS),
      timezone: "",
      honeypot_field: "",
      redirect_url: "",
      whitelist_source_domains: "",
      force_hcaptcha: false,
    },
    EVERY_FORM_SETTING,
  ],
  [
    "form_webhook",
    { form_id: 1, url: "http://127.0.0.1:9/" },
    { ...nullFor(WEBHOOK_DEFAULTS), name: "", format: "", signing_secret: null },
    { name: "Own", format: "slack", trigger_when_spam: true, enabled: false },
  ],
  ["project", { name: "Moved" }, {}, { name: "Own" }],
])(
  "the whole record of a %s of a compatible API is accepted with its defaults",
  async (kind, required, empty, changed) => {
    const moved = { ...empty, ...required };
    const settingsOf = (record: object) =>
      Object.entries(record).filter(([name]) => name in moved && name !== "signing_secret");
    const plain = settingsOf(await server.create(`/${kind}s`, required));

    for (const json of [moved, { [kind]: { ...READ_BACK, ...moved } }]) {
      const made = await server.create(`/${kind}s`, json);
      const path = `/${kind}s/${made.id}`;
      expect(settingsOf(made)).toEqual(plain);
      expect(settingsOf(await server.patch(path, changed))).not.toEqual(plain);

      const put = await server.request("PUT", path, { json: { ...made, ...moved } });

      expect([put.status, settingsOf(put.json() as object)]).toEqual([200, plain]);
    }
  },
);

describe("the whole record of a submission", () => {
  const settings = { name: "Posts", content_blacklist: ["casino"] };
  const form = useShared(() => server.create<Form>("/forms", settings));
  const post = async (message: string) => {
    const body = new FormData();
    body.set("email", "ada@example.org");
    body.append("tags[]", "a");
    body.append("tags[]", "b");
    body.set("2", "two");
    body.set("__proto__", message);
    body.set("file", new File(["bytes"], "a.txt"));
    body.set("_source_url", "https://example.org/contact?utm_source=letter#form");
    return server.post(form.uuid, body);
  };
  const counted = () =>
    Promise.all(
      ["event", "delivery", "spam_training_example"].map((table) =>
        server.sql(`select count(*) as n from ${table}`),
      ),
    );

  it("is the same after it was sent back, and nothing else has changed", async () => {
    const [ham, spam, trash] = [await post("hello"), await post("casino"), await post("bye")];
    await server.mark(ham, { read: true });
    await server.mark(trash, { trash: true });
    const before = await counted();

    for (const id of [ham, spam, trash]) {
      const sent = await sentBack(`/submissions/${id}`, "submission");
      expect(sent.after).toEqual([sent.before, sent.before, sent.before]);
    }

    expect(await counted()).toEqual(before);
  });
});
