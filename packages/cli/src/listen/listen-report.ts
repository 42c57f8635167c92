/** How a delivery is told of: in words on a terminal, one JSON document a line elsewhere. */
import { bodyJson } from "../webhooks/body-json.ts";
import { escapeLine, escapeLines } from "../terminal/escaping.ts";
import { describeResult } from "./local-delivery.ts";
import type { LocalDelivery } from "./local-delivery.ts";
import type { Verdict } from "./receiver.ts";
import type { TargetResults } from "./targets.ts";

export interface DeliveryReport {
  readonly at: string;
  readonly delivery: LocalDelivery;
  /** `undefined` where it was signed here. */
  readonly verdict?: Verdict;
  readonly reactions: TargetResults;
  /** The status that was answered. */
  readonly answered?: number;
}

/** For programs. */
export function deliveryRecord({
  at,
  delivery,
  verdict,
  reactions,
  answered,
}: DeliveryReport): object {
  const { submissionId, logId, contentType, headers, body } = delivery;
  return {
    at,
    submission_id: submissionId,
    webhook_log_id: logId,
    ...(verdict && { valid: verdict.kind === "valid" }),
    ...(verdict?.kind === "refused" && { code: verdict.code, reason: verdict.reason }),
    content_type: contentType,
    headers: Object.fromEntries(headers),
    ...bodyJson(body),
    ...(answered !== undefined && { answered }),
    ...reactions,
  };
}

/** For people; `bold` marks the line that a delivery begins with. */
export function deliveryText(told: DeliveryReport, bold: (text: string) => string): string {
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
    bold(escapeLine(head)),
    ...(verdict?.kind === "refused" ? [escapeLine(verdict.reason)] : []),
    escapeLines(prettyBody(body)),
    ...(reactions.forward ? [`forwarded: ${escapeLine(describeResult(reactions.forward))}`] : []),
    ...(reactions.exec ? [`command: ${escapeLine(describeResult(reactions.exec))}`] : []),
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
