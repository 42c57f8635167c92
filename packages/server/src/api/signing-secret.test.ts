import type { FormWebhook, SigningSecret } from "@intray/sdk/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../../test/api-server.ts";

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server.close());

const HOOK_URL = "https://receiver.example/hook";
const make = (json: object = {}) =>
  server.create<FormWebhook>("/form_webhooks", { form_id: 1, url: HOOK_URL, ...json });
const stored = async (id: number) => {
  const [row] = await server.sql("select * from webhook where id = ?", id);
  return row as Record<string, unknown>;
};

describe("the signing secret", () => {
  it("is made by the server, shown whole only where it is asked for, and never taken from a request", async () => {
    const webhook = await make({ signing_secret: "whsec_mine" });
    const whole = await server.request("GET", `/form_webhooks/${webhook.id}/signing_secret`);
    const { signing_secret } = whole.json() as { signing_secret: string };

    await server.request("PATCH", `/form_webhooks/${webhook.id}`, {
      json: { signing_secret: "whsec_mine" },
    });

    expect(signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook.signing_secret).toBe(`whsec_…${signing_secret.slice(-4)}`);
    expect(JSON.stringify(await stored(webhook.id))).not.toContain(signing_secret.slice(6));
    for (const path of ["/form_webhooks", `/form_webhooks/${webhook.id}`, "/forms", "/forms/1"]) {
      expect((await server.request("GET", path)).text).not.toContain(signing_secret);
    }
  });

  const reveal = async (id: number) =>
    (await server.request("GET", `/form_webhooks/${id}/signing_secret`)).json() as SigningSecret;
  const regenerate = async (id: number, json?: unknown) =>
    server.request(
      "POST",
      `/form_webhooks/${id}/regenerate_secret`,
      json === undefined ? {} : { json },
    );

  it("is replaced at once", async () => {
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
      next_signing_secret: expect.stringMatching(/^whsec_/) as string,
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

  it("that is staged again, or replaced, leaves nothing of the staged one", async () => {
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

  it.each([[{ stage: "yes" }], [{ activate: 1 }], [{ stage: true, activate: true }]])(
    "is not changed by %j",
    async (json) => {
      const { id } = await make();
      const before = await reveal(id);

      const answer = await regenerate(id, json);

      expect(answer.status).toBe(422);
      expect(await reveal(id)).toEqual(before);
    },
  );
});
