/** Signing secrets for what is done with webhooks on this machine: from files, else from the environment. */
import type { Environment } from "../config/environment.ts";
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import { readSecretFile } from "../flags/secret-file.ts";

/** Where one comes from when no file is named. */
export const SECRET_SOURCES = "Otherwise INTRAY_WEBHOOK_SECRET(_FILE).";

/** All secrets that are named, in order; none when nothing names one. Throws Failure 66. */
export async function findWebhookSecrets(
  files: readonly string[],
  { webhookSecret, webhookSecretFile }: Environment,
): Promise<string[]> {
  if (files.length === 0 && webhookSecret !== undefined) return [webhookSecret];
  const paths =
    files.length > 0 ? files : webhookSecretFile === undefined ? [] : [webhookSecretFile];
  return Promise.all(paths.map(readWebhookSecret));
}

/** At least one. Throws Failure 66. */
export async function readWebhookSecrets(
  files: readonly string[],
  environment: Environment,
): Promise<[string, ...string[]]> {
  const [first, ...more] = await findWebhookSecrets(files, environment);
  if (first !== undefined) return [first, ...more];
  throw new Failure({
    exit: EXIT.inputMissing,
    code: "input_missing",
    message: "There is no signing secret.",
    hint: "Name its file with --secret-file, or set INTRAY_WEBHOOK_SECRET or INTRAY_WEBHOOK_SECRET_FILE.",
  });
}

/** A blank secret would sign with a key that everybody knows. */
async function readWebhookSecret(path: string): Promise<string> {
  const secret = await readSecretFile(path, "The signing secret");
  if (/\S/.test(secret)) return secret;
  throw new Failure({
    exit: EXIT.inputMissing,
    code: "input_missing",
    message: `The signing secret in ${path} is blank.`,
    hint: "intray webhooks secret ID prints the one that a webhook signs with.",
  });
}
