// Tries to make a server write to a stranger twice, with a real relay.
import PostalMime from "postal-mime";
import { useMailServer } from "../../test/api-server.ts";

const PATIENCE = { interval: 50 };

let form: { readonly id: number; readonly uuid: string };
/** Two deliveries of which the first was sent. */
const ONCE = [{ state: "succeeded", reason: null }, { reason: "answered_recently" }];
const RETRIES = { INTRAY_RETRY_SCHEDULE: Array(15).fill("1s").join(",") };
const { relay, server } = useMailServer(() => RETRIES);
afterEach(() => {
  relay.behavior.drop = undefined;
});

const makeForm = (settings: object = {}) =>
  server.create<typeof form>("/forms", { name: "Chairs", autoreply: true, ...settings });
let posts = 0;
const post = (email: string) =>
  server.post(form.uuid, { email, message: `Please send me chair number ${(posts += 1)}.` });
const sentTo = (address: string) => relay.messages.filter(({ to }) => to.includes(address));

/** The deliveries of the form, once none is open. */
const ended = () =>
  vi.waitFor(async () => {
    const rows = await server.rows("delivery", ["id", "state", "reason"], { form_id: form.id });
    expect(rows.filter(({ state }) => state === "queued" || state === "delivering")).toEqual([]);
    return rows;
  }, PATIENCE);

describe("a form that answers", () => {
  it("sends one answer with nothing of the submission, marked as automatic", async () => {
    form = await makeForm({ autoreply_email: "ada@example.org" });

    await post("first@example.org");

    expect(await ended()).toMatchObject([{ state: "succeeded" }]);
    const [message] = sentTo("first@example.org");
    const raw = message?.raw.toString() ?? "";
    const mail = await PostalMime.parse(message?.raw ?? "");
    expect(message).toMatchObject({ from: "forms@intray.test", to: ["first@example.org"] });
    expect(mail).toMatchObject({
      from: { name: "Chairs", address: "forms@intray.test" },
      to: [{ address: "first@example.org" }],
      replyTo: [{ address: "ada@example.org" }],
    });
    expect(raw).toMatch(/^Auto-Submitted: auto-replied\r$/m);
    expect(raw).not.toMatch(/^(?:List-Unsubscribe|In-Reply-To|References|Cc|Bcc):/im);
    expect(`${mail.text} ${mail.html}`).not.toContain("chair number");
  });

  it("writes to the address in the field that the form names", async () => {
    form = await makeForm({ email_field: "Buyer" });

    await server.post(form.uuid, { email: "seller@example.org", buyer: "buyer@example.org" });

    expect(await ended()).toMatchObject([{ state: "succeeded" }]);
    expect([sentTo("buyer@example.org").length, sentTo("seller@example.org")]).toEqual([1, []]);
  });

  it("is not sent again before it has been sent", async () => {
    form = await makeForm();
    relay.behavior.drop = "connection";
    await post("early@example.org");
    const answer = await server.row("delivery", ["id"], { form_id: form.id });

    const refused = await server.request("POST", `/deliveries/${answer?.id}/refire`);

    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("is being sent")]);
    relay.behavior.drop = undefined;
    expect(await ended()).toMatchObject([{ id: answer?.id, state: "succeeded" }]);
    expect(sentTo("early@example.org")).toHaveLength(1);
  });

  it("has a destination only as long as it answers or sends a copy of the data", async () => {
    form = await makeForm({ autoreply: false });
    const count = async () =>
      (await server.rows("webhook", ["id"], { form_id: form.id, purpose: "reply", enabled: 1 }))
        .length;

    const counts = [await count()];
    for (const json of [
      { data_receipt_email: true },
      { autoreply: true },
      { name: "Tables" },
      { data_receipt_email: false },
      { autoreply: false },
    ]) {
      await server.patch(`/forms/${form.id}`, json);
      counts.push(await count());
    }

    await post("off@example.org");

    expect(counts).toEqual([0, 1, 1, 1, 1, 0]);
    expect(await ended()).toEqual([]);
  });
});

describe("a stranger's address", () => {
  it("gets no second one by re-fires, nor by marks as spam and ham", async () => {
    form = await makeForm();
    const id = await post("again@example.org");
    const [first] = await ended();

    await server.mark(id, { spam: true });
    await server.mark(id, { spam: false });
    const webhooks = await server.request("POST", `/submissions/${id}/refire_webhooks`);
    const entry = await server.request("POST", `/deliveries/${first?.id}/refire`);

    expect([webhooks.status, entry.status]).toEqual([200, 200]);
    expect(await ended()).toMatchObject(ONCE);
    expect(sentTo("again@example.org")).toHaveLength(1);
  });

  it("gets the same bytes again if the relay took them and nobody heard of it, and no other mail", async () => {
    form = await makeForm();
    relay.behavior.drop = "recorded";

    await post("lost@example.org");
    await vi.waitFor(() => expect(sentTo("lost@example.org").length).toBeGreaterThan(0), PATIENCE);
    await post("lost@example.org");
    relay.behavior.drop = undefined;

    expect(await ended()).toMatchObject(ONCE);
    const [copy, ...copies] = sentTo("lost@example.org");
    expect(copies.every(({ raw }) => copy !== undefined && raw.equals(copy.raw))).toBe(true);
  });
});
