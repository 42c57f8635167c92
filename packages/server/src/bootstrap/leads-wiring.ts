/** Connects lead scoring with the configured model. */
import { readFileSync } from "node:fs";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../config/config.ts";
import type { Ids } from "../domain/ids.ts";
import { openModel } from "../leads/model.ts";
import { createScorer, type Scorer } from "../leads/scorer.ts";
import type { Log } from "../platform/log.ts";
import type { Store } from "../store/store.ts";

const DEADLINE_MS = 20_000;
const LEASE_MS = 60_000;

/** @throws Error with a message for the operator if the key file cannot be read. */
export function createLeadScorer({
  config: { leads },
  clock,
  ...parts
}: {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly onDue: () => void;
}): Scorer {
  const model =
    leads === undefined
      ? undefined
      : openModel(
          { ...leads, apiKey: leads.apiKey ?? keyIn(leads.apiKeyFile) },
          clock,
          DEADLINE_MS,
        );
  return createScorer({ ...parts, clock, model, leaseMs: LEASE_MS });
}

function keyIn(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  let key: string;
  try {
    key = readFileSync(path, "utf8").trim();
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The file of INTRAY_LEADS_API_KEY_FILE cannot be read (${detail}). Give this user read permission, or set another file.`,
      { cause },
    );
  }
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new Error(
    `The file ${path} of INTRAY_LEADS_API_KEY_FILE must contain only the key: letters, digits and symbols without spaces.`,
  );
}
