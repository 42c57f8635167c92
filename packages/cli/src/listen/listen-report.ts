/** How a delivery is told of: in words on a terminal, one JSON document a line elsewhere. */
import { bodyMembers } from "../flags/body-members.ts";
import { harmless, harmlessLines } from "../terminal/terminal-text.ts";
import { describeReaction } from "./local-delivery.ts";
import type { LocalDelivery } from "./local-delivery.ts";
import type { Verdict } from "./receiver.ts";
import type { Reactions } from "./targets.ts";

export interface Told {
  readonly at: string;
  readonly delivery: LocalDelivery;
  /** `undefined` where it was signed here. */
  readonly verdict?: Verdict;
  readonly reactions: Reactions;
  /** The status that was answered. */
  readonly answered?: number;
}

/** For programs. */
export function deliveryRecord({ at, delivery, verdict, reactions, answered }: Told): object {
  const { submissionId, logId, contentType, headers, body } = delivery;
  return {
    at,
    submission_id: submissionId,
    webhook_log_id: logId,
    ...(verdict && { valid: verdict.kind === "valid" }),
    ...(verdict?.kind === "refused" && { code: verdict.code, reason: verdict.reason }),
    content_type: contentType,
    headers: Object.fromEntries(headers),
    ...bodyMembers(body),
    ...(answered !== undefined && { answered }),
    ...reactions,
  };
}

/** For people; `bold` marks the line that a delivery begins with. */
export function deliveryText(told: Told, bold: (text: string) => string): string {
  const { at, delivery, verdict, reactions, answered } = told;
  const { submissionId, logId, contentType, body } = delivery;
  const head = [
    at.slice(11, 19),
    submissionId === null ? "a webhook" : `submission ${submissionId}`,
    ...(logId === null ? [] : [`delivery ${logId}`]),
    `${contentType}, ${body.byteLength} bytes`,
    ...(verdict === undefined ? [] : [verdict.kind === "valid" ? "valid" : "INVALID"]),
  ].join("  ");
  return [
    bold(harmless(head)),
    ...(verdict?.kind === "refused" ? [harmless(verdict.reason)] : []),
    harmlessLines(prettyBody(body)),
    ...(reactions.forward ? [`forwarded: ${harmless(describeReaction(reactions.forward))}`] : []),
    ...(reactions.exec ? [`command: ${harmless(describeReaction(reactions.exec))}`] : []),
    ...(answered === undefined ? [] : [`answered: ${answered}`]),
    "",
  ].join("\n");
}

/** JSON over several lines; anything else as it came. */
function prettyBody(body: Buffer): string {
  const text = body.toString("utf8");
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text.trimEnd();
  }
}
