// What GET answers can be sent back with PUT, and changes nothing.
import type { Form } from "@intray/sdk/schemas";
import { useShared } from "../../../../../test/harness/use.ts";
import { useApiServerAt } from "../../../test/api-server.ts";
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
