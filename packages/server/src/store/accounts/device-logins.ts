/** Programs that wait for a person to allow them an API key: the device authorization grant of RFC 8628. */
import type { Selectable } from "kysely";
import { AppError } from "../../domain/errors.ts";
import type { Db, Schema } from "../engine/schema.ts";

/** So many wait at most, so that strangers cannot fill the database. */
const MAX_WAITING = 1_000;

export type DeviceLogin = Selectable<Schema["device_login"]>;

/** @throws AppError `rate_limited` if too many wait already. */
export async function createDeviceLogin(
  db: Db,
  { now, ...login }: Omit<DeviceLogin, "denied"> & { readonly now: number },
): Promise<void> {
  await db.deleteFrom("device_login").where("expires_at", "<=", now).execute();
  const { waiting } = await db
    .selectFrom("device_login")
    .select((row) => row.fn.countAll<number>().as("waiting"))
    .executeTakeFirstOrThrow();
  if (waiting >= MAX_WAITING) {
    throw new AppError(
      "rate_limited",
      "Too many programs wait for somebody to allow them a key. Try again in ten minutes, or create a key in the dashboard.",
      { headers: { "Retry-After": "600" } },
    );
  }
  await db
    .insertInto("device_login")
    .values({ ...login, hash: Buffer.from(login.hash) })
    .execute();
}

/** By the code that the person has, or by the hash of the key that the program has. */
export async function findDeviceLogin(
  db: Db,
  {
    now,
    ...key
  }: { readonly now: number } & ({ readonly user_code: string } | { readonly hash: Uint8Array }),
): Promise<DeviceLogin | undefined> {
  const all = db.selectFrom("device_login").selectAll().where("expires_at", ">", now);
  const found =
    "hash" in key
      ? all.where("hash", "=", Buffer.from(key.hash))
      : all.where("user_code", "=", key.user_code);
  return found.executeTakeFirst();
}

/** Keeps the row until it expires, so that the next request of the program is told. */
export async function denyDeviceLogin(
  db: Db,
  { user_code }: { readonly user_code: string },
): Promise<void> {
  await db
    .updateTable("device_login")
    .set({ denied: 1 })
    .where("user_code", "=", user_code)
    .execute();
}

/** Takes the program out of those that wait, and returns what identifies its key. @throws AppError `not_found`. */
export async function takeDeviceLogin(
  db: Db,
  { user_code, now }: { readonly user_code: string; readonly now: number },
): Promise<Pick<DeviceLogin, "hash" | "prefix">> {
  const taken = await db
    .deleteFrom("device_login")
    .where("user_code", "=", user_code)
    .where("expires_at", ">", now)
    .where("denied", "=", 0)
    .returning(["hash", "prefix"])
    .executeTakeFirst();
  if (taken === undefined) throw noDeviceLogin();
  return taken;
}

export const noDeviceLogin = () =>
  new AppError(
    "not_found",
    "No program waits with this code. It was used already, was denied, has expired after ten minutes, or is mistyped. Start the sign-in of the program again.",
  );
