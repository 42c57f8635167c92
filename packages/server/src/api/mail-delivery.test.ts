// From a post to the relay: a server with e-mail set up, and a real SMTP server.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import PostalMime from "postal-mime";
import { type ApiServer, startApiServer } from "../../test/api-server.ts";
import { startRelay, type TestRelay } from "../../test/mail/relay.ts";

const PATIENCE = { interval: 50 };

let relay: TestRelay;
let server: ApiServer;
beforeAll(async () => {
  relay = await startRelay();
  server = await startApiServer({
    INTRAY_SMTP_URL: relay.url,
    INTRAY_MAIL_FROM: "Forms <forms@intray.test>",
    INTRAY_RETRY_SCHEDULE: Array(15).fill("1s").join(","),
    INTRAY_PUBLIC_URL: "https://intray.test",
  });
});
afterEach(async () => {
  await server.sql("delete from webhook");
  relay.behavior.drop = undefined;
  relay.behavior.recipients = {};
});
afterAll(async () => {
  await server.close();
  await relay.stop();
});

async function addRecipient(address: string, role: "to" | "cc" | "bcc" = "to"): Promise<number> {
  const [row] = (await server.sql(`insert into webhook (kind, account_id, form_id, name, url,
    trigger_when_spam, enabled, recipient_role, link_token, created_at, updated_at)
    values ('email', 1, 1, '${address}', 'mailto:${address}', 0, 1, '${role}', 'token-of-${role}',
      1, 1) returning id`)) as { id: number }[];
  return row?.id ?? 0;
}
const post = (message: string) =>
  server.post("1", new URLSearchParams({ email: "grace@example.org", message }));
const sentTo = (address: string) => relay.messages.filter(({ to }) => to.includes(address));
const statesOf = async (submission: number) =>
  (await server.sql(
    "select state, reason, attempts_made from delivery where submission_id = ? order by id",
    submission,
  )) as { state: string; reason: string | null; attempts_made: number }[];
const allAre = (submission: number, state: string) =>
  vi.waitFor(async () => {
    const states = await statesOf(submission);
    expect(states.length).toBeGreaterThan(0);
    expect(states.every((one) => one.state === state)).toBe(true);
  }, PATIENCE);

describe("a post to a form with e-mail recipients", () => {
  it("arrives as one mail for each, which names To and Cc and no Bcc", async () => {
    await addRecipient("to@example.org");
    await addRecipient("cc@example.org", "cc");
    await addRecipient("bcc@example.org", "bcc");

    const id = await post("forty chairs");

    await allAre(id, "succeeded");
    for (const address of ["to@example.org", "cc@example.org", "bcc@example.org"]) {
      const [message] = sentTo(address);
      const mail = await PostalMime.parse(message?.raw ?? "");
      expect(message?.from).toBe("forms@intray.test");
      expect(mail.text).toContain("forty chairs");
      expect(mail.text).toContain(`/dashboard/submissions/${id}#mark-spam`);
      expect(mail.to?.map((one) => one.address)).toEqual(["to@example.org"]);
      expect(mail.cc?.map((one) => one.address)).toEqual(["cc@example.org"]);
      expect(mail.replyTo?.map((one) => one.address)).toEqual(["grace@example.org"]);
      expect(message?.raw.toString()).not.toMatch(/^(?:bcc:|.*bcc@example\.org)/im);
    }
    const attempts = await server.sql(
      "select http_status, smtp_status, outcome from attempt order by id",
    );
    expect(attempts[0]).toEqual({ http_status: null, smtp_status: 250, outcome: "succeeded" });
  });

  it("fails for good for a recipient whom the relay refuses, and not for the others", async () => {
    await addRecipient("gone@example.org");
    await addRecipient("here@example.org");
    relay.behavior.recipients = { "gone@example.org": [550, "5.1.1 No such user"] };

    const id = await post("who");

    await vi.waitFor(async () => {
      expect(await statesOf(id)).toEqual([
        { state: "exhausted", reason: "smtp_550", attempts_made: 1 },
        { state: "succeeded", reason: null, attempts_made: 1 },
      ]);
    }, PATIENCE);
    // Nothing but a webhook is disabled by such an answer.
    expect(await server.sql("select enabled from webhook order by id")).toEqual([
      { enabled: 1 },
      { enabled: 1 },
    ]);
  });

  it("is sent once a relay that was down is back, through one circuit and without loss", async () => {
    for (let n = 0; n < 4; n += 1) await addRecipient(`reader${n}@example.org`);
    const { port } = relay;
    await relay.stop();

    const ids = [await post("one"), await post("two")];
    await vi.waitFor(async () => {
      const [row] = (await server.sql(
        "select count(*) as failures from attempt where error_code = 'connection_refused'",
      )) as { failures: number }[];
      expect(row?.failures).toBeGreaterThanOrEqual(3);
    }, PATIENCE);
    relay = await startRelay({ port });

    for (const id of ids) await allAre(id, "succeeded");
    for (let n = 0; n < 4; n += 1) expect(sentTo(`reader${n}@example.org`)).toHaveLength(2);
  });
});
