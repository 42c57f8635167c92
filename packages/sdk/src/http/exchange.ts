/** What goes to the server and what comes back, before anybody reads JSON into it. */
import type { Dispatcher } from "undici";
import type { Path } from "./address.ts";
import type { CallOptions, QueryValue } from "../options.ts";
import type { ReadAnswer } from "./refusal.ts";
import type { IntrayError } from "../errors.ts";

export interface Exchange extends CallOptions {
  readonly method: string;
  readonly path: Path;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** In place of the client's key; `null` for what needs none. */
  readonly bearer?: string | null;
  /** Milliseconds without a byte after which a body counts as broken off. */
  readonly silenceMs?: number;
}

/** An answer whose body is still to be read. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Dispatcher.ResponseData["body"];
}

/** What a try came to, so that the loop can judge it. */
export type Try<Taken> =
  | { readonly kind: "answer"; readonly answer: Taken }
  | { readonly kind: "broken"; readonly error: IntrayError };

export async function readWhole({ status, headers, body }: Answer): Promise<ReadAnswer> {
  return { status, headers, bytes: Buffer.from(await body.arrayBuffer()) };
}

/** The answer, or the error thrown. */
export function finished<Taken>(outcome: Try<Taken>): Taken {
  if (outcome.kind === "broken") throw outcome.error;
  return outcome.answer;
}

/** Names in lower case; a header that came several times in one line. */
export function plainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined)
      plain[name.toLowerCase()] = typeof value === "string" ? value : value.join(", ");
  }
  return plain;
}
