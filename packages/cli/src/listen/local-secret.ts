/** The signing secret of `webhooks listen`: one for each profile and form, so that a receiver keeps working. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readJsonFile, writeJsonFile } from "../config/json-file.ts";

export interface SecretPlace {
  /** `$XDG_STATE_HOME`. */
  readonly stateHome: string;
  readonly profile: string;
  readonly origin: string;
  /** `undefined` for all forms. */
  readonly form: string | undefined;
}

export interface LocalSecret {
  readonly secret: string;
  /** Whether it was made now. */
  readonly isNew: boolean;
}

/**
 * The stored secret, or a new one in the server's format, which is stored with mode 0600.
 *
 * @throws Failure 78 when the file is invalid, 74 when it cannot be written.
 */
export async function readLocalSecret(place: SecretPlace): Promise<LocalSecret> {
  const path = join(place.stateHome, "intray", "listen-secrets.json");
  const name = JSON.stringify([place.profile, place.origin, place.form ?? null]);
  const secrets = (await readJsonFile(path, loadSchema)) ?? {};
  const stored = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  if (stored !== undefined) return { secret: stored, isNew: false };
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  await writeJsonFile(path, { ...secrets, [name]: secret });
  return { secret, isNew: true };
}

async function loadSchema() {
  const z = await import("../config/shapes.ts");
  return z.record(z.string(), z.string());
}
