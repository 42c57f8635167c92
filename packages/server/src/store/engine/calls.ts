/** Calls across a thread's port: what is sent, what comes back, and how an error survives the way. */
import type { AcceptedSubmission } from "../../domain/accepted-submission.ts";
import { AppError, type ErrorCode, type FieldProblem } from "../../domain/errors.ts";

/** The call that takes in a post; every other one is named as its query. */
export const ACCEPT_CALL = "acceptSubmission";

export interface Call {
  readonly id: number;
  readonly name: string;
  readonly args: unknown;
}

/** Calls as one flat list, id, name and args in turn: a clone of many objects costs several times that. */
export type SentCalls = readonly unknown[];

export const CALL_LENGTH = 3;

/** What is asked of a thread besides calls: to give back memory, and to end. */
export const RELEASE_MEMORY = "release_memory";
export const CLOSE = "close";

/** All that is sent to a thread. */
export type Sent = SentCalls | typeof RELEASE_MEMORY | typeof CLOSE;

export function* received(sent: SentCalls): Generator<Call> {
  for (let at = 0; at < sent.length; at += CALL_LENGTH) {
    yield { id: sent[at] as number, name: sent[at + 1] as string, args: sent[at + 2] };
  }
}

/** A `reply` ends its call; `ready` and `failed` end the start of a thread. */
export type Answer =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly error: SentError }
  | {
      readonly kind: "replies";
      readonly replies: SentReplies;
      /** What the transaction took that they share; only the writer has one. */
      readonly commit_ms?: number;
    };

/** Replies as one flat list, id, how to read the value, and the value in turn, for the same reason. */
export type SentReplies = readonly unknown[];

export const REPLY_LENGTH = 3;

const RESULT = 0;
const ERROR = 1;
/** By far the most common result travels as one number. */
const ACCEPTED = 2;

/** @param calls What is replied to, in the order of `replies`. */
export function toSentReplies(calls: readonly Call[], replies: readonly Reply[]): SentReplies {
  const sent: unknown[] = [];
  for (const [at, reply] of replies.entries()) {
    if ("error" in reply) sent.push(reply.id, ERROR, reply.error);
    else if (calls[at]?.name === ACCEPT_CALL) {
      sent.push(reply.id, ACCEPTED, packed(reply.result as AcceptedSubmission));
    } else sent.push(reply.id, RESULT, reply.result);
  }
  return sent;
}

/** The reply that begins at `at`. */
export function replyAt(sent: SentReplies, at: number): Reply {
  const id = sent[at] as number;
  const value = sent[at + 2];
  if (sent[at + 1] === ERROR) return { id, error: value as SentError };
  return { id, result: sent[at + 1] === ACCEPTED ? unpacked(value as number) : value };
}

const packed = ({ id, spam, hasDue, isRepeat }: AcceptedSubmission) =>
  id * 8 + (isRepeat ? 4 : 0) + (spam ? 2 : 0) + (hasDue ? 1 : 0);
const unpacked = (sent: number): AcceptedSubmission => ({
  id: Math.floor(sent / 8),
  isRepeat: sent % 8 >= 4,
  spam: sent % 4 >= 2,
  hasDue: sent % 2 === 1,
});

export type Reply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: SentError };

/** An error as plain data: a class does not survive a port. */
export type SentError =
  | {
      readonly kind: "app";
      readonly code: ErrorCode;
      readonly message: string;
      readonly fields: readonly FieldProblem[];
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: "bug"; readonly message: string; readonly stack: string | undefined };

export function toSent(error: unknown): SentError {
  if (error instanceof AppError) {
    const { code, message, fields, headers } = error;
    return { kind: "app", code, message, fields, headers };
  }
  return error instanceof Error
    ? { kind: "bug", message: error.message, stack: error.stack }
    : { kind: "bug", message: String(error), stack: undefined };
}

export function fromSent(sent: SentError): Error {
  if (sent.kind === "app") {
    return new AppError(sent.code, sent.message, { fields: sent.fields, headers: sent.headers });
  }
  const error = new Error(sent.message);
  if (sent.stack !== undefined) error.stack = sent.stack;
  return error;
}
