// From a reply to the relay: a server with e-mail set up, and a real SMTP server.
import type { Reply, ReplyPreview, ReplyTemplateList } from "@intray/sdk/schemas";
import { useShared } from "../../../../../test/harness/use.ts";
import { ADA, PATIENCE, startReplies } from "../../../test/mail/replies.ts";

let id: number;
const chairs = useShared(startReplies);
beforeEach(async () => {
  id = await chairs.post({ name: "Ada", email: ADA });
});

describe("a reply", () => {
  it("reaches the submitter alone, from a person, with the submission quoted", async () => {
    const written = await chairs.write(id, { text: "Forty chairs are on their way.\n\nGrace" });

    expect(written.status).toBe(201);
    expect(written.json()).toMatchObject({ to: ADA, state: "queued", subject: "Re: Chairs" });
    const mail = await chairs.mailWith("Forty chairs are on their way.");
    expect(mail.envelope).toMatchObject({ from: "forms@intray.test", to: [ADA] });
    expect(mail.from).toMatchObject({ name: "The chair people", address: "forms@intray.test" });
    expect(mail.to).toMatchObject([{ address: ADA }]);
    expect(mail.replyTo).toMatchObject([{ address: "team@example.org" }]);
    expect([mail.subject, mail.html]).toEqual(["Re: Chairs", undefined]);
    expect(mail.text).toMatch(
      /^Forty chairs are on their way\.\n\nGrace\n\nWhat you sent us, .+:\n> message: chair \d+\n> name: Ada\n> email: ada@example\.org\n$/,
    );
    expect(mail.raw).not.toMatch(/^(?:Auto-Submitted|Precedence|List-Unsubscribe|X-Auto)/im);
    const sent = await chairs.inState(id, "sent");
    expect(sent).toMatchObject({ reason: null, message_id: mail.messageId?.slice(1, -1) });
    expect(sent?.finished_at).not.toBeNull();
    const answered = { answered_at: sent?.created_at, read: false };
    expect(await chairs.server.submission(id)).toMatchObject(answered);
  });

  it("continues the thread of the automatic answer and of earlier replies", async () => {
    const answering = await chairs.server.create<typeof chairs.form>("/forms", {
      name: "Tables",
      autoreply: true,
      autoreply_email: "tables@example.org",
      autoreply_subject: "Thank you for writing",
    });
    const at = await chairs.post({ email: "thread@example.org" }, answering);

    const answer = await chairs.mailWith("Subject: Thank you for writing");
    await vi.waitFor(async () => {
      const rows = await chairs.server.rows("delivery", ["state"], { submission_id: at });
      expect(rows).toEqual([{ state: "succeeded" }]);
    }, PATIENCE);

    await chairs.write(at, { text: "the first of two" });
    const first = await chairs.mailWith("the first of two");
    await chairs.write(at, { text: "the second of two" });
    const second = await chairs.mailWith("the second of two");

    expect([first.subject, second.subject]).toEqual(Array(2).fill("Re: Thank you for writing"));
    expect([first.inReplyTo, second.inReplyTo]).toEqual([answer.messageId, first.messageId]);
    // The first one is the id that the answer would have if an earlier version had sent it.
    expect(second.references).toMatch(/^<msg_\d+_\d+_\S+@intray\.test> /);
    expect(second.references).toContain(`> ${answer.messageId} ${first.messageId}`);
  });

  it("is sent once for one idempotency key, also after its template was deleted", async () => {
    const once = { name: "Once", body: "Just once." };
    const template = await chairs.server.create("/reply_templates", once);
    const headers = { "idempotency-key": "one-reply" };
    const json = { template_id: template.id };

    const [one, two] = await Promise.all([
      chairs.write(id, json, headers),
      chairs.write(id, json, headers),
    ]);
    await chairs.server.request("DELETE", `/reply_templates/${template.id}`);
    const late = await chairs.write(id, json, headers);

    expect([one.status, two.status, late.status]).toEqual([201, 201, 201]);
    expect([two.json(), late.json()]).toEqual([one.json(), one.json()]);
    await chairs.inState(id, "sent");
    expect(await chairs.replies(id)).toHaveLength(1);
    expect(chairs.mails("Just once.")).toHaveLength(1);
  });

  it("shows why it failed, and what the relay said", async () => {
    const at = await chairs.post({ email: "gone@example.org" });
    chairs.relay.behavior.recipients = { "gone@example.org": [550, "5.1.1 No such user"] };

    await chairs.write(at, { text: "anybody there?" });

    const failed = await chairs.inState(at, "failed");
    expect(failed).toMatchObject({ reason: "smtp_550" });
    expect(failed?.answer).toContain("No such user");
  });

  it("is answered to the account's sign-in address if the form has none, or refused", async () => {
    const plain = await chairs.server.create<typeof chairs.form>("/forms", { name: "Plain" });
    const at = await chairs.post({ email: ADA }, plain);

    const nowhere = await chairs.write(at, { text: "to nobody" });
    await chairs.server.insert("login", { email: "grace@example.org" });
    const answered = await chairs.write(at, { text: "to Grace" });

    expect(nowhere.status).toBe(409);
    expect(answered.json()).toMatchObject({ reply_to: "grace@example.org" });
  });

  it("emits submission.updated when it is written and when it is sent", async () => {
    await chairs.write(id, { text: "news" });
    await chairs.inState(id, "sent");

    const events = await chairs.server.rows("event", ["id"], {
      kind: "submission.updated",
      items: JSON.stringify([id]),
    });
    expect(events).toHaveLength(2);
  });

  it("leaves the state of delivery alone, and cannot be fired again", async () => {
    const { delivery_id } = (await chairs.write(id, { text: "not again" })).json() as Reply;
    await chairs.inState(id, "sent");

    const again = await chairs.server.request("POST", `/deliveries/${delivery_id}/refire`);

    const untouched = { delivery_state: "none", webhook_sent_at: null };
    expect(await chairs.server.submission(id)).toMatchObject(untouched);
    expect(again.status).toBe(409);
    expect(chairs.mails("not again")).toHaveLength(1);
    const log = await chairs.server.read(`/deliveries/${delivery_id}`);
    expect(log).toMatchObject({ trigger: "reply", address: ADA });
  });

  it("shows as sent after its message was pruned", async () => {
    const { delivery_id } = (await chairs.write(id, { text: "kept text" })).json() as Reply;
    await chairs.inState(id, "sent");
    await chairs.server.sql("delete from test_body where delivery_id = ?", delivery_id);
    await chairs.server.sql("delete from attempt where delivery_id = ?", delivery_id);

    expect(await chairs.replies(id)).toMatchObject([{ text: "kept text", state: "sent" }]);
  });
});

it("a preview shows the mail of a template, and sends nothing", async () => {
  const template = await chairs.server.create("/reply_templates", {
    form_id: chairs.form.id,
    name: "Shipped",
    body: 'Dear {{field "name"}}, about {{form_name}}.',
  });

  const shown = await chairs.server.request("POST", `/submissions/${id}/replies/preview`, {
    json: { template_id: template.id },
  });

  expect(shown.json() as ReplyPreview).toMatchObject({
    from: { name: "The chair people", address: "forms@intray.test" },
    to: ADA,
    reply_to: "team@example.org",
    subject: "Re: Chairs",
    text: "Dear Ada, about Chairs.",
    sending_notice: null,
  });
  expect((shown.json() as ReplyPreview).quoted).toContain("> name: Ada");
  expect(await chairs.replies(id)).toEqual([]);
});

describe("templates of replies", () => {
  it("are listed by form, changed and deleted", async () => {
    const other = await chairs.server.create("/forms", { name: "Other" });
    const body = "Hello";
    const own = { name: "B", body, form_id: chairs.form.id };
    const one = await chairs.server.create("/reply_templates", own);
    const all = await chairs.server.create("/reply_templates", { name: "A for all", body });
    const path = `/reply_templates/${one.id}`;

    const changed = await chairs.server.patch(path, { reply_template: { name: "C" } });
    const ids = async (form_id: number) => {
      const list = `/reply_templates?form_id=${form_id}`;
      return (await chairs.server.read<ReplyTemplateList>(list)).reply_templates.map((t) => t.id);
    };
    const [ofOther, ofForm] = [await ids(other.id), await ids(chairs.form.id)];
    const deleted = await chairs.server.request("DELETE", path);

    expect(changed).toMatchObject({ id: one.id, name: "C", body, form_id: chairs.form.id });
    expect([ofOther.includes(one.id), ofOther.includes(all.id)]).toEqual([false, true]);
    expect(ofForm).toEqual(expect.arrayContaining([all.id, one.id]));
    expect(deleted.status).toBe(200);
    expect((await chairs.server.request("DELETE", path)).status).toBe(404);
  });

  it("are refused with line and column if they are wrong, and if the name is taken", async () => {
    const json = { name: "Name", body: "Hi\n{{#if}}" };
    const wrong = await chairs.server.request("POST", "/reply_templates", { json });
    const good = { name: "Taken", body: "Hi" };
    await chairs.server.create("/reply_templates", good);
    const taken = await chairs.server.request("POST", "/reply_templates", { json: good });

    expect([wrong.status, taken.status]).toEqual([422, 409]);
    expect(wrong.text).toMatch(/line 2/);
  });
});
