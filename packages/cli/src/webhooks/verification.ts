/** Verifies a webhook by X-Service-Signature, or by Standard Webhooks if that is its only signature. */
import type { WebhookVerificationError } from "@intray/webhook-verify";
import type { Capture } from "./capture.ts";

interface Verified {
  /** Which of the secrets matched, from 0. */
  readonly secretIndex: number;
  readonly webhookId: string | null;
  /** Seconds since the Unix epoch. */
  readonly timestamp: number | null;
  readonly scheme: "x-service-signature" | "standard-webhooks";
}

/** @throws WebhookVerificationError. The age of the timestamp is not checked: a capture is old. */
export async function verifyCapture(
  { headers, body }: Capture,
  secrets: readonly string[],
): Promise<Verified> {
  const { unwrap, verifyStandard } = await import("@intray/webhook-verify");
  if (!isStandardOnly(headers)) {
    const { secretIndex, authenticated } = unwrap(body, headers, { secrets });
    const { webhookId = null, timestamp = null } = authenticated ?? {};
    return { secretIndex, webhookId, timestamp, scheme: "x-service-signature" };
  }
  const options = { secrets, toleranceSeconds: Number.POSITIVE_INFINITY };
  return verifyStandard(body, headers, options, ({ secretIndex, authenticated }) => ({
    secretIndex,
    ...authenticated,
    scheme: "standard-webhooks" as const,
  }));
}

/** The form of the body with which the signature matches, if only its keys were reordered. */
export function signedForm(
  { headers, body }: Capture,
  secrets: readonly string[],
): Promise<string | undefined> {
  return findSignedOrder(body, (form) =>
    verifyCapture({ headers, body: Buffer.from(form) }, secrets).then(
      () => true,
      () => false,
    ),
  );
}

function isStandardOnly(headers: Capture["headers"]): boolean {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return names.has("webhook-signature") && !names.has("x-service-signature");
}

/** Checks the name, since `instanceof` would load the package. */
export function isVerificationError(error: unknown): error is WebhookVerificationError {
  return error instanceof Error && error.name === "WebhookVerificationError";
}

/** Up to 720 orders. */
const MAX_PERMUTED_KEYS = 6;
const MAX_BODY_BYTES = 64 * 1_024;
/** Intray writes these after the fields of the form. */
const LAST_KEYS: readonly string[] = ["id", "attachments"];

type Entries = readonly (readonly [key: string, value: unknown])[];

/** The first form of the body that `matches` accepts; `undefined` if none does, or the body is no object. */
async function findSignedOrder(
  body: Buffer,
  matches: (form: string) => boolean | Promise<boolean>,
): Promise<string | undefined> {
  if (body.length > MAX_BODY_BYTES) return undefined;
  const entries = parseObject(body.toString("utf8"));
  if (entries === undefined) return undefined;
  for (const order of orders(entries)) {
    const form = jsonOf(order);
    if (await matches(form)) return form;
  }
  return undefined;
}

function* orders(entries: Entries): Generator<Entries> {
  const isLast = ([key]: readonly [string, unknown]) => LAST_KEYS.includes(key);
  const last = LAST_KEYS.flatMap((name) => entries.filter(([key]) => key === name));
  const others = entries.filter((entry) => !isLast(entry));
  yield [...others, ...last];
  yield entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (others.length <= MAX_PERMUTED_KEYS) {
    for (const order of permutations(others)) yield [...order, ...last];
  }
  if (entries.length <= MAX_PERMUTED_KEYS) yield* permutations(entries);
}

function* permutations(entries: Entries): Generator<Entries> {
  const [first, ...rest] = entries;
  if (first === undefined) return yield [];
  for (const order of permutations(rest)) {
    for (let at = 0; at <= order.length; at += 1) yield order.toSpliced(at, 0, first);
  }
}

/** Compact, as Intray writes it. An object would sort keys that look like numbers. */
function jsonOf(entries: Entries): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",")}}`;
}

function parseObject(text: string): Entries | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value)
      : undefined;
  } catch {
    return undefined;
  }
}
