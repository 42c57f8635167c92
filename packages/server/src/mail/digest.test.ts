import { ENVELOPE, mailForm } from "../../test/mail/mails.ts";
import { headerOf, parsedMail } from "../../test/mail/parsed.ts";
import { digest, type DigestEntry, type DigestInput } from "./digest.tsx";

const entry = (n: number): DigestEntry => ({
  createdAt: Date.UTC(2026, 10, 23, 7, n % 60),
  email: `ada${n}@example.org`,
  fields: [
    ["email", `ada${n}@example.org`],
    ["message", `Hello\n<b>${n}</b>`],
  ],
  open: `https://intray.test/dashboard/submissions/${n}`,
});

const INPUT: DigestInput = {
  form: mailForm(),
  envelope: ENVELOPE,
  from: Date.UTC(2026, 10, 22, 7),
  to: Date.UTC(2026, 10, 23, 7),
  counts: { submissions: 2, spam: 1 },
  submissions: [entry(1), entry(2)],
  spam: [entry(3)],
  openAll: "https://intray.test/dashboard/inbox",
  unsubscribeUrl: "https://intray.test/unsubscribe/token",
};
const sent = (over: Partial<DigestInput> = {}) => parsedMail(digest({ ...INPUT, ...over }));

it("has counts, submissions, and what was held as spam", async () => {
  const email = await sent();

  expect(email.subject).toBe("Contact: 2 new submissions");
  expect(email.text).toBe(`Contact
From Sunday, 22 November 2026 at 08:00 CET to Monday, 23 November 2026 at 08:00 CET
Submissions: 2
Held as spam: 1

Submissions: 2
====================

23 Nov, 08:01 · ada1@example.org
  message: Hello <b>1</b>
Open: https://intray.test/dashboard/submissions/1

23 Nov, 08:02 · ada2@example.org
  message: Hello <b>2</b>
Open: https://intray.test/dashboard/submissions/2

Held as spam: 1
====================

Open a submission to see it whole, or to mark it as not spam.

23 Nov, 08:03 · ada3@example.org
  message: Hello <b>3</b>
Open: https://intray.test/dashboard/submissions/3

Open all submissions: https://intray.test/dashboard/inbox

-- ${""}
You receive this e-mail because submissions of the form “Contact” are sent to this address.
Unsubscribe: https://intray.test/unsubscribe/token`);
  expect(email.html).toContain("Hello &lt;b&gt;3&lt;/b&gt;");
  expect(email.inReplyTo).toBe("<form_0123456789ab@intray.test>");
  expect(headerOf(email, "precedence")).toEqual(["bulk"]);
  expect(headerOf(email, "list-unsubscribe").length).toBe(1);
});

it("lists the first ones of many, and stays small", async () => {
  const huge = "x<&".repeat(100_000);
  const many = Array.from({ length: 500 }, (_, n) => ({
    ...entry(n),
    fields: Array.from({ length: 100 }, (__, field) => [`${huge}${field}`, huge] as const),
  }));

  const counts = { submissions: 1_500, spam: 600 };
  const mail = digest({ ...INPUT, submissions: many, spam: many, counts });

  expect(mail.text).toContain("and 1,470 more submissions");
  expect(mail.text).toContain("and 580 more submissions");
  expect(mail.html?.length).toBeLessThan(300_000);
});

it("has no links to the dashboard if the form hides them", async () => {
  const email = await sent({ form: mailForm({ hide_dashboard_button: true }) });

  expect(email.text + email.html).not.toContain("dashboard");
});

it("is in UTC if this version of Node does not know the form's time zone", async () => {
  const email = await sent({ form: { ...mailForm(), timezone: "Mars/Olympus_Mons" } });

  expect(email.text).toContain("22 November 2026 at 07:00 UTC");
});
