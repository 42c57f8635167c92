/** Formats a delivery: as text for a terminal, else as a JSON record. */
import { describeBody } from "../webhooks/body-json.ts";
import { escapeLine, escapeLines } from "../terminal/text.ts";
import type { LocalDelivery, TargetResult, TargetResults } from "./targets.ts";
import { describeTargetResult } from "./targets.ts";

export type Verdict =
  | { readonly kind: "valid" }
  | {
      readonly kind: "invalid";
      readonly code: string;
      readonly reason: string;
      /** Of our response. */
      readonly status: number;
    };

export interface DeliveryReport {
  readonly at: string;
  readonly delivery: LocalDelivery;
  /** Result of verifying the signature; `undefined` when it was signed on this machine. */
  readonly verdict?: Verdict;
  readonly results: TargetResults;
  readonly answered?: number;
}

export function deliveryRecord({
  at,
  delivery,
  verdict,
  results,
  answered,
}: DeliveryReport): object {
  const { submissionId, logId, contentType, headers, body } = delivery;
  return {
    at,
    submission_id: submissionId,
    webhook_log_id: logId,
    ...(verdict && { valid: verdict.kind === "valid" }),
    ...(verdict?.kind === "invalid" && { code: verdict.code, reason: verdict.reason }),
    content_type: contentType,
    headers: Object.fromEntries(headers),
    ...describeBody(body),
    ...(answered !== undefined && { answered }),
    ...Object.fromEntries(
      Object.entries(results).map(([name, result]) => [name, resultRecord(result)]),
    ),
  };
}

function resultRecord({ durationMs, ...result }: TargetResult): object {
  return { ...result, duration_ms: durationMs };
}

/** The text for people; `bold` is applied to its first line. */
export function deliveryText(report: DeliveryReport, bold: (text: string) => string): string {
  const { at, delivery, verdict, results, answered } = report;
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
    ...(verdict?.kind === "invalid" ? [escapeLine(verdict.reason)] : []),
    escapeLines(prettyBody(body)),
    ...(results.forward ? [`forwarded: ${escapeLine(describeTargetResult(results.forward))}`] : []),
    ...(results.exec ? [`command: ${escapeLine(describeTargetResult(results.exec))}`] : []),
    ...(answered === undefined ? [] : [`answered: ${answered}`]),
    "",
  ].join("\n");
}

/** JSON, indented; any other body unchanged. */
function prettyBody(body: Buffer): string {
  const text = body.toString("utf8");
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text.trimEnd();
  }
}
