/**
 * API keys: stored in the system's keychain, or in `credentials.json` where there is none, each with the origin it is
 * for and is sent to, and chosen for a run.
 */
import { keysPage, DEFAULT_SOURCE, type Settings } from "./settings.ts";
import type { Environment } from "./environment.ts";
import { EXIT, Failure, failure } from "../errors/failure.ts";
import { readSecretFile } from "../flags/inputs.ts";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { infer as Infer } from "zod/mini";
import { findKeychain, type Keychain } from "./keychain.ts";
import { readJsonFile, writeJsonFile } from "./json-file.ts";

/** Visible ASCII, as an HTTP header allows. */
const KEY_PATTERN = /^[\x21-\x7E]{1,512}$/;

interface ChosenKey {
  readonly apiKey: string;
  /** Where it came from, for people. */
  readonly keySource: string;
}

interface KeySources {
  /** `--api-key-file`. */
  readonly file: string | undefined;
  readonly environment: Environment;
  readonly settings: Settings;
}

/**
 * The API key from `--api-key-file`, else the environment, else the profile's stored key.
 *
 * @throws Failure 4 without a key or with a stored key for another origin, 66 for a missing file, 78 when
 *   both environment variables are set.
 */
export async function chooseKey({ file, environment, settings }: KeySources): Promise<ChosenKey> {
  const { apiKey, apiKeyFile } = environment;
  if (file !== undefined) return fromFile(file, "--api-key-file");
  if (apiKey !== undefined && apiKeyFile !== undefined) {
    throw failure("bad_configuration", "Both INTRAY_API_KEY and INTRAY_API_KEY_FILE are set.", {
      hint: "Unset one of them.",
    });
  }
  if (apiKey !== undefined) {
    return { apiKey: checkKey(apiKey, "INTRAY_API_KEY"), keySource: "INTRAY_API_KEY" };
  }
  if (apiKeyFile !== undefined) return fromFile(apiKeyFile, "INTRAY_API_KEY_FILE");
  return fromStore(environment, settings);
}

/**
 * Returns the key if it is well formed, else throws Failure 4. The error never contains the key.
 *
 * @param page Where people create keys, for the hint.
 */
export function checkKey(key: string, source: string, page?: string): string {
  if (KEY_PATTERN.test(key)) return key;
  throw failure(
    "key_malformed",
    `The API key from ${source} is ${key === "" ? "empty" : "too long, or contains spaces or other invalid characters"}.`,
    {
      hint: `An API key is one word that starts with itk_.${page === undefined ? "" : ` Create one at ${page}.`}`,
    },
  );
}

async function fromFile(path: string, source: string): Promise<ChosenKey> {
  const apiKey = checkKey(await readSecretFile(path, "The API key"), path);
  return { apiKey, keySource: `${source} (${path})` };
}

async function fromStore(environment: Store, settings: Settings): Promise<ChosenKey> {
  const { profile, baseUrl, baseUrlSource } = settings;
  const stored = await readKey(environment, profile);
  if (stored === undefined && baseUrlSource === DEFAULT_SOURCE) {
    throw new Failure({
      exit: EXIT.denied,
      code: "key_missing",
      message: `No API key and no server are set, so the server is ${baseUrl}.`,
      hint: `Run intray auth login --base-url https://YOUR-SERVER, which asks for a key. For a server on this machine: intray auth login, with a key from ${keysPage(baseUrl)}. Programs set INTRAY_BASE_URL and INTRAY_API_KEY.`,
    });
  }
  const { origin } = new URL(baseUrl);
  if (stored === undefined) {
    throw failure("key_missing", `No API key for ${origin} (profile ${profile}).`, {
      hint: `Create one at ${keysPage(baseUrl)}. Store it with intray auth login, or set INTRAY_API_KEY or INTRAY_API_KEY_FILE.`,
    });
  }
  if (stored.origin !== origin) {
    throw failure(
      "key_for_other_origin",
      `The key of profile ${profile} is for ${stored.origin} and is not sent to ${origin}.`,
      { hint: `Store a key for it with intray auth login --base-url ${origin} --profile NAME.` },
    );
  }
  const apiKey = stored.api_key ?? (await findKeychain(environment)?.read(inKeychain(profile)));
  if (apiKey === undefined) {
    throw failure(
      "key_missing",
      `The key of profile ${profile} is in the keychain of your desktop, which is locked or cannot be reached from here.`,
      {
        hint: "Cron jobs and SSH sessions need the key in a file: run intray auth login --no-keychain, or set INTRAY_API_KEY_FILE.",
      },
    );
  }
  return { apiKey: checkKey(apiKey, `profile ${profile}`), keySource: `profile ${profile}` };
}

type Store = Pick<Environment, "configFolder" | "sessionBus">;

/** The name of a key there. A profile has at most one. */
const inKeychain = (profile: string) => `profile ${profile}`;

const GROUP_AND_OTHERS = 0o077;

async function loadSchema() {
  const z = await import("./shapes.ts");
  return z.strictObject({
    // Without api_key it is in the keychain.
    keys: z.record(
      z.string(),
      z.strictObject({ origin: z.string(), api_key: z.optional(z.string()) }),
    ),
  });
}

type Credentials = Infer<Awaited<ReturnType<typeof loadSchema>>>;
/** A key and the only origin it may be sent to. */
type StoredKey = Credentials["keys"][string];

export const credentialsPath = (folder: string): string => join(folder, "credentials.json");

/**
 * The profile's stored key, if any, without `api_key` if that is in the keychain.
 *
 * @throws Failure 78 when the file is invalid or readable by others.
 */
export async function readKey(
  { configFolder }: Pick<Store, "configFolder">,
  profile: string,
): Promise<StoredKey | undefined> {
  const { keys } = await readAll(configFolder);
  return Object.hasOwn(keys, profile) ? keys[profile] : undefined;
}

/** Returns where the key is stored, for people. @param keychain `undefined`: in the file. */
export async function storeKey(
  { configFolder: folder }: Pick<Store, "configFolder">,
  profile: string,
  { origin, api_key }: { readonly origin: string; readonly api_key: string },
  keychain?: Keychain,
): Promise<string> {
  const { keys } = await readAll(folder);
  const isInKeychain = (await keychain?.write(inKeychain(profile), api_key)) === true;
  const key = isInKeychain ? { origin } : { origin, api_key };
  await writeJsonFile(credentialsPath(folder), { keys: { ...keys, [profile]: key } });
  return isInKeychain ? "the keychain" : credentialsPath(folder);
}

/** Removes the profile's key. Returns whether there was one. */
export async function removeKey(environment: Store, profile: string): Promise<boolean> {
  const { keys } = await readAll(environment.configFolder);
  if (!Object.hasOwn(keys, profile)) return false;
  if (keys[profile]?.api_key === undefined) {
    await findKeychain(environment)?.remove(inKeychain(profile));
  }
  const rest = Object.entries(keys).filter(([name]) => name !== profile);
  await writeJsonFile(credentialsPath(environment.configFolder), {
    keys: Object.fromEntries(rest),
  });
  return true;
}

async function readAll(folder: string): Promise<Credentials> {
  const path = credentialsPath(folder);
  const credentials = await readJsonFile(path, loadSchema);
  if (credentials === undefined) return { keys: {} };
  if (((await stat(path)).mode & GROUP_AND_OTHERS) !== 0 && process.platform !== "win32") {
    throw failure(
      "bad_configuration",
      `${path} contains API keys and can be read by other users.`,
      { hint: `Run chmod 600 ${path}; if others may have read it, create new keys.` },
    );
  }
  return credentials;
}
