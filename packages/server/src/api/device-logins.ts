/**
 * Keys for programs whose user signs in with a browser, perhaps on another machine: the device authorization grant
 * of OAuth 2.0, RFC 8628. The device code is the text of the key to be. It opens nothing until a person has allowed
 * it in the dashboard; so no secret waits in the database, and a lost answer can be asked for again.
 */
import type { Hono } from "hono";
import type { DeviceAuthorization, DeviceToken, DeviceTokenError } from "@intray/sdk/schemas";
import { zDeviceAuthorizationInput, zDeviceTokenInput } from "@intray/sdk/schemas";
import { hashKey, keyPrefix, newKey } from "../domain/account/api-key.ts";
import { newUserCode, showUserCode } from "../domain/account/user-code.ts";
import type { z } from "zod";
import { storable } from "../platform/text/safe-text.ts";
import type { ApiContext, ApiEnv, ApiParts } from "./http/env.ts";
import type { KeyExpiry } from "./http/expired-keys.ts";
import { requireFewFailures } from "./http/limit-keys.ts";
import { parse, parseBody } from "./http/request.ts";

const LIFE_S = 600;
/** How often a program may ask. */
const INTERVAL_S = 5;

const ERRORS = {
  authorization_pending: "Nobody has allowed the key yet. Ask again in a few seconds.",
  access_denied: "A person has denied the key.",
  expired_token: "The code is unknown or has expired. Start again.",
} as const satisfies Record<DeviceTokenError["error"], string>;

/** These need no key. Register before authentication. */
export function deviceLoginRoutes(app: Hono<ApiEnv>, parts: ApiParts, keyExpiry: KeyExpiry): void {
  const { store, clock, random, clientAddress, keyRates, publicUrl } = parts;

  for (const path of ["/device_authorizations", "/device_tokens"]) {
    app.use(path, async (c, next) => {
      c.header("Cache-Control", "private, no-store");
      await next();
    });
  }

  app.post("/device_authorizations", async (c) => {
    const ip = clientAddress(c.env.incoming);
    requireFewFailures(keyRates, ip);
    const {
      client_id,
      device_name,
      scope = "write",
    } = await readInput(c, zDeviceAuthorizationInput);
    const device_code = newKey("device", random);
    const user_code = newUserCode(random);
    const now = clock.now();
    await store.writes.createDeviceLogin({
      user_code,
      hash: hashKey(device_code),
      prefix: keyPrefix(device_code),
      name: device_name === undefined ? client_id : `${client_id} on ${device_name}`,
      scope,
      ip,
      expires_at: now + LIFE_S * 1_000,
      now,
    });
    const shown = showUserCode(user_code);
    const page = `${publicUrl()}/dashboard/device`;
    return c.json({
      device_code,
      user_code: shown,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${shown}`,
      expires_in: LIFE_S,
      interval: INTERVAL_S,
    } satisfies DeviceAuthorization);
  });

  app.post("/device_tokens", async (c) => {
    const { device_code } = await readInput(c, zDeviceTokenInput);
    const hash = hashKey(device_code);
    const key = await store.findKey(hash);
    if (key !== undefined && !keyExpiry.hasExpired(key)) {
      return c.json({
        access_token: device_code,
        token_type: "Bearer",
        scope: key.scope,
      } satisfies DeviceToken);
    }
    const login = await store.reads.findDeviceLogin({ hash, now: clock.now() });
    if (login === undefined) requireFewFailures(keyRates, clientAddress(c.env.incoming));
    const error =
      login === undefined
        ? "expired_token"
        : login.denied === 1
          ? "access_denied"
          : "authorization_pending";
    const answer = { error, error_description: ERRORS[error] } satisfies DeviceTokenError;
    return c.json(answer, 400);
  });
}

/** Form data, as the RFC has it, or JSON, as the rest of the API has it. */
async function readInput<Schema extends z.ZodType>(c: ApiContext, schema: Schema) {
  const type = c.req.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") return parseBody(c, schema);
  const pairs = [...new URLSearchParams(await c.req.text())];
  const members = Object.fromEntries(pairs.map(([name, value]) => [name, storable(value)]));
  return parse(schema, members, "member");
}
