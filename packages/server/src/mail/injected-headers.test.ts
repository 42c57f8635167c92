// Whatever is typed into a form, posted to it or set for it adds no header and no recipient to its mails.
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type ApiServer, startApiServer } from "../../test/api-server.ts";
import { HEADER_ATTACKS } from "../../test/mail/header-attacks.ts";
import { startRelay, type TestRelay } from "../../test/mail/relay.ts";

const OWNER = "owner@example.org";
const SENDER = "grace@example.org";
const SUBJECT = 'Subject of the form: {{field "topic"}}';

/** Settings of the form and fields of the post with the hostile text in one of them. */
type Place = (attack: string) => { readonly form?: object; readonly post?: Record<string, string> };

const SETTINGS = [
  "name",
  "notification_subject",
  "notification_from_name",
  "autoreply_subject",
  "autoreply_from_name",
  "autoreply_email",
  "notification_emails",
  "notification_cc_emails",
  "notification_bcc_emails",
] as const;
const FIELDS = ["topic", "email", "_subject", "_replyto"] as const;
const PLACES: Readonly<Record<string, Place>> = {
  ...Object.fromEntries(SETTINGS.map((name) => [name, (attack) => ({ form: { [name]: attack } })])),
  ...Object.fromEntries(FIELDS.map((name) => [name, (attack) => ({ post: { [name]: attack } })])),
  "an address that begins well": (attack) => ({ form: { notification_emails: OWNER + attack } }),
  "an e-mail that begins well": (attack) => ({ post: { email: SENDER + attack } }),
  "the name of a field": (attack) => ({ post: { [attack]: "x" } }),
};

/** The headers that notifications and automatic answers have. */
const ALLOWED = [
  "auto-submitted",
  "cc",
  "content-type",
  "date",
  "from",
  "in-reply-to",
  "list-unsubscribe",
  "list-unsubscribe-post",
  "message-id",
  "mime-version",
  "precedence",
  "references",
  "reply-to",
  "subject",
  "to",
  "x-auto-response-suppress",
];

let server: ApiServer;
let relay: TestRelay;
beforeAll(async () => {
  relay = await startRelay();
  server = await startApiServer({
    INTRAY_SMTP_URL: relay.url,
    INTRAY_MAIL_FROM: "forms@intray.test",
    INTRAY_MAIL_RATE: "off",
    INTRAY_MAIL_CONFIRM: "false",
  });
});
afterAll(async () => {
  await server.close();
  await relay.stop();
});

it.each(Object.entries(PLACES))("no header by %s", async (_, place) => {
  const first = relay.messages.length;
  let refused = 0;
  for (const attack of HEADER_ATTACKS) {
    const { form = {}, post = {} } = place(attack);
    const settings = {
      name: "Contact",
      notification_emails: OWNER,
      notification_subject: SUBJECT,
      autoreply: true,
      ...form,
    };
    const made = await server.request("POST", "/forms", { json: settings });
    if (made.status === 422) {
      refused += 1;
      continue;
    }
    expect(made.status).toBe(201);
    const { uuid } = made.json() as { readonly uuid: string };
    await server.post(uuid, new URLSearchParams({ email: SENDER, topic: "chairs", ...post }));
  }
  await vi.waitUntil(async () => {
    const open = "select id from delivery where state in ('queued', 'delivering')";
    return (await server.sql(open)).length === 0;
  });

  const received = relay.messages.slice(first);

  // Each form that was made sends its notification; the answer may have no address to go to.
  const notifications = received.filter(({ to }) => to[0] === OWNER);
  expect(notifications.length).toBe(HEADER_ATTACKS.length - refused);
  for (const { raw, from, to } of received) {
    const email = await PostalMime.parse(raw);
    const keys = email.headers.map(({ key }) => key);
    const others = [email.from, ...(email.to ?? []), ...(email.cc ?? []), ...(email.replyTo ?? [])]
      .map((one) => one?.address)
      .filter((address) => ![OWNER, SENDER, "forms@intray.test"].includes(address ?? ""));
    expect({ from, to: [OWNER, SENDER].includes(to.join()) }).toEqual({
      from: "forms@intray.test",
      to: true,
    });
    expect(others).toEqual([]);
    expect(keys.filter((key) => !ALLOWED.includes(key))).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
    // Lines that end in CR or LF alone would be headers for some servers.
    const [head = ""] = raw.toString("latin1").split("\r\n\r\n", 1);
    expect(head.replaceAll("\r\n", "")).not.toMatch(/[\r\n\0]/);
  }
});
