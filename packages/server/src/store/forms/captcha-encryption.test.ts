import { changeForm, FIXTURE_KEYS, useFixture } from "../../../test/fixture.ts";
import { systemRandom } from "../../platform/random.ts";
import { createSecretBox } from "../../platform/secret-box.ts";
import type { FormChange } from "../../domain/form.ts";
import { MASK } from "../../domain/delivery/webhook.ts";
import { readForm } from "./form-lookup.ts";
import { encryptAtRest } from "../encrypt-at-rest.ts";

const fixture = useFixture();

const set = (captcha: NonNullable<FormChange["captcha"]> | null) =>
  changeForm(fixture, { captcha });
const decrypted = async (box = fixture.box) => (await readForm(fixture.db, "1", box))?.captcha;
const column = async () => (await fixture.row("form", ["captcha"])).captcha;

describe("a captcha's secret", () => {
  it("is stored encrypted, decrypted for intake, and masked everywhere else", async () => {
    const form = await set({ provider: "turnstile", site_key: "site", secret: "top-secret" });

    expect(form.captcha).toEqual({ provider: "turnstile", site_key: "site", secret: MASK });
    expect(await column()).not.toContain("top-secret");
    expect(await decrypted()).toEqual({
      provider: "turnstile",
      site_key: "site",
      secret: "top-secret",
    });
  });

  it("stays if the mask or nothing is sent, and is removed with another provider", async () => {
    await set({ provider: "turnstile", site_key: "a", secret: "top-secret" });
    await set({ provider: "turnstile", site_key: "b", secret: MASK });
    await set({ provider: "turnstile", site_key: "c" });

    expect(await decrypted()).toMatchObject({ site_key: "c", secret: "top-secret" });
    await expect(set({ provider: "hcaptcha", secret: MASK })).rejects.toMatchObject({
      code: "invalid",
    });
    expect((await set(null)).captcha).toBeNull();
    expect(await decrypted()).toBeNull();
  });

  it("is generated for ALTCHA, and stays the same", async () => {
    await set({ provider: "altcha" });
    const made = await decrypted();

    await set({ provider: "altcha" });

    expect(made?.secret).toMatch(/^[\w-]{43}$/);
    expect(await decrypted()).toEqual(made);
  });

  it("is encrypted again for a newer key", async () => {
    await set({ provider: "hcaptcha", secret: "top-secret" });
    const newer = Buffer.alloc(32, 8);

    await encryptAtRest(fixture.db, createSecretBox([newer, ...FIXTURE_KEYS], systemRandom));

    expect(await decrypted(createSecretBox([newer], systemRandom))).toMatchObject({
      secret: "top-secret",
    });
  });

  it("that cannot be decrypted is null, and the form still works", async () => {
    await set({ provider: "turnstile", secret: "top-secret" });

    const otherBox = createSecretBox([Buffer.alloc(32, 9)], systemRandom);

    expect(await decrypted(otherBox)).toMatchObject({ provider: "turnstile", secret: null });
  });
});
