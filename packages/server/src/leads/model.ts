/** One question to the model behind `INTRAY_LEADS_URL`, by the protocol that most servers of models speak. */
import { Agent } from "undici";
import type { Clock } from "../platform/clock.ts";
import type { LeadScore } from "../domain/lead.ts";
import { parseRetryAfter } from "../platform/retry-after.ts";
import type { Message } from "./prompt.ts";
import { readAnswer } from "./read-answer.ts";

/** Whom to ask. */
export interface ModelSettings {
  /** Ends in `/chat/completions`. */
  readonly url: string;
  readonly model: string;
  /** Never logged. */
  readonly apiKey: string | undefined;
}

export type ModelAnswer =
  | { readonly kind: "score"; readonly score: LeadScore }
  /** It did not answer, or is busy or broken: asking about another lead would do no better. */
  | {
      readonly kind: "down";
      readonly problem: string;
      readonly retryAfterMs: number | undefined;
    }
  /** It answered, and this was no score. */
  | { readonly kind: "unreadable"; readonly problem: string };

export interface Model {
  ask(messages: readonly Message[], signal: AbortSignal): Promise<ModelAnswer>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 64 * 1_024;

/** @param deadlineMs From the first byte sent to the last one read. */
export function openModel(settings: ModelSettings, clock: Clock, deadlineMs: number): Model {
  const agent = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS }, pipelining: 1 });
  const { origin, pathname, search } = new URL(settings.url);
  return {
    async ask(messages, signal) {
      const late = new Error(`no answer within ${deadlineMs / 1_000} s`);
      const end = new AbortController();
      const stop = () => end.abort(signal.reason);
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop);
      const forget = clock.after(deadlineMs, () => end.abort(late));
      try {
        const answer = await agent.request({
          origin,
          path: pathname + search,
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json",
            "accept-encoding": "identity",
            ...(settings.apiKey === undefined
              ? {}
              : { authorization: `Bearer ${settings.apiKey}` }),
          },
          body: JSON.stringify({
            model: settings.model,
            messages,
            stream: false,
          }),
          signal: end.signal,
        });
        const body = await textOf(answer.body);
        return judge(answer.statusCode, answer.headers["retry-after"], body, clock.now());
      } catch (error) {
        return { kind: "down", problem: messageOf(error), retryAfterMs: undefined };
      } finally {
        forget();
        signal.removeEventListener("abort", stop);
      }
    },
    close: () => agent.destroy(),
  };
}

function judge(
  status: number,
  retryAfter: string | string[] | undefined,
  body: string | undefined,
  now: number,
): ModelAnswer {
  if (status !== 200) {
    const header = Array.isArray(retryAfter) ? retryAfter[0] : retryAfter;
    return {
      kind: "down",
      problem: `it answered ${status}`,
      retryAfterMs: parseRetryAfter(header, now),
    };
  }
  if (body === undefined) {
    return { kind: "unreadable", problem: `its answer went on after ${MAX_ANSWER_BYTES} bytes` };
  }
  const score = readAnswer(body);
  return score === undefined
    ? { kind: "unreadable", problem: "its answer was not the JSON that was asked for" }
    : { kind: "score", score };
}

/** `undefined` when there is too much of it; the rest is not read. */
async function textOf(body: AsyncIterable<Buffer>): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === "" && "code" in error ? String(error.code) : error.message;
}
