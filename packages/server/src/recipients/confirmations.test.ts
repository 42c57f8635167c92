import type { DeliveryList, Form, RecipientList } from "@intray/sdk/schemas";
import { useEach } from "../../../../test/harness/use.ts";
import { OTHER_ACCOUNT_KEY, startApiServer } from "../../test/api-server.ts";
import { startRelay } from "../../test/mail/relay.ts";

const WAIT = { interval: 20 };
const relay = useEach(startRelay);
const server = useEach(() => startApiServer({ ...relay.settings, INTRAY_MAIL_RATE: "off" }));
const make = (json: object) => server.create<Form>("/forms", { name: "Contact", ...json });
const stateOf = async ({ id }: Form, address: string) => {
  const { recipients } = await server.read<RecipientList>(`/forms/${id}/recipients`);
  return recipients.find((one) => one.address === address);
};
const post = (url: string) => fetch(url, { method: "POST" });
const sendAgain = (form: Form, address: string) =>
  server.request("POST", `/forms/${form.id}/recipients/confirm`, { json: { address } });
const hourLater = () =>
  server.sql("update mail_address set confirmation_sent_at = confirmation_sent_at - 3600000");
/** The messages to an address, once there are `count`. */
async function mailsTo(address: string, count: number) {
  const found = () => relay.messages.filter(({ to }) => to.includes(address));
  await vi.waitUntil(() => found().length >= count, WAIT);
  return found().map(({ raw }) => raw.toString("utf8"));
}
function linkIn(message: string, kind: "confirm" | "unsubscribe" | "subscribe"): string {
  const [, path = ""] =
    new RegExp(`(/mail/${kind}/[\\w-]{22})`).exec(message.replaceAll("=\r\n", "")) ?? [];
  return `${server.url}${path}`;
}

describe("a new recipient", () => {
  it("is asked once, confirms by the link, gets submissions, and leaves by the link in them", async () => {
    const form = await make({ notification_emails: "ada@example.org" });
    const second = await make({ name: "Second", notification_cc_emails: "ADA@example.org" });
    await server.post(form.uuid, { message: "Before the confirmation" });

    const [question = ""] = await mailsTo("ada@example.org", 1);
    const asked = await stateOf(form, "ada@example.org");
    const confirmed = await post(linkIn(question, "confirm"));
    await server.post(form.uuid, { message: "After the confirmation" });
    const [, notification = ""] = await mailsTo("ada@example.org", 2);
    const left = await post(linkIn(notification, "unsubscribe"));

    expect(question).toContain("Subject: Please confirm your e-mail address");
    expect(question).toContain("Auto-Submitted: auto-generated");
    expect(question).not.toContain("List-Unsubscribe");
    expect(form.notification_emails_pending).toBe("ada@example.org");
    expect(asked).toEqual({
      address: "ada@example.org",
      list: "to",
      state: "waiting",
      confirmed_at: null,
      confirmation_sent_at: expect.any(String),
    });
    expect(await stateOf(second, "ADA@example.org")).toMatchObject({ list: "cc", state: "active" });
    expect([confirmed.status, left.status]).toEqual([200, 200]);
    expect(notification).toContain("After the confirmation");
    expect(notification).not.toContain("Before the confirmation");
    expect(await stateOf(form, "ada@example.org")).toMatchObject({ state: "unsubscribed" });
    expect(relay.messages).toHaveLength(2);
  });

  it("alone can read the link: the log does not show the message to the account", async () => {
    await make({ notification_emails: "ada@example.org" });
    await mailsTo("ada@example.org", 1);

    const { deliveries } = await server.read<DeliveryList>("/deliveries");
    const answer = await server.request("GET", `/deliveries/${deliveries[0]?.id}/body`);

    expect(deliveries).toMatchObject([{ trigger: "confirmation", request: null }]);
    expect(answer.status).toBe(404);
    expect(answer.text).toContain("only its recipient may read it");
  });

  it("is not asked again by further changes, and within an hour not even on demand", async () => {
    const form = await make({ notification_emails: "ada@example.org" });
    await mailsTo("ada@example.org", 1);

    for (const notification_emails of ["", "ada@example.org", "ada@example.org, bob@example.org"]) {
      await server.patch(`/forms/${form.id}`, { notification_emails });
    }
    await mailsTo("bob@example.org", 1);
    const early = await sendAgain(form, "ada@example.org");
    await hourLater();
    const later = await sendAgain(form, "ADA@example.org");
    const mails = await mailsTo("ada@example.org", 2);

    expect(early.status).toBe(429);
    expect(Number(early.headers.get("retry-after"))).toBeGreaterThan(3_500);
    expect(JSON.stringify(early.json())).toMatch(/Try again in (?:59|60) minutes/);
    expect(later.status).toBe(200);
    expect(new Set(mails.map((mail) => linkIn(mail, "confirm"))).size).toBe(1);
    expect(new Set(mails.map((mail) => /Message-ID: (.*)/i.exec(mail)?.[1])).size).toBe(2);
  });

  it("is not asked if it has confirmed, unsubscribed, or is no recipient of the form", async () => {
    const form = await make({ notification_emails: "ada@example.org, bob@example.org" });
    const [question = ""] = await mailsTo("ada@example.org", 1);
    await post(linkIn(question, "confirm"));
    const { link_token } = await server.row("webhook", ["link_token"], { name: "bob@example.org" });
    await post(`${server.url}/mail/unsubscribe/${link_token}`);

    const answers = [
      await sendAgain(form, "ada@example.org"),
      await sendAgain(form, "bob@example.org"),
      await sendAgain(form, "carl@example.org"),
      await sendAgain(form, "Ada <ada@example.org>"),
    ];

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 422]);
    expect(answers.map(({ text }) => text).join("\n")).toMatch(
      /is confirmed[^]*has unsubscribed[^]*is not a recipient[^]*brackets/,
    );
  });

  it("is not asked for more than 100 addresses of an account in a day", async () => {
    const list = (name: string) =>
      Array.from({ length: 50 }, (_, n) => `${name}${n}@example.org`).join(", ");
    await make({
      notification_emails: list("a"),
      notification_cc_emails: list("b"),
      notification_bcc_emails: list("c"),
    });

    await relay.received(100);
    const unasked = await server.rows("mail_address", ["address"], { confirmation_sent_at: null });

    expect(unasked).toHaveLength(50);
    expect(unasked.every(({ address }) => address.startsWith("c"))).toBe(true);
  });

  it("is asked three times a day at most, by all forms and accounts together", async () => {
    const form = await make({ notification_emails: "ada@example.org" });
    await mailsTo("ada@example.org", 1);
    for (let count = 2; count <= 3; count += 1) {
      await hourLater();
      await sendAgain(form, "ada@example.org");
      await mailsTo("ada@example.org", count);
    }
    await hourLater();

    const fourth = await sendAgain(form, "ada@example.org");
    await server.request("PATCH", "/forms/2", {
      key: OTHER_ACCOUNT_KEY,
      json: { notification_emails: "ada@example.org, bob@example.org" },
    });
    await mailsTo("bob@example.org", 1);
    const byOthers = await server.sql(
      "select confirmation_sent_at from mail_address where account_id <> 1 and address like 'ada%'",
    );
    await server.sql("update mail_request set sent_at = sent_at - 86400000");
    await make({ name: "Second", notification_emails: "carl@example.org" });
    const mails = await mailsTo("ada@example.org", 4);

    expect(fourth.status).toBe(429);
    expect(byOthers).toEqual([{ confirmation_sent_at: null }]);
    expect(new Set(mails.map((mail) => linkIn(mail, "confirm"))).size).toBe(2);
  });

  it("is asked 100 times a day at most by an account, however often each one is", async () => {
    const form = await make({ notification_emails: "ada@example.org" });
    await mailsTo("ada@example.org", 1);
    await server.sql(
      `insert into mail_request (account_id, address, sent_at)
       select 1, 'other' || n || '@example.org', (select max(sent_at) from mail_request)
       from (with recursive k(n) as (select 1 union all select n + 1 from k where n < 99)
         select n from k) numbers`,
    );
    await hourLater();

    expect((await sendAgain(form, "ada@example.org")).status).toBe(429);
  });
});

async function unsubscribed() {
  const form = await make({ notification_emails: "ada@example.org" });
  const [question = ""] = await mailsTo("ada@example.org", 1);
  await post(linkIn(question, "confirm"));
  await server.post(form.uuid, { message: "First" });
  const [, notification = ""] = await mailsTo("ada@example.org", 2);
  const link = linkIn(notification, "unsubscribe");
  await post(link);
  return { form, resubscribe: link.replace("unsubscribe", "resubscribe") };
}

it("a recipient who has unsubscribed subscribes again by a link that is sent to it, which the form's owner cannot read", async () => {
  const { form, resubscribe } = await unsubscribed();

  const asked = await post(resubscribe);
  const [, , request = ""] = await mailsTo("ada@example.org", 3);
  const before = await stateOf(form, "ada@example.org");
  const { deliveries } = await server.read<DeliveryList>("/deliveries");
  const bodies = await Promise.all(
    deliveries.map(async ({ id }) => (await server.request("GET", `/deliveries/${id}/body`)).text),
  );
  const link = linkIn(request, "subscribe");
  const opened = await fetch(link);
  const stillGone = await stateOf(form, "ada@example.org");
  const resumed = await post(link);
  const again = await post(link);

  expect(await asked.text()).toContain("An e-mail was sent to ada@example.org.");
  expect(before).toMatchObject({ state: "unsubscribed" });
  expect(stillGone).toMatchObject({ state: "unsubscribed" });
  expect(bodies.join("\n").replaceAll("=\r\n", "")).not.toContain(
    link.slice(link.lastIndexOf("/") + 1),
  );
  expect(bodies.join("\n")).toContain("First");
  expect(await opened.text()).toContain("again?");
  expect([asked.status, resumed.status, again.status]).toEqual([200, 200, 404]);
  expect(await stateOf(form, "ada@example.org")).toMatchObject({ state: "active" });
});
