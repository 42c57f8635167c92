import type { DeliveryList } from "@intray/sdk/schemas";
import { useMailServer } from "../../../test/api-server.ts";

const PATIENCE = { interval: 50 };
const ADA = "mailto:ada@example.org";
const ENDED = { state: "succeeded", next_attempt_at: null, finished_at: 2 } as const;

let webhook: number;
let recipient: number;
let submission: number;
const { relay, server } = useMailServer();
beforeAll(async () => {
  webhook = (await server.addWebhook(1)).id;
  const ada = { kind: "email", name: "Ada", recipient_role: "to", link_token: "token" } as const;
  recipient = (await server.insert("webhook", { url: ADA, ...ada })).id;
  submission = await server.post("1", { message: "hello" });
  const alert = { form_id: null, webhook_id: webhook, trigger: "alert" } as const;
  await server.insert("delivery", { ...alert, ...ENDED });
  await vi.waitUntil(
    async () => (await list("?kind=email")).deliveries[0]?.state === "succeeded",
    PATIENCE,
  );
});

const list = (query = "") => server.read<DeliveryList>(`/deliveries${query}`);
const idOfMail = async () => (await list("?kind=email")).deliveries.at(-1)?.id ?? 0;

it("the list of deliveries has every kind, with what each answered", async () => {
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
    address: "http://127.0.0.1:9",
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
    const own = { webhook_id: recipient, url: ADA, trigger: "digest" } as const;
    const digest = await server.insert("delivery", { ...own, ...ENDED });

    for (const one of [id, digest.id]) {
      const answer = await server.request("POST", `/deliveries/${one}/refire`);
      expect([answer.status, answer.json()]).toMatchObject([409, { code: "conflict" }]);
    }
  });
});
