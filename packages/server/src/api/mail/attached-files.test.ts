// Files of a post in the notification, from a folder and from a bucket.
import { randomBytes } from "node:crypto";
import type { Form } from "@intray/sdk/schemas";
import PostalMime from "postal-mime";
import { startS3 } from "../../../../../test/harness/s3.ts";
import { useShared } from "../../../../../test/harness/use.ts";
import { useMailServer } from "../../../test/api-server.ts";

const WAIT = { interval: 20 };
const MIB = 1_024 * 1_024;

describe.each(["folder", "bucket"])("files in a %s", (storage) => {
  const s3 = useShared(startS3);
  const { relay, server } = useMailServer(() => ({
    INTRAY_MAIL_CONFIRM: "false",
    ...(storage === "bucket" && { ...s3.settings, INTRAY_ATTACHMENTS_DIR: "" }),
  }));

  const make = (notification_attachments: Form["notification_attachments"]) =>
    server.create<Form>("/forms", {
      name: "Applications",
      notification_emails: "ada@example.org",
      notification_attachments,
    });
  function post(form: Form, ...files: readonly (readonly [name: string, content: Buffer])[]) {
    const body = new FormData();
    body.set("name", "Grace");
    for (const [name, content] of files) {
      body.append("cv", new File([new Uint8Array(content)], name, { type: "application/pdf" }));
    }
    return server.post(form.uuid, body);
  }
  async function mail(count: number) {
    await vi.waitUntil(() => relay.messages.length >= count, WAIT);
    return PostalMime.parse(relay.messages[count - 1]?.raw ?? "");
  }

  it("are attached up to 10 MiB together, and larger ones only links", async () => {
    const form = await make("attached");
    const [one, two] = [randomBytes(6 * MIB), randomBytes(4 * MIB)];

    await post(form, ["a.pdf", one], ["b\r\nX-Evil: 1.pdf", two]);
    const attached = await mail(1);
    await post(form, ["a.pdf", one], ["c.pdf", Buffer.concat([two, Buffer.from("x")])]);
    const linked = await mail(2);

    const pdf = { mimeType: "application/pdf" };
    expect(attached.attachments).toMatchObject([pdf, pdf]);
    const contents = attached.attachments.map(({ content }) => Buffer.from(content as ArrayBuffer));
    expect([contents[0]?.equals(one), contents[1]?.equals(two)]).toEqual([true, true]);
    expect(attached.text).toMatch(/a\.pdf \(6\.0 MiB\): .+\/public/);
    expect(attached.text).not.toContain("too large");
    expect(attached.headers.map(({ key }) => key)).not.toContain("x-evil");
    expect(linked.attachments).toEqual([]);
    expect(linked.text).toContain("The files are too large to be attached.");
    expect(linked.text).toMatch(/c\.pdf \(4\.0 MiB\): .+\/public/);
  });

  it("are only links unless the form says otherwise", async () => {
    const form = await make("links");

    const mails = relay.messages.length;
    await post(form, ["a.pdf", Buffer.from("%PDF")]);

    const { attachments, text } = await mail(mails + 1);
    expect(form.notification_attachments).toBe("links");
    expect(attachments).toEqual([]);
    expect(text).toContain("a.pdf (4 B)");
  });

  it.runIf(storage === "bucket")("hold the notification back while the bucket fails", async () => {
    const mails = relay.messages.length;
    const form = await make("attached");
    s3.interfere = (incoming, outgoing) => {
      if (incoming.method !== "GET") return false;
      outgoing.writeHead(403).end();
      return true;
    };
    const id = await post(form, ["a.pdf", Buffer.from("%PDF")]);
    const columns = ["reason", "attempts_made", "next_attempt_at", "created_at"] as const;
    const waiting = await vi.waitUntil(async () => {
      const [row] = await server.rows("delivery", columns, { submission_id: id, state: "queued" });
      return row !== undefined && Number(row.next_attempt_at) > row.created_at && row;
    }, WAIT);
    s3.interfere = () => false;
    await server.sql("update delivery set next_attempt_at = created_at where state = 'queued'");
    // Wakes the outbox.
    await server.post(form.uuid, { name: "Without files" });

    await vi.waitUntil(() => relay.messages.length === mails + 2, WAIT);
    const sent = await Promise.all([mail(mails + 1), mail(mails + 2)]);
    expect(waiting).toMatchObject({ reason: null, attempts_made: 0 });
    expect(sent.map(({ attachments }) => attachments.length).toSorted((a, b) => a - b)).toEqual([
      0, 1,
    ]);
  });
});
