/** Messages between the HTTP thread and the store threads: calls, replies, and errors as plain data. */
import type { AcceptedSubmission } from "../../domain/submission/accepted-submission.ts";
import { AppError, type ErrorCode, type FieldProblem } from "../../domain/errors.ts";
import { Outage, type OutageCause } from "../../domain/outage.ts";

/** The call that accepts a post. Every other call has the name of its read or write. */
export const ACCEPT_CALL = "acceptSubmission";

export type Call = { readonly id: number; readonly name: string; readonly args: unknown };

/** Calls as one flat list: id, name and args of each. Cloning objects costs several times as much. */
export type EncodedCalls = readonly unknown[];

export const CALL_LENGTH = 3;

/** Messages that are not calls: release memory and disk, and end. */
export const TIDY_UP = "tidy_up";
export const CLOSE = "close";

export type ThreadMessage = EncodedCalls | typeof TIDY_UP | typeof CLOSE;

export function* decodeCalls(encoded: EncodedCalls): Generator<Call> {
  for (let at = 0; at < encoded.length; at += CALL_LENGTH) {
    yield { id: encoded[at] as number, name: encoded[at + 1] as string, args: encoded[at + 2] };
  }
}

/** Every message from a thread. `ready` or `failed` ends its start. */
export type ThreadAnswer =
  | {
      readonly kind: "log";
      readonly level: "info" | "warn";
      readonly details: object;
      readonly message: string;
    }
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly error: EncodedError }
  | {
      readonly kind: "replies";
      readonly replies: EncodedReplies;
      /** How long the transaction of these replies took, in milliseconds; only the writer has one. */
      readonly commitMs?: number;
    };

/** Replies as one flat list: id, kind and value of each. */
export type EncodedReplies = readonly unknown[];

export const REPLY_LENGTH = 3;

const RESULT = 0;
const ERROR = 1;
/** The most frequent result is encoded as one number. */
const ACCEPTED = 2;

/** @param calls The calls of the replies, in the same order. */
export function encodeReplies(
  calls: readonly Call[],
  replies: readonly CallReply[],
): EncodedReplies {
  const encoded: unknown[] = [];
  for (const [at, reply] of replies.entries()) {
    if ("error" in reply) encoded.push(reply.id, ERROR, reply.error);
    else if (calls[at]?.name === ACCEPT_CALL) {
      encoded.push(reply.id, ACCEPTED, encodeAccepted(reply.result as AcceptedSubmission));
    } else encoded.push(reply.id, RESULT, reply.result);
  }
  return encoded;
}

/** The reply that starts at index `at`. */
export function replyAt(encoded: EncodedReplies, at: number): CallReply {
  const id = encoded[at] as number;
  const value = encoded[at + 2];
  if (encoded[at + 1] === ERROR) return { id, error: value as EncodedError };
  return { id, result: encoded[at + 1] === ACCEPTED ? decodeAccepted(value as number) : value };
}

const encodeAccepted = ({ id, spam, hasDue, isRepeat }: AcceptedSubmission) =>
  id * 8 + (isRepeat ? 4 : 0) + (spam ? 2 : 0) + (hasDue ? 1 : 0);
const decodeAccepted = (encoded: number): AcceptedSubmission => ({
  id: Math.floor(encoded / 8),
  isRepeat: encoded % 8 >= 4,
  spam: encoded % 4 >= 2,
  hasDue: encoded % 2 === 1,
});

export type CallReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: EncodedError };

/** An error as plain data: a thread port does not transfer classes. */
export type EncodedError =
  | {
      readonly kind: "app";
      readonly code: ErrorCode;
      readonly message: string;
      readonly fields: readonly FieldProblem[];
      readonly headers: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: "outage";
      readonly outage: OutageCause;
      readonly isUncertain: boolean;
      readonly cause: EncodedError;
    }
  | { readonly kind: "bug"; readonly message: string; readonly stack: string | undefined };

export function encodeError(error: unknown): EncodedError {
  if (error instanceof Outage) {
    const { outage, isUncertain, cause } = error;
    return { kind: "outage", outage, isUncertain, cause: encodeError(cause) };
  }
  if (error instanceof AppError) {
    const { code, message, fields, headers } = error;
    return { kind: "app", code, message, fields, headers };
  }
  return error instanceof Error
    ? { kind: "bug", message: error.message, stack: error.stack }
    : { kind: "bug", message: String(error), stack: undefined };
}

export function decodeError(encoded: EncodedError): Error {
  if (encoded.kind === "outage") {
    const { outage, isUncertain, cause } = encoded;
    return new Outage(outage, { isUncertain, cause: decodeError(cause) });
  }
  if (encoded.kind === "app") {
    return new AppError(encoded.code, encoded.message, {
      fields: encoded.fields,
      headers: encoded.headers,
    });
  }
  const error = new Error(encoded.message);
  if (encoded.stack !== undefined) error.stack = encoded.stack;
  return error;
}
