/** Checks the defaults of the queue, and the leases that they ask for. */
import { parse } from "@oclif/core/parser";
import type { Intray } from "@intray/sdk";
import type { QueueDefaults } from "../config/config-file.ts";
import { EXIT } from "../errors/failure.ts";
import { isMissingEndpoint } from "../errors/sdk-problem.ts";
import type { RunFlags } from "../queue/run-flags.ts";
import { describeBadDefaults, defaultArguments, runFlags } from "../queue/run-flags.ts";
import { leaseTerms } from "../queue/queue-source.ts";
import { failed, ok, warning, type CheckResult } from "./doctor-command.ts";

/** A shorter lease can expire during an ordinary pause of the machine or the network. */
const SHORT_LEASE_SECONDS = 15;
const CLAIM_PATH = "/api/v1/submissions/claim";

/** The flags that result from the defaults. Throws Failure 78 for invalid ones. */
export async function readDefaults(defaults: QueueDefaults): Promise<RunFlags> {
  const given = defaultArguments(defaults, () => false);
  try {
    const { flags } = await parse(given, { flags: runFlags });
    if (flags.claim) leaseTerms(flags);
    return flags;
  } catch (error) {
    throw describeBadDefaults(error);
  }
}

export function checkDefaults(defaults: QueueDefaults): CheckResult {
  const words = defaultArguments(defaults, () => false);
  const what = words.length === 0 ? "have no defaults for the queue" : `set ${words.join(" ")}`;
  return ok(`The profile and .intray.json ${what}.`);
}

/** Checks that the server supports leases and that they are long enough. For queues with `--claim`. */
export async function checkLeases(flags: RunFlags, client: Intray): Promise<CheckResult> {
  const { lease_seconds } = leaseTerms(flags);
  const message = `Leases last ${lease_seconds} s and are renewed every ${Math.round(lease_seconds / 3)} s.`;
  const canLease = await supportsLeases(client);
  if (canLease === undefined) {
    return warning(`${message} It is unknown whether the server supports leases.`);
  }
  if (!canLease) {
    return failed(
      EXIT.rejected,
      "The queue's defaults contain claim, but this server cannot lease submissions.",
      "Unset claim and run the queue on one machine at a time, or upgrade the server.",
    );
  }
  if (lease_seconds >= SHORT_LEASE_SECONDS) return ok(message);
  return warning(
    message,
    "If this machine stalls for longer, another one handles the same submissions again. Use at least 1m.",
  );
}

/** `undefined` when the server does not serve an OpenAPI document. */
async function supportsLeases(client: Intray): Promise<boolean | undefined> {
  try {
    const { paths } = await client.server.openapi();
    return typeof paths === "object" && paths !== null ? CLAIM_PATH in paths : undefined;
  } catch (error) {
    if (isMissingEndpoint(error)) return undefined;
    throw error;
  }
}
