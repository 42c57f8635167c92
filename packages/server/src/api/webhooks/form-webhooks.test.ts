import type { FormWebhook, SigningSecret } from "@intray/sdk/schemas";
import { useApiServer } from "../../../test/api-server.ts";
import { MASK } from "../../domain/delivery/webhook.ts";

const server = useApiServer();

const HOOK_URL = "https://receiver.example/hook";
const make = (json: object = {}) =>
  server.create<FormWebhook>("/form_webhooks", { form_id: 1, url: HOOK_URL, ...json });
const encryptedHeaders = async (id: number) =>
  JSON.parse(String((await stored(id))["headers"])) as { name: string; encrypted: string }[];
const stored = async (id: number) => {
  const [row] = await server.sql("select * from webhook where id = ?", id);
  return row as Record<string, unknown>;
};

describe("a webhook", () => {
  it("is created with only a form and a URL and the documented defaults", async () => {
    expect(await make()).toMatchObject({
      form_id: 1,
      url: HOOK_URL,
      format: "json",
      headers: [],
      trigger_when_spam: false,
      enabled: true,
      disabled_reason: null,
      failure_count: 0,
      last_failure_at: null,
    });
  });

  it.each([
    ["https://hooks.slack.com/services/T/B/x", {}, "slack"],
    ["https://ptb.discord.com/api/webhooks/1/x", {}, "discord"],
    ["https://api.telegram.org/bot1:x/sendMessage?chat_id=-1", {}, "telegram"],
    ["https://ntfy.sh/topic", {}, "ntfy"],
    ["https://example.webhook.office.com/webhookb2/x", {}, "team_chat"],
    ["https://ntfy.sh/topic", { format: "json" }, "json"],
    ["https://notdiscord.com/api/webhooks/1/x", {}, "json"],
  ])("at %s with %j has the format %s", async (url, given, format) => {
    const { id } = await make({ url, ...given });

    const shown = await server.read<FormWebhook>(`/form_webhooks/${id}`);

    expect(shown.format).toBe(format);
  });

  it.each([
    [{ url: undefined }, "url"],
    [{ url: "ftp://receiver.example/" }, "url"],
    [{ form_id: undefined }, "form_id"],
    [{ format: "xml" }, "format"],
    [{ format: "custom" }, "template"],
    [{ format: "custom", template: "{}", content_type: "text/html" }, "content_type"],
    [{ signing_secret: "fifteen letters" }, "signing_secret"],
    [{ signing_secret: "x".repeat(257) }, "signing_secret"],
    [{ signing_secret: "sixteen\nletters!" }, "signing_secret"],
    [{ signing_secret: "whsec_no base64 at all" }, "signing_secret"],
    [{ signing_secret: "whsec_MfKQ9r8GKYqrTwjUP" }, "signing_secret"],
    [{ signature_header: "X Signature" }, "signature_header"],
    [{ signature_header: "Content-Type" }, "signature_header"],
    [{ signature_header: "webhook-signature" }, "signature_header"],
    [{ headers: [{ name: "X-A" }] }, "headers"],
    [{ headers: [{ name: "Host", value: "x" }] }, "headers"],
    [{ headers: [{ name: "X-A", value: MASK }] }, "headers"],
    [{ headers: Array.from({ length: 51 }, (_, n) => ({ name: `X-${n}`, value: "" })) }, "headers"],
  ])("is not created from %j", async (over, field) => {
    const json = { form_id: 1, url: HOOK_URL, ...over };

    const [first] = await server.refused("POST", "/form_webhooks", json);

    expect(first?.split(".")[0]).toBe(field);
  });

  it("with the format custom accepts a valid template, and rejects another with its position", async () => {
    const template = '{"who": {{JSONstringify (field "name")}} }';
    const webhook = await make({ format: "custom", template });
    const change = (json: object) =>
      server.request("PATCH", `/form_webhooks/${webhook.id}`, { json });

    const bad = await change({ template: '{\n  "who": {{name}}\n}' });
    const noXml = await change({ content_type: "application/xml" });
    const xml = await change({
      content_type: "application/xml",
      template: '<who>{{field "name"}}</who>',
    });

    expect([bad.status, noXml.status, xml.status]).toEqual([422, 422, 200]);
    expect(bad.text).toContain("line 2, column 12");
    expect(JSON.parse(String((await stored(webhook.id))["settings"]))).toEqual({
      format: "custom",
      template: '<who>{{field "name"}}</who>',
      content_type: "application/xml",
    });
  });

  it("keeps a header sent as its mask, removes one that is not sent, stores a new value", async () => {
    const { id } = await make({
      headers: [
        { name: "X-A", value: "1" },
        { name: "X-B", value: "2" },
        { name: "X-C", value: "3" },
      ],
    });

    const before = await encryptedHeaders(id);

    await server.request("PATCH", `/form_webhooks/${id}`, {
      json: {
        headers: [
          { name: "x-a", value: MASK },
          { name: "X-C", value: "new" },
        ],
      },
    });

    expect(await encryptedHeaders(id)).toEqual([
      { name: "x-a", encrypted: before[0]?.encrypted },
      { name: "X-C", encrypted: expect.not.stringMatching(before[2]?.encrypted ?? "") as string },
    ]);
  });

  it("is not changed if a new header has only the mask as its value", async () => {
    const { id } = await make({ headers: [{ name: "X-A", value: "1" }] });
    const before = await stored(id);

    const answer = await server.request("PATCH", `/form_webhooks/${id}`, {
      json: { name: "Renamed", headers: [{ name: "X-B", value: MASK }] },
    });

    expect(answer.status).toBe(422);
    expect(answer.text).toContain("The header X-B has no stored value");
    expect(await stored(id)).toEqual(before);
  });

  it.each([
    ["https://receiver.example/other", undefined, 200],
    ["https://receiver.example:8443/hook", undefined, 422],
    ["http://receiver.example/hook", undefined, 422],
    ["https://evil.example/", [{ name: "X-A", value: MASK }], 422],
    ["https://evil.example/", [{ name: "X-A", value: "new" }], 200],
    ["https://evil.example/", [], 200],
  ])(
    "at %s with the headers %j answers %i: another server gets no stored value",
    async (url, headers, status) => {
      const { id } = await make({ headers: [{ name: "X-A", value: "s3cret" }] });
      const before = await stored(id);

      const answer = await server.request("PATCH", `/form_webhooks/${id}`, {
        json: { url, headers },
      });

      expect(answer.status).toBe(status);
      if (status === 200) return;
      expect(answer.text).toContain("which does not get the stored values of the headers X-A");
      expect(await stored(id)).toEqual(before);
    },
  );

  it("cannot move to another form", async () => {
    const webhook = await make();
    const form = await server.create("/forms", { name: "Elsewhere" });

    const moved = await server.request("PATCH", `/form_webhooks/${webhook.id}`, {
      json: { form_id: form.id },
    });
    const unknown = await server.request("PATCH", `/form_webhooks/${webhook.id}`, {
      json: { form_id: 999_999 },
    });

    expect([moved.status, unknown.status]).toEqual([422, 404]);
    expect((await stored(webhook.id))["form_id"]).toBe(1);
  });

  it("shows why it is disabled until it is enabled again", async () => {
    const { id } = await make();
    const change = async (json: object) =>
      (await server.request("PATCH", `/form_webhooks/${id}`, { json })).json();

    expect(await change({ enabled: false })).toMatchObject({
      enabled: false,
      disabled_reason: "by_hand",
    });
    await server.update("webhook", { disabled_reason: "gone", failure_count: 7 }, { id });
    expect(await change({ enabled: false, name: "N" })).toMatchObject({
      disabled_reason: "gone",
      failure_count: 7,
    });
    expect(await change({ enabled: true })).toMatchObject({
      enabled: true,
      disabled_reason: null,
      failure_count: 0,
    });
  });
});

describe("the signing secret", () => {
  it("is generated by the server, and shown only on request", async () => {
    const webhook = await make();
    const revealed = await server.request("GET", `/form_webhooks/${webhook.id}/signing_secret`);
    const { signing_secret } = revealed.json() as { signing_secret: string };

    expect(signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook.signing_secret).toBe(`whsec_…${signing_secret.slice(-4)}`);
    expect(JSON.stringify(await stored(webhook.id))).not.toContain(signing_secret.slice(6));
    for (const path of ["/form_webhooks", `/form_webhooks/${webhook.id}`, "/forms", "/forms/1"]) {
      expect((await server.request("GET", path)).text).not.toContain(signing_secret);
    }
  });

  const reveal = async (id: number) =>
    await server.read<SigningSecret>(`/form_webhooks/${id}/signing_secret`);
  it("is that of the receiver if one is given, on creation or later, and ends a rotation", async () => {
    const secret = "s3cret-of-the-receiver";
    const made = await make({ signing_secret: secret, signature_header: "X-Signature" });
    const moved = await make();
    const { signing_secret: first } = await reveal(moved.id);
    await regenerate(moved.id, { stage: true });
    const path = `/form_webhooks/${moved.id}`;
    for (const signing_secret of [null, "", moved.signing_secret, made.signing_secret]) {
      await server.patch(path, { signing_secret });
      expect(await reveal(moved.id)).toMatchObject({ signing_secret: first });
    }

    const wrong = await server.refused("PUT", path, { signing_secret: "short" });
    const changed = await server.patch<FormWebhook>(path, { signing_secret: secret });

    expect(wrong).toEqual(["signing_secret"]);
    expect(made).toMatchObject({ signing_secret: "whsec_…iver", signature_header: "X-Signature" });
    expect(changed.signing_secret).toBe("whsec_…iver");
    for (const { id } of [made, moved]) {
      expect(await reveal(id)).toEqual({ signing_secret: secret, next_signing_secret: null });
      expect(JSON.stringify(await stored(id))).not.toContain(secret);
    }
    const [entry] = await server.sql("select * from audit order by id desc limit 1");
    expect(JSON.stringify(entry)).not.toContain(secret);
  });

  const regenerate = async (id: number, json?: unknown) =>
    server.request(
      "POST",
      `/form_webhooks/${id}/regenerate_secret`,
      json === undefined ? {} : { json },
    );

  it("is replaced immediately", async () => {
    const { id } = await make();
    const first = await reveal(id);

    const replaced = await regenerate(id);

    expect(replaced.json()).not.toEqual(first);
    expect(await reveal(id)).toEqual(replaced.json());
    expect(replaced.json()).toMatchObject({ next_signing_secret: null });
  });

  it("is staged next to the current secret, and replaces it when activated", async () => {
    const { id } = await make();
    const first = await reveal(id);

    const staged = (await regenerate(id, { stage: true })).json() as SigningSecret;
    expect(await reveal(id)).toEqual(staged);
    const activated = await regenerate(id, { activate: true });

    expect(first.next_signing_secret).toBeNull();
    expect(staged).toEqual({
      signing_secret: first.signing_secret,
      next_signing_secret: /^whsec_/,
    });
    expect(staged.next_signing_secret).not.toBe(first.signing_secret);
    expect(activated.json()).toEqual({
      signing_secret: staged.next_signing_secret,
      next_signing_secret: null,
    });
    expect(await reveal(id)).toEqual(activated.json());
    const webhook = await server.request("GET", `/form_webhooks/${id}`);
    expect(webhook.json()).toMatchObject({
      signing_secret: `whsec_…${staged.next_signing_secret?.slice(-4)}`,
    });
  });

  it("is discarded if it is staged and then staged again or replaced", async () => {
    const { id } = await make();
    const staged = (await regenerate(id, { stage: true })).json() as SigningSecret;

    const again = (await regenerate(id, { stage: true })).json() as SigningSecret;
    const replaced = (await regenerate(id, {})).json() as SigningSecret;
    const activated = await regenerate(id, { activate: true });

    expect(again.next_signing_secret).not.toBe(staged.next_signing_secret);
    expect(replaced.next_signing_secret).toBeNull();
    expect(activated.status).toBe(409);
    expect(activated.text).toContain("has no next secret to activate");
    expect(await reveal(id)).toEqual(replaced);
  });

  it("is not changed by a request to stage and activate at once", async () => {
    const { id } = await make();
    const before = await reveal(id);

    expect((await regenerate(id, { stage: true, activate: true })).status).toBe(422);
    expect(await reveal(id)).toEqual(before);
  });
});
