// What docs/use/comparison.md says about standardwebhooks, checked with the package itself.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { expect, it } from "vitest";
import {
  signStandard,
  verifyStandard,
  WebhookVerificationError as OurError,
} from "../../packages/webhook-verify/src/index.ts";

const ROOT = join(import.meta.dirname, "../..");
const SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const OTHER = "whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=";
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

interface Manifest {
  readonly version: string;
  readonly type: string;
  readonly dependencies?: object;
}

/** A request that was signed so many seconds ago. */
function signed(body: Uint8Array | string, age = 0) {
  const timestamp = Math.floor(Date.now() / 1_000) - age;
  return {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signStandard({ id: "msg_1", timestamp, body }, SECRET),
  };
}

const theirs = (body: Buffer | string, headers: Record<string, string>) => () =>
  new Webhook(SECRET).verify(body, headers);
const ours = (body: Uint8Array | string, headers: Record<string, string>, secrets = [SECRET]) =>
  verifyStandard(body, headers, { secrets }, (delivery) => delivery.text());

it("names the version that is installed, its dependencies and its kind of modules", () => {
  const manifest = JSON.parse(read("node_modules/standardwebhooks/package.json")) as Manifest;
  const own = JSON.parse(read("packages/webhook-verify/package.json")) as Manifest;

  expect(read("docs/use/comparison.md")).toContain(`version ${manifest.version} of its package`);
  expect(Object.keys(manifest.dependencies ?? {})).toHaveLength(2);
  expect(manifest.type).toBe("commonjs");
  expect([own.type, own.dependencies]).toEqual(["module", undefined]);
});

it("both accept what is signed by Standard Webhooks, for five minutes", async () => {
  expect(theirs("{}", signed("{}", 290))()).toEqual({});
  expect(await ours("{}", signed("{}", 290))).toBe("{}");
  expect(theirs("{}", signed("{}", 310))).toThrow(WebhookVerificationError);
  await expect(ours("{}", signed("{}", 310))).rejects.toThrow(OurError);
});

it("only ours verifies bytes that are not UTF-8, and tries several secrets", async () => {
  const body = Buffer.from([0x7b, 0xff, 0x7d]);

  expect(theirs(body, signed(body))).toThrow("No matching signature found");
  expect(await ours(body, signed(body), [OTHER, SECRET])).toBe("{\uFFFD}");
});

it("their error has a message, ours a code, a status, a mistake and a hint", async () => {
  const headers = { ...signed("{}"), "webhook-signature": `v1,${"A".repeat(43)}=` };
  const error: unknown = await ours("{}", headers).catch((cause: unknown) => cause);

  expect(theirs("{}", headers)).toThrow("No matching signature found");
  expect(error).toMatchObject({ code: "standard_signature_mismatch", status: 401 });
  expect(error).toHaveProperty("mistake");
  expect(error).toHaveProperty("hint");
});
