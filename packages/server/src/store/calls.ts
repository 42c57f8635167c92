/** Calls across a thread's port: what is sent, what comes back, and how an error survives the way. */
import { AppError, type ErrorCode, type FieldProblem } from "../errors.ts";

export interface Call {
  readonly id: number;
  readonly name: string;
  readonly args: unknown;
}

/** Calls as one flat list, id, name and args in turn: a clone of many objects costs several times that. */
export type SentCalls = readonly unknown[];

export const CALL_LENGTH = 3;

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
      readonly replies: readonly Reply[];
      /** What the transaction took that they share; only the writer has one. */
      readonly commit_ms?: number;
    };

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
