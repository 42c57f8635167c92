/** One delivery of a submission to a handler: the metadata that goes with the submission. */
import type { QueueItem } from "./item.ts";

/** The members that the queue needs. All other members of a submission are passed on unchanged. */
export interface QueueSubmission {
  readonly id: number;
  /** Never reused, unlike the id. Older servers send none. */
  readonly uid?: string | undefined;
  readonly form_id: number;
}

/** What identifies a submission for ever; its id, if the server sends no uid. */
export const uidOf = ({ id, uid }: Pick<QueueSubmission, "id" | "uid">): string =>
  uid ?? String(id);

/** Metadata of one attempt. A repeated `id` means the same work, which may have been done before. */
export interface QueueDelivery {
  /**
   * Idempotency key: the same for every attempt of one generation, for one consumer. Made from the uid of
   * the submission, so a later submission with the same id has another one.
   */
  readonly id: string;
  readonly submissionId: number;
  readonly formId: number;
  /** 1 or more. Attempts that do not count, such as deferred ones, do not raise it. */
  readonly attempt: number;
  readonly generation: number;
  /** A handler was started for this generation before, and may have done its work. */
  readonly redelivered: boolean;
  readonly consumer: string;
}

/** Returns the delivery of an item that has just become running. */
export const deliveryOf = (item: QueueItem, consumer: string): QueueDelivery => ({
  id: `${consumer}:${item.uid}:${item.generation}`,
  submissionId: item.submissionId,
  formId: item.formId,
  attempt: item.attempts,
  generation: item.generation,
  redelivered: item.starts > 1,
  consumer,
});

/** U+2028, U+2029 and U+0085 end a line for some readers, although JSON allows them in strings. */
const OTHER_LINE_ENDS = /[\u0085\u2028\u2029]/g;

/** Returns the handler's input: one line of JSON with its newline, for any field values. */
export function deliveryLine(delivery: QueueDelivery, submission: QueueSubmission): string {
  const { id, attempt, generation, redelivered, consumer } = delivery;
  const line = JSON.stringify({
    v: 1,
    delivery: { id, attempt, generation, redelivered, consumer },
    submission,
  });
  return `${line.replaceAll(OTHER_LINE_ENDS, escapeCharacter)}\n`;
}

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
