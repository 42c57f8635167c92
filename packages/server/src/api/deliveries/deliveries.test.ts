import { useShared } from "../../../../../test/harness/use.ts";
import type { DeliveryList } from "@intray/sdk/schemas";
import { startApiServer } from "../../../test/api-server.ts";
import { startRelay } from "../../../test/mail/relay.ts";

const PATIENCE = { interval: 50 };

let webhook: number;
let recipient: number;
let submission: number;
const relay = useShared(startRelay);
const server = useShared(() =>
  startApiServer({
    INTRAY_SMTP_URL: relay.url,
    INTRAY_MAIL_FROM: "forms@intray.test",
    INTRAY_PUBLIC_URL: "https://intray.test",
  }),
);
beforeAll(async () => {
  webhook = (await server.create("/form_webhooks", { form_id: 1, url: "http://127.0.0.1:9/" })).id;
  recipient = await insert(`insert into webhook (kind, account_id, form_id, name, url,
    trigger_when_spam, enabled, recipient_role, link_token, created_at, updated_at)
    values ('email', 1, 1, 'Ada', 'mailto:ada@example.org', 0, 1, 'to', 'token', 1, 1)
    returning id`);
  submission = await server.post("1", { message: "hello" });
  await insert(`insert into delivery (account_id, webhook_id, webhook_name, url, "trigger", state,
    finished_at, created_at)
    values (1, ${webhook}, 'Alerts', 'https://chat.example/', 'alert', 'succeeded', 2, 1)
    returning id`);
  await vi.waitUntil(
    async () => (await list("?kind=email")).deliveries[0]?.state === "succeeded",
    PATIENCE,
  );
});

async function insert(statement: string): Promise<number> {
  const [row] = (await server.sql(statement)) as { id: number }[];
  return row?.id ?? 0;
}
const list = (query = "") => server.read<DeliveryList>(`/deliveries${query}`);
const idOfMail = async () => (await list("?kind=email")).deliveries.at(-1)?.id ?? 0;

describe("the list of deliveries", () => {
  it("has every kind, with what each answered", async () => {
    const { deliveries, meta } = await list();

    expect(meta.count).toBe(3);
    const [alert, mail, hook] = deliveries;
    expect(alert).toMatchObject({ trigger: "alert", submission_id: null, form_id: null });
    expect(alert).toMatchObject({ kind: "webhook", form_name: null, can_refire: false });
    expect(mail).toMatchObject({
      kind: "email",
      destination_id: recipient,
      destination_name: "Ada",
      address: "ada@example.org",
      submission_id: submission,
      form_id: 1,
      form_name: "Sample form",
      can_refire: true,
      trigger: "intake",
      message_id: /^Message-ID: <(\S+)@/m.exec(relay.messages[0]?.raw.toString() ?? "")?.[1],
      request: { content_type: "message/rfc822" },
      attempts: [{ smtp_status: 250, http_status: null, outcome: "succeeded" }],
    });
    expect(hook).toMatchObject({
      kind: "webhook",
      destination_id: webhook,
      address: "http://127.0.0.1:9/",
    });
  });
});

describe("a delivery by e-mail", () => {
  it("is the one of the list", async () => {
    const { deliveries } = await list("?kind=email");

    expect(await server.read(`/deliveries/${deliveries[0]?.id}`)).toEqual(deliveries[0]);
  });

  it("has the message that was sent", async () => {
    const answer = await server.request("GET", `/deliveries/${await idOfMail()}/body`);

    expect(answer.headers.get("content-type")).toBe("message/rfc822");
    expect(answer.text).toBe(relay.messages[0]?.raw.toString());
  });

  it("is hidden from a key of the form, which may be in a page", async () => {
    const key = await server.createKey({ form_id: 1 });
    const id = await idOfMail();
    const before = relay.messages.length;

    const all = await server.read<DeliveryList>("/deliveries", key);
    const answers = [
      await server.request("GET", "/deliveries?kind=email", { key }),
      await server.request("GET", `/deliveries/${id}`, { key }),
      await server.request("GET", `/deliveries/${id}/body`, { key }),
      await server.request("POST", `/deliveries/${id}/refire`, { key }),
    ];

    expect(all.deliveries).toMatchObject([{ kind: "webhook", destination_id: webhook }]);
    expect(answers.map(({ status }) => status)).toEqual([403, 404, 404, 404]);
    expect(relay.messages).toHaveLength(before);
  });

  it("is sent again with the same bytes", async () => {
    const before = relay.messages.length;

    const answer = await server.request("POST", `/deliveries/${await idOfMail()}/refire`);

    expect(answer.json()).toMatchObject({ deliveries: [{ kind: "email", trigger: "refire_log" }] });
    const messages = await relay.received(before + 1);
    expect(messages.at(-1)?.raw.toString()).toBe(messages[0]?.raw.toString());
  });

  it("is not sent again to somebody who unsubscribed, nor if it has no submission", async () => {
    const id = await idOfMail();
    const left = { enabled: 0, disabled_reason: "unsubscribed" } as const;
    await server.update("webhook", left, { id: recipient });
    const digest =
      await insert(`insert into delivery (account_id, form_id, webhook_id, webhook_name,
      url, "trigger", state, finished_at, created_at)
      values (1, 1, ${recipient}, 'Ada', 'mailto:ada@example.org', 'digest', 'succeeded', 2, 1)
      returning id`);

    for (const one of [id, digest]) {
      const answer = await server.request("POST", `/deliveries/${one}/refire`);
      expect([answer.status, answer.json()]).toMatchObject([409, { code: "conflict" }]);
    }
  });
});
