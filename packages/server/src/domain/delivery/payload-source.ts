/** The data that a payload is rendered from: a submission with its links, or a sample submission. */
import { type Finding, spamScoreOf } from "../submission/finding.ts";
import type { LeadScore } from "../submission/lead.ts";
import type { Origins } from "../submission/submission-text.ts";
import type { Fields } from "../submission/submission.ts";

export interface PayloadSubmission {
  readonly id: number;
  readonly form_name: string;
  readonly created_at: number;
  readonly source_url: string | null;
  readonly source_host: string | null;
  readonly source_path: string | null;
  readonly source_fragment: string | null;
  readonly source_query: readonly (readonly [name: string, value: string])[] | null;
  readonly email: string | null;
  readonly fields: Fields;
  readonly spam_findings: readonly Finding[] | null;
  /** `undefined` if the form does not score leads, `null` while the score is pending. */
  readonly lead: LeadScore | null | undefined;
  readonly attachments: readonly {
    readonly id: number;
    readonly name: string;
    readonly public_token: string;
    readonly file_size: number;
  }[];
}

/** What payloads show of a file. */
export interface PayloadFile {
  readonly name: string;
  readonly attachment_proxy_url: string;
  readonly public_url: string;
  /** Bytes. */
  readonly file_size: number;
}

/** What payloads are rendered from. */
export interface PayloadSource extends Omit<
  PayloadSubmission,
  "source_query" | "spam_findings" | "lead" | "attachments"
> {
  readonly source_query: NonNullable<PayloadSubmission["source_query"]>;
  /** The sum of the weights of the findings. */
  readonly spam_score: number;
  /** `null` if the form does not score leads, and while the score is pending. */
  readonly lead: LeadScore | null;
  readonly attachments: readonly PayloadFile[];
}

export const payloadSource = (
  { spam_findings, ...submission }: PayloadSubmission,
  { publicUrl, filesUrl }: Origins,
): PayloadSource => ({
  ...submission,
  source_query: submission.source_query ?? [],
  spam_score: spamScoreOf(spam_findings ?? []),
  lead: submission.lead ?? null,
  attachments: submission.attachments.map(({ id, name, public_token, file_size }) => ({
    name,
    attachment_proxy_url: `${publicUrl}/api/v1/attachments/${id}`,
    public_url: `${filesUrl}/api/v1/attachments/${public_token}/public`,
    file_size,
  })),
});

/** A sample for forms without submissions. Its id, 0, is not used by any submission. */
export function sampleSubmission(form_name: string, created_at: number): PayloadSubmission {
  const email = "ada@example.org";
  return {
    id: 0,
    form_name,
    created_at,
    source_url: "https://example.org/contact?from=newsletter",
    source_host: "example.org",
    source_path: "/contact",
    source_fragment: null,
    source_query: [["from", "newsletter"]],
    email,
    fields: [
      ["name", "Ada Lovelace"],
      ["email", email],
      ["message", "This is a sample submission."],
    ],
    spam_findings: null,
    lead: undefined,
    attachments: [],
  };
}
