/** Stores API keys in `credentials.json` in the configuration folder, each with the origin it is for. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import { readJsonFile, writeJsonFile } from "./json-file.ts";

const GROUP_AND_OTHERS = 0o077;

async function loadSchema() {
  const { z } = await import("zod");
  return z.strictObject({
    keys: z.record(z.string(), z.strictObject({ origin: z.string(), api_key: z.string() })),
  });
}

type Credentials = z.infer<Awaited<ReturnType<typeof loadSchema>>>;
/** A key and the only origin it may be sent to. */
export type StoredKey = Credentials["keys"][string];

export function credentialsPath(folder: string): string {
  return join(folder, "credentials.json");
}

/** The profile's stored key, if any. Throws Failure 78 when the file is invalid or readable by others. */
export async function readKey(folder: string, profile: string): Promise<StoredKey | undefined> {
  const { keys } = await readAll(folder);
  return Object.hasOwn(keys, profile) ? keys[profile] : undefined;
}

export async function storeKey(folder: string, profile: string, key: StoredKey): Promise<void> {
  const { keys } = await readAll(folder);
  await writeJsonFile(credentialsPath(folder), { keys: { ...keys, [profile]: key } });
}

/** Removes the profile's key. Returns whether there was one. */
export async function removeKey(folder: string, profile: string): Promise<boolean> {
  const { keys } = await readAll(folder);
  if (!Object.hasOwn(keys, profile)) return false;
  const rest = Object.entries(keys).filter(([name]) => name !== profile);
  await writeJsonFile(credentialsPath(folder), { keys: Object.fromEntries(rest) });
  return true;
}

async function readAll(folder: string): Promise<Credentials> {
  const path = credentialsPath(folder);
  const credentials = await readJsonFile(path, loadSchema);
  if (credentials === undefined) return { keys: {} };
  if (((await stat(path)).mode & GROUP_AND_OTHERS) !== 0 && process.platform !== "win32") {
    throw new Failure({
      exit: EXIT.badConfiguration,
      code: "bad_configuration",
      message: `${path} contains API keys and can be read by other users.`,
      hint: `Run chmod 600 ${path}; if others may have read it, create new keys.`,
    });
  }
  return credentials;
}
