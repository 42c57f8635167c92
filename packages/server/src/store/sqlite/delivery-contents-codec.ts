/** What was claimed on its way back from the writer, as one flat list. */
import type {
  ClaimedContents,
  DeliveryContent,
  PayloadRow,
} from "../deliveries/delivery-contents.ts";
import type { StoredBody } from "../deliveries/stored-body.ts";

/** The claim, and {@link LENGTH} values for each delivery behind it. */
type SentContents = readonly unknown[];

const HEAD = 3;
const LENGTH = 21;
const TEST = 0;

export function sendContents({
  contents,
  count,
  is_quarantined,
  due_at,
}: ClaimedContents): SentContents {
  const sent: unknown[] = [count, is_quarantined, due_at];
  for (const of of contents) {
    sent.push(of.id, of.submission_id, of.webhook_id, of.attempts_made, of.claims, of.trigger);
    // One object for all deliveries of a webhook: a port writes it once.
    sent.push(of.created_at, of.webhook, of.body);
    if (of.kind === "test") {
      sent.push(TEST, null, null, null, null, null, null, null, null, null, null, null);
    } else {
      const { submission } = of;
      sent.push(submission.id, submission.form_name, submission.created_at, submission.email);
      sent.push(submission.fields, submission.source_url, submission.source_host);
      sent.push(submission.source_path, submission.source_fragment, submission.source_query);
      sent.push(submission.lead);
      sent.push(submission.attachments.length === 0 ? null : submission.attachments);
    }
  }
  return sent;
}

export function readContents(sent: SentContents): ClaimedContents {
  const contents: DeliveryContent[] = [];
  for (let at = HEAD; at < sent.length; at += LENGTH) contents.push(contentAt(sent, at));
  return {
    contents,
    count: sent[0] as number,
    is_quarantined: sent[1] as boolean,
    due_at: sent[2] as number | undefined,
  };
}

function contentAt(sent: SentContents, at: number): DeliveryContent {
  const claimed = {
    id: sent[at] as number,
    submission_id: sent[at + 1] as number | null,
    webhook_id: sent[at + 2] as number,
    attempts_made: sent[at + 3] as number,
    claims: sent[at + 4] as number,
    trigger: sent[at + 5] as DeliveryContent["trigger"],
    created_at: sent[at + 6] as number,
    webhook: sent[at + 7] as DeliveryContent["webhook"],
  };
  if (sent[at + 9] === TEST) return { ...claimed, kind: "test", body: sent[at + 8] as StoredBody };
  return {
    ...claimed,
    kind: "submission",
    body: sent[at + 8] as StoredBody | undefined,
    submission: {
      id: sent[at + 9] as number,
      form_name: sent[at + 10] as string,
      created_at: sent[at + 11] as number,
      email: sent[at + 12] as string | null,
      fields: sent[at + 13] as string,
      source_url: sent[at + 14] as string | null,
      source_host: sent[at + 15] as string | null,
      source_path: sent[at + 16] as string | null,
      source_fragment: sent[at + 17] as string | null,
      source_query: sent[at + 18] as string | null,
      lead: sent[at + 19] as PayloadRow["lead"],
      attachments: (sent[at + 20] as PayloadRow["attachments"] | null) ?? NO_FILES,
    },
  };
}

const NO_FILES: PayloadRow["attachments"] = [];
