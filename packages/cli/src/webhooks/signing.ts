/** Signs webhooks in the same way as the server, with secrets from files or the environment. */
import { systemClock } from "../clock.ts";
import type { Environment } from "../config/environment.ts";
import { failure } from "../errors/failure.ts";
import { readSecretFile } from "../flags/inputs.ts";

interface AttemptToSign {
  readonly body: Uint8Array;
  readonly secret: string;
  /** Value of `webhook-id`, by which receivers detect duplicates. */
  readonly messageId: string;
}

/** A secret for Standard Webhooks: whsec_ and base64. */
const STANDARD_SECRET = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2,3}={0,2})?$/;

/** The signature headers, signed now; those of Standard Webhooks only for a secret in their format. */
export async function signHeaders({
  body,
  secret,
  messageId,
}: AttemptToSign): Promise<readonly (readonly [name: string, value: string])[]> {
  const { sign, signStandard } = await import("@intray/webhook-verify");
  const own = [["X-Service-Signature", sign(body, secret)]] as const;
  if (!STANDARD_SECRET.test(secret) || secret === "whsec_") return own;
  const timestamp = Math.floor(systemClock.now() / 1_000);
  return [
    ...own,
    ["webhook-id", messageId],
    ["webhook-timestamp", String(timestamp)],
    ["webhook-signature", signStandard({ id: messageId, timestamp, body }, secret)],
  ];
}

/** Part of the help text of `--secret-file`. */
export const SECRET_SOURCES = "Default: INTRAY_WEBHOOK_SECRET(_FILE).";

/** All given secrets, in order; possibly none. Throws Failure 66 for an unreadable or blank file. */
export async function findWebhookSecrets(
  files: readonly string[],
  { webhookSecret, webhookSecretFile }: Environment,
): Promise<string[]> {
  if (files.length === 0 && webhookSecret !== undefined) return [webhookSecret];
  const paths =
    files.length > 0 ? files : webhookSecretFile === undefined ? [] : [webhookSecretFile];
  return Promise.all(paths.map(readWebhookSecret));
}

/** All given secrets, at least one. Throws Failure 66 without one. */
export async function readWebhookSecrets(
  files: readonly string[],
  environment: Environment,
): Promise<[string, ...string[]]> {
  const [first, ...more] = await findWebhookSecrets(files, environment);
  if (first !== undefined) return [first, ...more];
  throw failure("input_missing", "No signing secret is given.", {
    hint: "Name its file with --secret-file, or set INTRAY_WEBHOOK_SECRET or INTRAY_WEBHOOK_SECRET_FILE.",
  });
}

/** Rejects a blank secret: anyone could sign with it. */
async function readWebhookSecret(path: string): Promise<string> {
  const secret = await readSecretFile(path, "The signing secret");
  if (/\S/.test(secret)) return secret;
  throw failure("input_missing", `The signing secret in ${path} is blank.`, {
    hint: "intray webhooks secret ID prints the signing secret of a webhook.",
  });
}
