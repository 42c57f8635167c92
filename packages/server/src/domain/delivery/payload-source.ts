/** The data that a payload is rendered from: a submission with its links, or a sample submission. */
import type { PayloadSource } from "./delivery.ts";
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

export const payloadSource = (
  submission: PayloadSubmission,
  { publicUrl, filesUrl }: Origins,
): PayloadSource => ({
  submissionId: submission.id,
  formName: submission.form_name,
  createdAt: submission.created_at,
  sourceUrl: submission.source_url,
  sourceHost: submission.source_host,
  sourcePath: submission.source_path,
  sourceFragment: submission.source_fragment,
  sourceQuery: submission.source_query ?? [],
  email: submission.email,
  fields: submission.fields,
  spamScore: spamScoreOf(submission.spam_findings ?? []),
  attachments: submission.attachments.map((file) => ({
    name: file.name,
    attachment_proxy_url: `${publicUrl}/api/v1/attachments/${file.id}`,
    public_url: `${filesUrl}/api/v1/attachments/${file.public_token}/public`,
    file_size: file.file_size,
  })),
  leadAgent:
    submission.lead == null
      ? undefined
      : {
          score: submission.lead.score,
          scoreReasoning: submission.lead.score_reasoning,
          scoreLocationInfo: submission.lead.score_location_info,
        },
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
