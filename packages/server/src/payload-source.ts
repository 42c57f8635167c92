/** What a payload is written from: a submission with its links, or a sample where there is none. */
import type { PayloadSource } from "./delivery.ts";
import type { Fields } from "./submission.ts";

/** The part of a submission that payloads show. */
export interface PayloadSubmission {
  readonly id: number;
  readonly form_name: string;
  readonly source_url: string | null;
  readonly email: string | null;
  readonly fields: Fields;
  readonly attachments: readonly {
    readonly id: number;
    readonly name: string;
    readonly public_token: string;
  }[];
}

/** @param publicUrl The origin that links begin with. */
export function payloadSource(submission: PayloadSubmission, publicUrl: string): PayloadSource {
  return {
    submissionId: submission.id,
    formName: submission.form_name,
    sourceUrl: submission.source_url,
    email: submission.email,
    fields: submission.fields,
    attachments: submission.attachments.map((file) => ({
      name: file.name,
      attachment_proxy_url: `${publicUrl}/api/v1/attachments/${file.id}`,
      public_url: `${publicUrl}/api/v1/attachments/${file.public_token}/public`,
    })),
  };
}

/** Stands in for the submission that a form does not have yet; its id, 0, is nobody's. */
export function sampleSubmission(form_name: string): PayloadSubmission {
  const email = "ada@example.org";
  return {
    id: 0,
    form_name,
    source_url: "https://example.org/contact",
    email,
    fields: [
      ["name", "Ada Lovelace"],
      ["email", email],
      ["message", "This is a sample, sent to try the webhook out."],
    ],
    attachments: [],
  };
}
