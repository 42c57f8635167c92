/** What every adapter does with a request, whatever its framework: verify it, hand it over once, answer. */
import { DEFAULT_MAX_BODY_BYTES } from "./body/body-limit.ts";
import type { HeaderSource } from "./delivery-headers.ts";
import { refusal, requireHeaders, requireSignature } from "./delivery-input.ts";
import { sentenceOf, WebhookVerificationError } from "./errors.ts";
import { admit } from "./replay.ts";
import type { ReplayPolicy } from "./replay.ts";
import { unwrapAsync } from "./unwrap-async.ts";
import type { VerifiedDelivery } from "./verified-delivery.ts";

type Secrets = string | readonly string[];

/** `Context` is what the framework hands over: a request, a context, an event. */
export interface ReceiverOptions<Context> {
  /** The signing secret's whole text; several while rotating; or a function that finds them out for each request. */
  readonly secrets: Secrets | ((context: Context) => Secrets | Promise<Secrets>);
  /** Longer bodies are answered 413; 5 MiB unless given. */
  readonly maxBodyBytes?: number;
  /** Refuses old and repeated requests; webhook-signature is then required. */
  readonly replay?: ReplayPolicy;
  /** Told of each refusal, for the log; the sender gets only the sentence, without the hint. */
  readonly onRefusal?: (error: WebhookVerificationError, context: Context) => unknown;
}

/**
 * Handles a delivery that is verified. The answer is 204 once it returns; when it throws, the
 * framework answers its error, and Intray sends the delivery again.
 */
export type DeliveryHandler<Context> = (delivery: VerifiedDelivery, context: Context) => unknown;

/** A request, as an adapter sees it. */
export interface Arrival<Context> {
  readonly context: Context;
  readonly method: string | undefined;
  readonly headers: HeaderSource;
  /** Called at most once, and not for a request without a well-formed signature. */
  readonly readBody: (maxBytes: number) => Promise<Uint8Array>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or `null` for no body. */
  readonly body: string | null;
}

/** @throws What the handler, the `secrets` function or the reading of the body throws, but no refusal. */
export async function receive<Context>(
  arrival: Arrival<Context>,
  options: ReceiverOptions<Context>,
  handle: DeliveryHandler<Context>,
): Promise<Answer> {
  if (arrival.method !== "POST") return WRONG_METHOD;
  const { context } = arrival;
  let run: () => Promise<unknown>;
  try {
    const delivery = await unwrapArrival(arrival, options);
    const admission = await admitDelivery(delivery, options.replay);
    run = () => admission(() => handle(delivery, context));
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    options.onRefusal?.(error, context);
    return refuse(error);
  }
  await run(); // outside: what the handler throws is no refusal
  return { status: 204, headers: {}, body: null };
}

async function unwrapArrival<Context>(
  { context, headers, readBody }: Arrival<Context>,
  { secrets, maxBodyBytes = DEFAULT_MAX_BODY_BYTES }: ReceiverOptions<Context>,
): Promise<VerifiedDelivery> {
  requireSignature(requireHeaders(headers)); // before the body: a stranger's costs no memory
  const body = await readBody(maxBodyBytes);
  const found = typeof secrets === "function" ? await secrets(context) : secrets;
  return unwrapAsync(body, headers, { secrets: found });
}

async function admitDelivery({ authenticated }: VerifiedDelivery, replay?: ReplayPolicy) {
  if (replay === undefined) return async (handle: () => unknown) => handle();
  if (authenticated === undefined) throw refusal("standard_signature_missing", "missing_header");
  return admit(authenticated, replay);
}

const JSON_TYPE = { "content-type": "application/json" } as const;

const WRONG_METHOD: Answer = {
  status: 405,
  headers: { ...JSON_TYPE, allow: "POST" },
  body: JSON.stringify({ error: "Send webhooks with POST.", code: "method_not_allowed" }),
};

/** With the hint only where the receiver itself is built wrongly: its owner reads it in the sender's log. */
function refuse({ code, status, hint }: WebhookVerificationError): Answer {
  const told = { error: sentenceOf(code), code, ...(status === 500 ? { hint } : {}) };
  return { status, headers: JSON_TYPE, body: JSON.stringify(told) };
}
