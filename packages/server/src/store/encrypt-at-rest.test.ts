import { systemRandom } from "../platform/random.ts";
import { createSecretBox, type SecretBox } from "../platform/secret-box.ts";
import { addWebhook, FIXTURE_KEYS, FIXTURE_SECRET, useFixture } from "../../test/fixture.ts";
import { requestKey } from "../domain/account/idempotency-key.ts";
import { encryptAtRest } from "./encrypt-at-rest.ts";
import { runOnce } from "./idempotency/idempotency-keys.ts";
import { revealSecrets } from "./webhooks/webhook-secrets.ts";
import { encryptHeaders, encryptUrl } from "./webhooks/webhook-encryption.ts";
import { listWebhooks } from "./webhooks/webhooks.ts";

const NEWER = Buffer.alloc(32, 8);

describe("encryption at start", () => {
  const fixture = useFixture();

  const newerBox = () => createSecretBox([NEWER, ...FIXTURE_KEYS], systemRandom);
  const rows = () => fixture.rows("webhook", ["id", "signing_secret", "headers"]);
  const reveal = (id: number, box: SecretBox) =>
    revealSecrets(fixture.db, { account_id: 1, id }, box);

  it("encrypts all secrets or none, so that a crash in between changes nothing", async () => {
    for (const _ of [1, 2]) await addWebhook(fixture);
    const before = await rows();
    const full = {
      ...newerBox(),
      encrypt(text: string, location: string) {
        if (location.startsWith("webhook/2/")) throw new Error("no memory");
        return newerBox().encrypt(text, location);
      },
    };

    await expect(encryptAtRest(fixture.db, full)).rejects.toThrow("no memory");

    expect(await rows()).toEqual(before);
  });

  it("changes nothing the second time", async () => {
    await addWebhook(fixture);
    await encryptAtRest(fixture.db, newerBox());
    const before = await rows();

    await encryptAtRest(fixture.db, newerBox());

    expect(await rows()).toEqual(before);
  });

  it("changes nothing if the key is a different one", async () => {
    await addWebhook(fixture);
    const before = await rows();

    await expect(encryptAtRest(fixture.db, createSecretBox([NEWER], systemRandom))).rejects.toThrow(
      /Nothing was changed/,
    );

    expect(await rows()).toEqual(before);
  });

  it("re-encrypts everything with a newer key, header values included", async () => {
    const id = await addWebhook(fixture);
    await fixture.update("webhook", {
      headers: encryptHeaders(fixture.box, id, [{ name: "X-A", value: "1" }], "[]"),
    });

    await encryptAtRest(fixture.db, newerBox());

    const newer = createSecretBox([NEWER], systemRandom);
    const [row] = await rows();
    expect((await reveal(id, newer)).signing_secret).toBe(FIXTURE_SECRET);
    expect(newer.isCurrent(JSON.parse(row?.headers ?? "[]")[0].encrypted)).toBe(true);
  });

  it("re-encrypts URLs and the results of repeated requests, and encrypts those in plain text", async () => {
    const { db, box } = fixture;
    const url = "https://hooks.example/token";
    const ids = [await addWebhook(fixture, { url }), await addWebhook(fixture)];
    await fixture.update("webhook", encryptUrl(box, ids[1] ?? 0, url), { id: ids[1] ?? 0 });
    const keyOf = (scope: string) => ({ ...requestKey({ scope, key: "k", content: "c" }), now: 1 });
    const once = (scope: string, with_: SecretBox) =>
      fixture.transact((on) => runOnce(on, keyOf(scope), () => Promise.resolve({ url }), with_));
    await once("account 1", box);
    await once("account 2", box);
    const result = JSON.stringify({ url });
    await fixture.update("idempotency_key", { result }, { scope: "account 2" });

    await encryptAtRest(db, newerBox());

    const newer = createSecretBox([NEWER], systemRandom);
    const page = { account_id: 1, limit: 9, offset: 0, query: "TOKEN", seesUrls: true };
    const { records } = await listWebhooks(db, page, newer);
    expect(records.map((one) => one.url)).toEqual([url, url]);
    expect((await fixture.rows("webhook", ["url"])).map((row) => row.url)).toEqual(
      ids.map(() => "https://hooks.example"),
    );
    expect(JSON.stringify(await fixture.rows("idempotency_key", ["result"]))).not.toContain(url);
    for (const scope of ["account 1", "account 2"]) {
      expect(await once(scope, newer)).toEqual({ result: { url }, isRepeat: true });
    }
  });

  it("skips what it cannot decrypt and encrypts the rest", async () => {
    const [broken, whole] = [await addWebhook(fixture), await addWebhook(fixture)];
    await fixture.update(
      "webhook",
      { signing_secret: (await rows())[1]?.signing_secret ?? "" },
      { id: broken },
    );

    await encryptAtRest(fixture.db, newerBox());

    const newer = createSecretBox([NEWER], systemRandom);
    expect((await reveal(whole, newer)).signing_secret).toBe(FIXTURE_SECRET);
    await expect(reveal(broken, newer)).rejects.toThrow("is not one of the configured keys");
  });
});
