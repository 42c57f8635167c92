/** Client for the model at `INTRAY_LEADS_URL`, by the chat completions protocol that most model servers support. */
import { Agent } from "undici";
import { readAtMost } from "../platform/bounds.ts";
import type { Clock } from "../platform/clock.ts";
import type { LeadScore } from "../domain/submission/lead.ts";
import { parseRetryAfter } from "../platform/retry-after.ts";
import type { Message } from "./prompt.ts";
import { z } from "zod";
import { tryOrUndefined } from "../platform/errors.ts";

interface ModelSettings {
  /** Ends with `/chat/completions`. */
  readonly url: string;
  readonly model: string;
  /** Never logged. */
  readonly apiKey: string | undefined;
}

type ModelAnswer =
  | { readonly kind: "score"; readonly score: LeadScore }
  /** No response, or an error status: requests about other leads would fail too. */
  | { readonly kind: "down"; readonly problem: string; readonly retryAfterMs: number | undefined }
  /** A response that holds no valid score. */
  | { readonly kind: "unreadable"; readonly problem: string };

export interface Model {
  /** Never rejects. @param signal Aborts the request. */
  requestScore(messages: readonly Message[], signal: AbortSignal): Promise<ModelAnswer>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 64 * 1_024;

/** @param deadlineMs From the first byte sent to the last one read. */
export function openModel(settings: ModelSettings, clock: Clock, deadlineMs: number): Model {
  const agent = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS }, pipelining: 1 });
  const { origin, pathname, search } = new URL(settings.url);
  return {
    async requestScore(messages, signal) {
      const timeout = new Error(`no response within ${deadlineMs / 1_000} s`);
      const controller = new AbortController();
      const abort = () => controller.abort(signal.reason);
      if (signal.aborted) abort();
      else signal.addEventListener("abort", abort);
      const cancelTimer = clock.after(deadlineMs, () => controller.abort(timeout));
      try {
        const response = await agent.request({
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
          body: JSON.stringify({ model: settings.model, messages, stream: false }),
          signal: controller.signal,
        });
        const body = await readAtMost(response.body, MAX_RESPONSE_BYTES);
        return readResponse(
          response.statusCode,
          response.headers["retry-after"],
          body?.toString("utf8"),
          clock.now(),
        );
      } catch (error) {
        return { kind: "down", problem: messageOf(error), retryAfterMs: undefined };
      } finally {
        cancelTimer();
        signal.removeEventListener("abort", abort);
      }
    },
    close: () => agent.destroy(),
  };
}

function readResponse(
  status: number,
  retryAfter: string | string[] | undefined,
  body: string | undefined,
  now: number,
): ModelAnswer {
  if (status !== 200) {
    const header = Array.isArray(retryAfter) ? retryAfter[0] : retryAfter;
    return {
      kind: "down",
      problem: `it responded with status ${status}`,
      retryAfterMs: parseRetryAfter(header, now),
    };
  }
  if (body === undefined) {
    return { kind: "unreadable", problem: `its response exceeded ${MAX_RESPONSE_BYTES} bytes` };
  }
  const score = readAnswer(body);
  return score === undefined
    ? { kind: "unreadable", problem: "its response was not the requested JSON" }
    : { kind: "score", score };
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === "" && "code" in error ? String(error.code) : error.message;
}

const MAX_REASONING_CHARACTERS = 1_000;
const MAX_LOCATION_CHARACTERS = 300;

const COMPLETION = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })], z.unknown()),
});

const SCORE = z.object({
  score: z.number().min(0).max(100).transform(Math.round),
  score_reasoning: z.string().transform((text) => oneLine(text, MAX_REASONING_CHARACTERS)),
  score_location_info: z
    .string()
    .transform((text) => oneLine(text, MAX_LOCATION_CHARACTERS) || null)
    .nullish()
    .transform((text) => text ?? null),
});

/** `undefined` if the response holds no valid score from 0 to 100. */
export function readAnswer(body: string): LeadScore | undefined {
  const completion = COMPLETION.safeParse(parse(body));
  if (!completion.success) return undefined;
  const [{ message }] = completion.data.choices;
  const score = SCORE.safeParse(parse(jsonIn(message.content)));
  return score.success ? score.data : undefined;
}

/** The JSON in a message: many models put a code fence around it, or their reasoning before it. */
function jsonIn(content: string): string {
  const answer = content.slice(content.lastIndexOf("</think>") + 1);
  const start = answer.indexOf("{");
  const end = answer.lastIndexOf("}");
  return start < 0 || end < start ? "" : answer.slice(start, end + 1);
}

const parse = (text: string) => tryOrUndefined<unknown>(() => JSON.parse(text));

/** Removes control and direction characters, which could garble logs and pages. */
function oneLine(text: string, maxLength: number): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
  return plain.length <= maxLength ? plain : `${plain.slice(0, maxLength - 1).toWellFormed()}…`;
}
