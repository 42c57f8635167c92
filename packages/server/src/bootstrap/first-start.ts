/** The first start of a server: makes the account, and tells its owner where to begin. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readPasswordFile } from "../admin/ask-password.ts";
import { hashKey, keyPrefix, newKey } from "../domain/api-key.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../config/config.ts";
import type { Random } from "../platform/random.ts";
import type { Ids } from "../domain/ids.ts";
import { hashPassword, passwordProblem } from "../platform/password.ts";
import { hashToken, newToken, SIGN_IN_LINK_MS, signInAddress } from "../domain/sign-in-link.ts";
import type { NewLogin } from "../store/accounts/logins.ts";
import type { Store } from "../store/store.ts";

export interface FirstStartParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly dataDir: string;
  /** Used as the account key instead of a fresh one, and then written nowhere. */
  readonly bootstrapAccountKey: string | undefined;
  /** Who may sign in. */
  readonly admin: Config["admin"];
}

/**
 * @returns What to tell the owner once the address is known: `undefined` after the first time.
 */
export async function prepareFirstStart({
  store,
  clock,
  ids,
  random,
  dataDir,
  bootstrapAccountKey,
  admin,
}: FirstStartParts): Promise<((url: string) => Promise<string>) | undefined> {
  if (await store.read("hasAccount", {})) return undefined;
  const key = bootstrapAccountKey ?? newKey("account", random);
  const form_uuid = ids.formUuid();
  const link = admin === undefined ? newToken(random) : undefined;
  const now = clock.now();
  const { isFirst } = await store.write("firstStart", {
    form_uuid,
    key_hash: hashKey(key),
    key_prefix: keyPrefix(key),
    login: admin === undefined ? undefined : await loginOf(admin, random),
    link:
      link === undefined
        ? undefined
        : { token_hash: hashToken(link), expires_at: now + SIGN_IN_LINK_MS },
    now,
  });
  if (!isFirst) return undefined;
  return async (url) => {
    const text = welcome({
      url,
      form: form_uuid,
      key: bootstrapAccountKey === undefined ? key : undefined,
      signIn: link === undefined ? `${url}/dashboard` : signInAddress(url, link),
      email: admin?.email,
    });
    const path = join(dataDir, "first-start.txt");
    await writeFile(path, text, { mode: 0o600 });
    return text;
  };
}

async function loginOf(
  { email, passwordFile }: NonNullable<Config["admin"]>,
  random: Random,
): Promise<NewLogin> {
  const password = await readPasswordFile(passwordFile, "INTRAY_ADMIN_PASSWORD_FILE");
  const problem = passwordProblem(password);
  if (problem !== undefined) throw new Error(`INTRAY_ADMIN_PASSWORD_FILE: ${problem}`);
  return { email, password_hash: await hashPassword(password, random) };
}

function welcome({
  url,
  form,
  key,
  signIn,
  email,
}: {
  readonly url: string;
  readonly form: string;
  readonly key: string | undefined;
  readonly signIn: string;
  readonly email: string | undefined;
}): string {
  const shownKey = key ?? "$INTRAY_API_KEY";
  return [
    `Intray is ready at ${url}`,
    "",
    email === undefined
      ? `Your dashboard; this link signs you in once: ${signIn}`
      : `Your dashboard, where you sign in as ${email}: ${signIn}`,
    key === undefined
      ? "Your account key is the one given as INTRAY_BOOTSTRAP_ACCOUNT_KEY."
      : `Your account key, shown only here: ${key}`,
    `Your sample form: ${url}/f/${form} (try it in a browser: ${url}/try/${form})`,
    "",
    "Post the form, list what is new, and mark the first one read:",
    `  curl -d email=ada@example.org -d message=Hello ${url}/f/${form}`,
    `  curl -H 'Authorization: Bearer ${shownKey}' '${url}/api/v1/submissions?filter_by=new'`,
    `  curl -X PATCH -H 'Authorization: Bearer ${shownKey}' -H 'Content-Type: application/json' -d '{"submission":{"read":true}}' ${url}/api/v1/submissions/1`,
    "",
  ].join("\n");
}
