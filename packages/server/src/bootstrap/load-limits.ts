/** Creates everything that limits load: bodies, connections, unread responses, requests per API key and agents. */
import type { KeyRates } from "../api/http/env.ts";
import { createOpenBodies, type OpenBodies } from "../bodies/open-bodies.ts";
import { limitUnsent, type UnsentResponses } from "../bodies/unsent-responses.ts";
import type { Config } from "../config/config.ts";
import type { Ids } from "../domain/ids.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { McpSettings } from "../mcp/env.ts";
import { createRateLimit } from "../platform/rate-limit.ts";
import type { IntakeParts } from "../intake/accept.ts";
import { type Connections, limitConnections } from "./connections.ts";

/** Requests with unknown API keys per minute and address. */
const UNKNOWN_KEYS_PER_MINUTE = 60;

export interface LoadLimits extends Pick<IntakeParts, "admit"> {
  readonly bodies: OpenBodies;
  readonly unsent: UnsentResponses;
  readonly connections: Connections;
  readonly keyRates: KeyRates;
  readonly mcp: McpSettings;
}

export function createLoadLimits({
  config,
  clock,
  ids,
  log,
}: {
  readonly config: Config;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}): LoadLimits {
  const connections = limitConnections({
    maxConnections: config.maxConnections,
    hasProxies: config.trustProxy.length > 0,
    clock,
    ids,
  });
  return {
    bodies: createOpenBodies(config.bodies, clock, log),
    connections,
    admit: (incoming) => connections.admit(incoming),
    unsent: limitUnsent(clock, log),
    keyRates: {
      requests: createRateLimit(config.keyRateLimit, clock),
      failures: createRateLimit(UNKNOWN_KEYS_PER_MINUTE, clock),
    },
    mcp: { tools: config.mcp.tools, rate: createRateLimit(config.mcp.rateLimit, clock) },
  };
}
