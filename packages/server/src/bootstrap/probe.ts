/** `/probe`: tells `intray-server doctor` how its request arrived. Without a valid token there is no such page. */
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { Config } from "../config/config.ts";
import type { ProbeAnswer } from "../domain/probe.ts";
import { createProbeTokens, FORWARDED_HEADERS, PROBE_HEADER, PROBE_PATH } from "../domain/probe.ts";
import { type ClientAddress, clientAddress, trustedPeer } from "../intake/client-address.ts";
import type { Clock } from "../platform/clock.ts";
import { VERSION } from "../platform/version.ts";
import { filesHost, type KnownHost, knownHost } from "./known-host.ts";

export interface ProbeParts {
  readonly clock: Clock;
  readonly clientAddress: ClientAddress;
  readonly knownHost: KnownHost;
  readonly isFilesHost: ReturnType<typeof filesHost>;
  readonly isTrustedPeer: (remoteAddress: string | undefined) => boolean;
  readonly isProbeToken: (token: string, nowMs: number) => boolean;
}

/** What the settings say about the proxies in front of the server. @param keys The encryption keys. */
export function proxiesOf(config: Config, keys: readonly Uint8Array[]): Omit<ProbeParts, "clock"> {
  return {
    clientAddress: clientAddress(config.trustProxy),
    knownHost: knownHost(config),
    isFilesHost: filesHost(config),
    isTrustedPeer: trustedPeer(config.trustProxy),
    isProbeToken: createProbeTokens(keys),
  };
}

export function probeRoutes(parts: ProbeParts): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  routes.get(PROBE_PATH, (c) => {
    const { incoming } = c.env;
    const { headers, socket } = incoming;
    if (!parts.isProbeToken(String(headers[PROBE_HEADER]), parts.clock.now())) return c.notFound();
    const forwarded = FORWARDED_HEADERS.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, [value].flat().join(", ")] as const];
    });
    c.header("Cache-Control", "no-store");
    return c.json({
      version: VERSION,
      peer: socket.remoteAddress ?? null,
      is_trusted: parts.isTrustedPeer(socket.remoteAddress),
      client: parts.clientAddress(incoming),
      host: headers.host ?? null,
      is_known_host: parts.knownHost(incoming) !== undefined,
      forwarded: Object.fromEntries(forwarded),
    } satisfies ProbeAnswer);
  });
  return routes;
}
