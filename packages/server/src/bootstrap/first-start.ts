/** The first start of a server: creates the account and writes instructions for its owner. */
import { readPasswordFile } from "../admin/ask-password.ts";
import { hashKey, keyPrefix, newKey } from "../domain/account/api-key.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../config/config.ts";
import type { Random } from "../platform/random.ts";
import type { Ids } from "../domain/ids.ts";
import { hashPassword } from "../platform/password.ts";
import { passwordProblem } from "../platform/password-strength.ts";
import {
  hashToken,
  newToken,
  SIGN_IN_LINK_MS,
  signInAddress,
} from "../domain/account/sign-in-link.ts";
import type { NewLogin } from "../store/accounts/logins.ts";
import type { Store } from "../store/store.ts";
import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../platform/log.ts";

interface FirstStartParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly file: Pick<FirstStartFile, "write">;
  /** The account key to use instead of a new one. It is not written to the instructions. */
  readonly bootstrapAccountKey: string | undefined;
  readonly admin: Config["admin"];
}

/**
 * Creates the account if there is none. Returns a function that, once the URL is known, writes
 * `first-start.txt` and returns its text; `undefined` if this is not the first start.
 */
export async function prepareFirstStart({
  store,
  clock,
  ids,
  random,
  file,
  bootstrapAccountKey,
  admin,
}: FirstStartParts): Promise<((url: string) => Promise<string>) | undefined> {
  if (await store.reads.hasAccount({})) return undefined;
  const key = bootstrapAccountKey ?? newKey("account", random);
  const form_uuid = ids.formUuid();
  const link = admin === undefined ? newToken(random) : undefined;
  const now = clock.now();
  const { isFirst } = await store.writes.firstStart({
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
    await file.write(text);
    return text;
  };
}

async function loginOf(
  { email, passwordFile }: NonNullable<Config["admin"]>,
  random: Random,
): Promise<NewLogin> {
  const password = await readPasswordFile(passwordFile, "INTRAY_ADMIN_PASSWORD_FILE");
  const problem = await passwordProblem(password, email);
  if (problem !== undefined) throw new Error(`INTRAY_ADMIN_PASSWORD_FILE: ${problem}`);
  return { email, password_hash: await hashPassword(password, random) };
}

interface WelcomeArgs {
  readonly url: string;
  readonly form: string;
  readonly key: string | undefined;
  readonly signIn: string;
  readonly email: string | undefined;
}

function welcome({ url, form, key, signIn, email }: WelcomeArgs): string {
  // In double quotes, in which a shell replaces the name of the variable.
  const authorization = `"Authorization: Bearer ${key ?? "$INTRAY_BOOTSTRAP_ACCOUNT_KEY"}"`;
  return [
    `Intray is ready at ${url}`,
    "",
    email === undefined
      ? `Your dashboard (this link works once): ${signIn}`
      : `Your dashboard (sign in as ${email}): ${signIn}`,
    key === undefined
      ? "Your account key is the value of INTRAY_BOOTSTRAP_ACCOUNT_KEY."
      : `Your account key (shown only here): ${key}`,
    `Your sample form: ${url}/f/${form} (try it in a browser: ${url}/try/${form})`,
    "",
    "Post the form, list new submissions, and mark the first one read:",
    `  curl -d email=ada@example.org -d message=Hello ${url}/f/${form}`,
    `  curl -H ${authorization} '${url}/api/v1/submissions?filter_by=new'`,
    `  curl -X PATCH -H ${authorization} -H 'Content-Type: application/json' -d '{"submission":{"read":true}}' ${url}/api/v1/submissions/1`,
    "",
    "first-start.txt, the file with this text, is deleted with the first sign-in or after a week.",
    "",
  ].join("\n");
}

/** As long as the sign-in link in it works. */
const MAX_AGE_MS = 7 * 86_400_000;

export interface FirstStartFile {
  readonly write: (text: string) => Promise<void>;
  /** Deletes the file if there is one. An error is logged, since a sign-in must not fail for it. */
  readonly remove: () => Promise<void>;
  /** Deletes the file if it is a week old, or if somebody has signed in on any process. */
  readonly tidy: () => Promise<void>;
}

/** `first-start.txt`: instructions for the owner with an account key, which must not stay on the disk. */
export function firstStartFile({
  dataDir,
  clock,
  log,
  hasSession,
}: {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly hasSession: () => Promise<boolean>;
}): FirstStartFile {
  const path = join(dataDir, "first-start.txt");
  const remove = () =>
    rm(path, { force: true }).catch((error: unknown) => {
      log.warn({ err: error, path }, "Could not delete first-start.txt. Delete it: it has a key.");
    });
  return {
    async write(text) {
      await writeFile(path, text, { mode: 0o600 });
      log.info({ path }, `How to sign in and post the first form is written in ${path}.`);
    },
    remove,
    async tidy() {
      const writtenAt = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      );
      if (writtenAt === undefined) return;
      if (clock.now() - writtenAt >= MAX_AGE_MS || (await hasSession())) await remove();
    },
  };
}
