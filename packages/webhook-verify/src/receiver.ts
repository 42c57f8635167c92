/** The part of every adapter that is independent of its framework: verify the request, call the handler, answer. */
import { DEFAULT_MAX_BODY_BYTES } from "./body.ts";
import { ERRORS, WebhookVerificationError } from "./errors.ts";
import { requireHeaders, requireSignature, type HeaderSource } from "./headers.ts";
import { checkReplay, createReplayMemory, systemNow, type ReplayPolicy } from "./replay.ts";
import { unwrap, type VerifiedDelivery } from "./unwrap.ts";

type Secrets = string | readonly string[];

/** `Context` is the framework's type for a request: a request, a context or an event. */
export interface ReceiverOptions<Context> {
  /** The whole text of the signing secret, a list during a rotation, or a function that returns them for a request. */
  readonly secrets: Secrets | ((context: Context) => Secrets | Promise<Secrets>);
  /** Longer bodies are answered 413. Default 5 MiB. */
  readonly maxBodyBytes?: number;
  /**
   * Rejects old and repeated requests; webhook-signature is then required. Default: the timestamp may differ
   * from the clock by 300 s, and handled attempts are remembered in this process. `false`: a third
   * party that recorded a request can send it again at any time.
   */
  readonly replay?: ReplayPolicy | false;
  /** Called with the error of each rejected request, for the log. The response does not contain the hint. */
  readonly onRefusal?: (error: WebhookVerificationError, context: Context) => unknown;
  /**
   * Called with why a request was answered 401, at most once a minute. Default: `console.warn`, or nothing if there
   * is `onRefusal`. `false`: nothing.
   */
  readonly log?: ((message: string) => unknown) | false;
}

/**
 * Handles a verified delivery. The receiver answers 204 when it returns. When it throws, the framework
 * answers with an error, and Intray sends the delivery again.
 */
export type DeliveryHandler<Context> = (delivery: VerifiedDelivery, context: Context) => unknown;

/** A request as an adapter passes it on. */
export interface IncomingWebhook<Context> {
  readonly context: Context;
  readonly method: string | undefined;
  readonly headers: HeaderSource;
  /** Called at most once, and never for a request without a well-formed signature. */
  readonly readBody: (maxBytes: number) => Promise<Uint8Array>;
}

export interface WebhookResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or `null` for no body. */
  readonly body: string | null;
}

/**
 * Verifies the request and calls the handler. A request that fails verification is answered, not thrown.
 *
 * @throws What the handler, the `secrets` function or `readBody` throws.
 */
export async function receive<Context>(
  incoming: IncomingWebhook<Context>,
  options: ReceiverOptions<Context>,
  handle: DeliveryHandler<Context>,
): Promise<WebhookResponse> {
  if (incoming.method !== "POST") return METHOD_NOT_ALLOWED;
  const { context } = incoming;
  let run: () => Promise<unknown>;
  try {
    const delivery = await unwrapIncoming(incoming, options);
    const runOnce = await checkDeliveryReplay(delivery, options.replay ?? defaultReplay(options));
    run = () => runOnce(() => handle(delivery, context));
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    options.onRefusal?.(error, context);
    if (error.status === 401) logRefusal(error, options);
    return errorResponse(error);
  }
  await run(); // outside the try: an error of the handler is not a failed verification
  return { status: 204, headers: {}, body: null };
}

async function unwrapIncoming<Context>(
  { context, headers, readBody }: IncomingWebhook<Context>,
  { secrets, maxBodyBytes = DEFAULT_MAX_BODY_BYTES }: ReceiverOptions<Context>,
): Promise<VerifiedDelivery> {
  requireSignature(requireHeaders(headers)); // before the body, so that an unsigned request uses no memory
  const body = await readBody(maxBodyBytes);
  const current = typeof secrets === "function" ? await secrets(context) : secrets;
  return unwrap(body, headers, { secrets: current });
}

const LOG_EVERY_MS = 60_000;
/** Of each receiver: when it logged last, and how many rejections it has not logged since. */
const logged = new WeakMap<object, { readonly at: number; count: number }>();

function logRefusal(
  { message }: WebhookVerificationError,
  options: Pick<ReceiverOptions<never>, "log" | "onRefusal">,
): void {
  const { onRefusal, log = onRefusal === undefined && console.warn } = options;
  if (log === false) return;
  const last = logged.get(options);
  const age = last === undefined ? Infinity : systemNow() - last.at;
  if (last !== undefined && age >= 0 && age < LOG_EVERY_MS) {
    last.count += 1;
    return;
  }
  logged.set(options, { at: systemNow(), count: 0 });
  const more = last?.count ? ` Since the last message, ${last.count} others were rejected.` : "";
  log(`A webhook was answered 401: ${message}${more}`);
}

/** One memory of handled attempts for each receiver: its options are the same object for every request. */
const defaults = new WeakMap<object, ReplayPolicy>();

function defaultReplay(options: object): ReplayPolicy {
  const policy = defaults.get(options) ?? { store: createReplayMemory() };
  defaults.set(options, policy);
  return policy;
}

async function checkDeliveryReplay(
  { authenticated }: VerifiedDelivery,
  replay: ReplayPolicy | false,
) {
  if (replay === false) return async (handle: () => unknown) => handle();
  if (authenticated === undefined) {
    throw new WebhookVerificationError("standard_signature_missing", "missing_header");
  }
  return checkReplay(authenticated, replay);
}

const JSON_TYPE = { "content-type": "application/json" } as const;

const METHOD_NOT_ALLOWED: WebhookResponse = {
  status: 405,
  headers: { ...JSON_TYPE, allow: "POST" },
  body: JSON.stringify({ error: "Send webhooks with POST.", code: "method_not_allowed" }),
};

/** Contains the hint only for a mistake in the receiver (500), which its operator sees in Intray's delivery log. */
function errorResponse({ code, status, hint }: WebhookVerificationError): WebhookResponse {
  const body = { error: ERRORS[code].message, code, ...(status === 500 ? { hint } : {}) };
  return { status, headers: JSON_TYPE, body: JSON.stringify(body) };
}
