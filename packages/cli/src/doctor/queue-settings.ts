/** Whether the queue's defaults make sense, and what a lease of theirs means. */
import { parse } from "@oclif/core/parser";
import type { Intray } from "@intray/sdk";
import type { QueueDefaults } from "../config/config-file.ts";
import { EXIT } from "../errors/exit-codes.ts";
import { isMissingEndpoint } from "../queue/key-scope.ts";
import { badDefaults, defaultArguments } from "../queue/queue-defaults.ts";
import { leaseTerms } from "../queue/queue-source.ts";
import { runFlags } from "../queue/run-flags.ts";
import type { RunFlags } from "../queue/run-flags.ts";
import type { CheckResult } from "./finding.ts";

/** A pause of the machine or the network that nobody wonders at. */
const SHORT_LEASE_SECONDS = 15;
const CLAIM_PATH = "/api/v1/submissions/claim";

/** The flags that the defaults come to. @throws Failure 78 for those that no run would take. */
export async function readDefaults(defaults: QueueDefaults): Promise<RunFlags> {
  const given = defaultArguments(defaults, () => false);
  try {
    const { flags } = await parse(given, { flags: runFlags });
    if (flags.claim) leaseTerms(flags);
    return flags;
  } catch (error) {
    throw badDefaults(error);
  }
}

export function checkDefaults(defaults: QueueDefaults): CheckResult {
  const words = defaultArguments(defaults, () => false);
  return {
    state: "ok",
    message:
      words.length === 0
        ? "The profile and .intray.json set nothing for the queue."
        : `The profile and .intray.json set ${words.join(" ")}.`,
  };
}

/** Whether the server leases, and for how long it will; only where `--claim` is set. */
export async function checkLeases(flags: RunFlags, client: Intray): Promise<CheckResult> {
  const { leaseSeconds } = leaseTerms(flags);
  const message = `Leases last ${leaseSeconds} s and are renewed every ${Math.round(leaseSeconds / 3)} s.`;
  const canLease = await leases(client);
  if (canLease === undefined) {
    return { state: "warning", message: `${message} The server does not say whether it leases.` };
  }
  if (!canLease) {
    return {
      state: "failed",
      message: "The queue's defaults say claim, and this server cannot lease submissions.",
      hint: "Leave claim out and run the queue on one machine at a time, or use a newer server.",
      exit: EXIT.rejected,
    };
  }
  if (leaseSeconds >= SHORT_LEASE_SECONDS) return { state: "ok", message };
  return {
    state: "warning",
    message,
    hint: "A machine that stalls for longer loses them, and another does the same work: 1m and more is safe.",
  };
}

/** `undefined` when the server has no document, or one of another form. */
async function leases(client: Intray): Promise<boolean | undefined> {
  try {
    const { paths } = await client.server.openapi();
    return typeof paths === "object" && paths !== null ? CLAIM_PATH in paths : undefined;
  } catch (error) {
    if (isMissingEndpoint(error)) return undefined;
    throw error;
  }
}
