// The mail of a digest, read by an independent parser.
import { useEach } from "../../../../test/harness/use.ts";
import PostalMime from "postal-mime";
import { DAILY_TO_ADA, digestQueue } from "../../test/mail/digests.ts";
import { openJobFixture } from "../../test/job-fixture.ts";
import { changeForm, newSubmission } from "../../test/fixture.ts";
import { createDigestRenderer } from "./render-digest.ts";

const START = Date.parse("2026-03-22T06:00Z");
const DUE = Date.parse("2026-03-22T07:00Z");

const jobs = useEach(openJobFixture);
beforeEach(() => {
  jobs.clock.advanceTo(START);
  jobs.parts.clockWatch.deletionTime();
});

/** The mails of the digest at 8:00 in Berlin. */
async function mails() {
  jobs.clock.advanceTo(DUE);
  const renderer = createDigestRenderer({
    fromAddress: "forms@intray.test",
    sign: (message) => Promise.resolve(message),
    publicUrl: () => "https://intray.test",
  });
  await digestQueue(jobs.parts, renderer).queueDue(5);
  const rows = await jobs.fixture.db
    .selectFrom("test_body")
    .innerJoin("delivery", "delivery.id", "test_body.delivery_id")
    .innerJoin("webhook", "webhook.id", "delivery.webhook_id")
    .select(["test_body.body", "test_body.content_type", "delivery.url", "webhook.link_token"])
    .orderBy("delivery.id")
    .execute();
  return Promise.all(
    rows.map(async ({ body, ...row }) => ({ ...row, mail: await PostalMime.parse(body) })),
  );
}

it("names all recipients but the hidden ones, and has a link of its own for each", async () => {
  const { fixture } = jobs;
  await changeForm(fixture, {
    ...DAILY_TO_ADA,
    name: "Contact",
    notification_cc_emails: "bob@example.org",
    notification_bcc_emails: "eve@example.org",
    timezone: "Europe/Berlin",
    now: START,
  });
  const { id } = await fixture.accept(newSubmission(1, { now: START }));
  await fixture.accept(newSubmission(2, { now: START, spam: 1, email: "pills@example.com" }));

  const sent = await mails();

  expect(sent.map(({ url, content_type }) => [url, content_type])).toEqual([
    ["mailto:ada@example.org", "message/rfc822"],
    ["mailto:bob@example.org", "message/rfc822"],
    ["mailto:eve@example.org", "message/rfc822"],
  ]);
  for (const { link_token, mail } of sent) {
    expect(mail).toMatchObject({
      from: { name: "Contact", address: "forms@intray.test" },
      to: [{ address: "ada@example.org" }],
      cc: [{ address: "bob@example.org" }],
      date: new Date(DUE).toISOString(),
    });
    expect(mail.text).toContain("person1@example.org");
    expect(mail.text).toContain("number 1");
    expect(mail.text).toContain("pills@example.com");
    expect(mail.text).toContain(`https://intray.test/dashboard/submissions/${id}`);
    const link = `https://intray.test/mail/unsubscribe/${link_token}`;
    expect(mail.headers.find(({ key }) => key === "list-unsubscribe")?.value).toBe(`<${link}>`);
  }
  expect(new Set(sent.map(({ mail }) => mail.messageId)).size).toBe(3);
  expect(new Set(sent.map(({ link_token }) => link_token)).size).toBe(3);
});

it("names its recipient if no list names anybody else", async () => {
  const { fixture } = jobs;
  const bcc = { notification_emails: "", notification_bcc_emails: "eve@example.org" };
  await changeForm(fixture, { ...DAILY_TO_ADA, ...bcc, timezone: "Europe/Berlin", now: START });
  await fixture.accept(newSubmission(1, { now: START }));
  expect(await mails()).toMatchObject([{ mail: { to: [{ address: "eve@example.org" }] } }]);
});
