import { useShared } from "../../../../../test/harness/use.ts";
import { says } from "../../../test/dashboard.ts";
import { startWebhookPages } from "../../../test/webhook-pages.ts";

const pages = useShared(startWebhookPages);

describe("the signing secret of a webhook", () => {
  it("is only shown on the page that reveals it", async () => {
    const { id } = await pages.make();
    const { signing_secret } = await pages.secretsOf(id);

    const shown = [
      await pages.ada.get(`/webhooks/${id}`),
      await pages.ada.get("/webhooks"),
      await pages.ada.get(`/webhooks/${id}/secret/replace`),
    ];
    const revealed = await pages.ada.post(`/webhooks/${id}/secret`);

    for (const { text } of shown) expect(text).not.toContain(signing_secret.slice(0, -4));
    expect(revealed.words).toContain(signing_secret);
    expect(revealed.headers.get("cache-control")).toBe("private, no-store");
    expect((await pages.ada.get(`/webhooks/${id}/secret`)).status).toBe(404);
  });

  it("is replaced after a confirmation", async () => {
    const { id } = await pages.make();
    const before = await pages.secretsOf(id);

    const confirmation = await pages.ada.get(`/webhooks/${id}/secret/replace`);
    expect(await pages.secretsOf(id)).toEqual(before);
    const done = await pages.ada.submit(`/webhooks/${id}/secret/replace`);

    expect(confirmation.words).toContain("Replace the secret of");
    expect(done.words).toContain("The secret was replaced");
    expect((await pages.secretsOf(id)).signing_secret).not.toBe(before.signing_secret);
  });

  it("is that of the receiver if somebody types it, on the page of a new webhook or later", async () => {
    const secret = "the-receiver's-own";
    const { id } = await pages.make();
    const path = `/webhooks/${id}/secret/own`;
    const before = await pages.secretsOf(id);

    const short = await pages.ada.post(path, { signing_secret: "short" });
    expect(await pages.secretsOf(id)).toEqual(before);
    const done = await pages.ada.submit(path, { signing_secret: secret });
    const typed = { form_id: "1", name: "New", url: "http://127.0.0.1:9/", format: "json" };
    const again = await pages.ada.post("/webhooks/new", { ...typed, signing_secret: "short" });
    const made = await pages.ada.post("/webhooks/new", { ...typed, signing_secret: secret });

    expect(short).toMatchObject(says(422, "16 to 256 visible ASCII characters"));
    expect(done.words).toContain("The secret was replaced");
    expect(again).toMatchObject(says(422, "16 to 256 visible ASCII characters"));
    for (const one of [id, Number(made.location?.split("/").at(-1))]) {
      expect((await pages.secretsOf(one)).signing_secret).toBe(secret);
    }
  });

  it("is rotated in two steps", async () => {
    const { id } = await pages.make();
    const first = await pages.secretsOf(id);

    const early = await pages.ada.post(`/webhooks/${id}/secret/activate`);
    const staged = await pages.ada.submit(`/webhooks/${id}/secret/stage`);
    const { next_signing_secret } = await pages.secretsOf(id);
    const revealed = await pages.ada.post(`/webhooks/${id}/secret`);
    const activated = await pages.ada.submit(`/webhooks/${id}/secret/activate`);

    expect(early).toMatchObject(says(409, "has no staged secret"));
    expect(staged.words).toContain("Reveal both");
    expect(revealed.words).toContain(first.signing_secret);
    expect(revealed.words).toContain(next_signing_secret);
    expect(activated.words).toContain("The previous secret also signs");
    expect(await pages.secretsOf(id)).toEqual({
      signing_secret: next_signing_secret,
      next_signing_secret: null,
    });
  });
});
