/** One handing-over of a submission to a handler: what it is told besides the submission. */
import type { QueueItem } from "./item.ts";

/** The least a submission must have; every other member is passed on untouched. */
export interface QueueSubmission {
  readonly id: number;
  readonly form_id: number;
}

/** Identifies a try. The same `id` twice means: the same work, maybe done before. */
export interface QueueDelivery {
  /** Idempotency key: the same for every try of one generation, for one consumer. */
  readonly id: string;
  readonly submissionId: number;
  readonly formId: number;
  /** 1 or more; tries that do not count leave it as it was. */
  readonly attempt: number;
  readonly generation: number;
  /** A handler was started for this generation before, and may have done its work. */
  readonly redelivered: boolean;
  readonly consumer: string;
}

/** The delivery of an item that was just moved to running. */
export function deliveryOf(item: QueueItem, consumer: string): QueueDelivery {
  return {
    id: `${consumer}:${item.submissionId}:${item.generation}`,
    submissionId: item.submissionId,
    formId: item.formId,
    attempt: item.attempts,
    generation: item.generation,
    redelivered: item.starts > 1,
    consumer,
  };
}

/** U+2028, U+2029 and U+0085 end a line for some readers, though JSON lets them stand. */
const OTHER_LINE_ENDS = /[\u0085\u2028\u2029]/g;

/** What a handler reads: one line of JSON, its newline included, whatever the fields hold. */
export function deliveryLine(delivery: QueueDelivery, submission: QueueSubmission): string {
  const { id, attempt, generation, redelivered, consumer } = delivery;
  const line = JSON.stringify({
    v: 1,
    delivery: { id, attempt, generation, redelivered, consumer },
    submission,
  });
  return `${line.replaceAll(OTHER_LINE_ENDS, escapeCharacter)}\n`;
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
