// From a post to the relay: a server with e-mail set up, and a real SMTP server.
import PostalMime from "postal-mime";
import { useMailServer } from "../../test/api-server.ts";

const { relay, server } = useMailServer(() => ({ INTRAY_MAIL_CONFIRM: "false" }));

it("sends a post as one mail for each recipient, which names To and Cc and no Bcc", async () => {
  const { uuid } = await server.create<{ uuid: string }>("/forms", {
    name: "Chairs",
    notification_emails: "to@example.org",
    notification_cc_emails: "cc@example.org",
    notification_bcc_emails: "bcc@example.org",
  });

  const fields = { email: "grace@example.org", message: "forty chairs" };
  const id = await server.post(uuid, fields);

  const attempts = await vi.waitFor(async () => {
    const rows = await server.sql("select http_status, smtp_status, outcome from attempt");
    expect(rows).toHaveLength(3);
    return rows;
  });
  expect(new Set(attempts.map((row) => JSON.stringify(row))).size).toBe(1);
  expect(attempts[0]).toEqual({ http_status: null, smtp_status: 250, outcome: "succeeded" });
  for (const address of ["to@example.org", "cc@example.org", "bcc@example.org"]) {
    const [message] = relay.messages.filter(({ to }) => to.includes(address));
    const mail = await PostalMime.parse(message?.raw ?? "");
    expect(message?.from).toBe("forms@intray.test");
    expect(mail.text).toContain("forty chairs");
    expect(mail.text).toContain(`/dashboard/submissions/${id}#mark-spam`);
    expect(mail.to?.map((one) => one.address)).toEqual(["to@example.org"]);
    expect(mail.cc?.map((one) => one.address)).toEqual(["cc@example.org"]);
    expect(mail.replyTo?.map((one) => one.address)).toEqual(["grace@example.org"]);
    expect(message?.raw.toString()).not.toMatch(/^(?:bcc:|.*bcc@example\.org)/im);
  }
});

it("names the recipient of each mail if no list names anybody else", async () => {
  const settings = { name: "Tables", notification_bcc_emails: "one@example.org, two@example.org" };
  const form = await server.create<{ uuid: string }>("/forms", settings);
  await server.post(form.uuid, { message: "forty tables" });
  await vi.waitFor(() => expect(relay.messages).toHaveLength(5));
  for (const { to, raw } of relay.messages.slice(3)) {
    expect((await PostalMime.parse(raw)).to?.map(({ address }) => address)).toEqual(to);
  }
});
