import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { unwrap, verify, verifyStandard, WebhookVerificationError } from "./index.ts";

interface Vector {
  readonly name: string;
  readonly text?: string;
  readonly base64?: string;
  readonly signature: string | string[] | null;
  readonly secrets: string[];
  readonly isVerified: boolean;
}

interface StandardVector {
  readonly name: string;
  readonly base64: string;
  readonly secret: string;
  readonly headers: Record<string, string>;
  readonly isVerified: boolean;
}

interface ToleranceVector extends StandardVector {
  readonly now: number;
  readonly toleranceSeconds: number;
}

const FILE = new URL("../../../test/vectors/webhook-verify.json", import.meta.url);
const vectors = JSON.parse(readFileSync(FILE, "utf8")) as {
  verify: Vector[];
  standard: StandardVector[];
  tolerance: ToleranceVector[];
};

const bodyOf = ({ text, base64 }: Pick<Vector, "text" | "base64">) =>
  text ?? Buffer.from(base64 ?? "", "base64");

/** Whether unwrapping succeeds. Errors other than WebhookVerificationError fail the test. */
async function isUnwrapped(unwrapping: () => unknown): Promise<boolean> {
  try {
    await unwrapping();
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

it.each(vectors.verify)("verify and unwrap: $name, $isVerified", async (vector) => {
  const { signature, secrets, isVerified } = vector;
  const body = bodyOf(vector);
  const headers = { "X-Service-Signature": signature ?? undefined };

  expect(verify(body, signature, secrets)).toBe(isVerified);
  expect(await isUnwrapped(() => unwrap(body, headers, { secrets }))).toBe(isVerified);
});

it.each(vectors.standard)("webhook-signature: $name, $isVerified", async (vector) => {
  const body = bodyOf(vector);
  const { "x-service-signature": _signature, ...standard } = vector.headers;
  const options = { secrets: vector.secret, toleranceSeconds: Infinity };

  const unwrapped = await isUnwrapped(() => unwrap(body, vector.headers, options));
  const verified = await isUnwrapped(() =>
    verifyStandard(body, standard, options, () => undefined),
  );

  expect([unwrapped, verified]).toEqual([vector.isVerified, vector.isVerified]);
});

it.each(vectors.tolerance)("the tolerance: $name, $isVerified", async (vector) => {
  const { toleranceSeconds, now, secret, headers } = vector;
  const options = { secrets: secret, toleranceSeconds, now: () => now * 1_000 };
  const run = () => verifyStandard(bodyOf(vector), headers, options, () => undefined);

  expect(await isUnwrapped(run)).toBe(vector.isVerified);
});
