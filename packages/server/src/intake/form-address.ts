/**
 * The address that web pages post to. It is answered on Node's own request and response, since a
 * framework's wrappers cost as much as the rest of a post; all other addresses are Hono's.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type Clock, elapsedMs } from "../platform/clock.ts";
import { AppError } from "../domain/errors.ts";
import type { Log } from "../platform/log.ts";
import type { IntakeForm } from "../store/forms/form-lookup.ts";
import { passOver } from "../platform/drain-body.ts";
import { acceptPost, type IntakeParts } from "./accept.ts";
import { requireAllowedOrigin } from "./allowed-origin.ts";
import { languageOf } from "./language.ts";
import { postOnlyPage } from "./pages.tsx";
import { type Answer, answerAccepted, answerRefused, page } from "./respond.ts";
import { type KeptInput, keptInput } from "./send-again.ts";

const ADDRESS = /^\/f\/([^/?]+)\/?(?:\?|$)/;

export interface FormAddressParts extends IntakeParts {
  readonly publicUrl: () => string;
  /** Called with every answer, and the milliseconds that it took from the request's head on. */
  readonly onAnswered: (method: string | undefined, status: number, ms: number) => void;
}

/** Whether a request is for a form's address; those alone may be given to {@link formAddress}. */
export function isFormAddress({ url = "" }: IncomingMessage): boolean {
  return url.startsWith("/f/") && ADDRESS.test(url);
}

/** `POST /f/<form>` and `/f/<form>.json`, open to every origin. */
export function formAddress(parts: FormAddressParts): RequestListener {
  return (incoming, outgoing) => {
    const startedAt = elapsedMs();
    const requestId = parts.ids.requestId();
    answer(incoming, requestId, parts).then(
      (given) => write(given, { incoming, outgoing, requestId, startedAt }, parts),
      (error: unknown) => {
        parts.log.error({ err: error, request_id: requestId }, "A post could not be answered.");
        outgoing.destroy();
      },
    );
  };
}

async function answer(
  incoming: IncomingMessage,
  requestId: string,
  parts: FormAddressParts,
): Promise<Answer> {
  const { method, headers, url = "" } = incoming;
  const [, name = ""] = ADDRESS.exec(url) ?? [];
  if (method === "OPTIONS") return PREFLIGHT;
  if (method !== "POST") {
    const language = languageOf(headers["accept-language"]);
    const body = await postOnlyPage(`${parts.publicUrl()}/f/${name}`, language);
    const { headers: pageHeaders, ...rest } = page(405, body, language);
    return { ...rest, headers: { ...pageHeaders, Allow: "POST, OPTIONS" } };
  }
  const asking = { path: name, headers };
  const { origin, referer: referrer } = headers;
  let kept = (): KeptInput | undefined => undefined;
  try {
    const form = await findForm(parts, name);
    if (form.allowed_domains.length > 0 && !isOwnPage(origin, parts)) {
      requireAllowedOrigin({ origin, referrer }, form.allowed_domains);
    }
    const accepted = await acceptPost(incoming, form, parts, (body) => {
      kept = () => keptInput(body, { honeypotField: form.honeypot_field, origin, referrer });
    });
    return answerAccepted(asking, form, accepted);
  } catch (error) {
    return answerRefused(asking, known(error, requestId, parts.log), requestId, kept());
  }
}

/** The page of an error sends a post again, and the owner's page to try a form is ours as well. */
function isOwnPage(origin: string | undefined, { publicUrl }: FormAddressParts): boolean {
  return origin !== undefined && origin === new URL(publicUrl()).origin;
}

const PREFLIGHT: Answer = {
  status: 204,
  headers: {
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "Content-Type, X-Requested-With, Idempotency-Key",
    "Access-Control-Max-Age": "86400",
  },
  body: "",
};

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly requestId: string;
  readonly startedAt: number;
}

function write(
  { status, headers, body }: Answer,
  exchange: Exchange,
  { clock, onAnswered }: FormAddressParts,
): void {
  const { incoming, outgoing, requestId, startedAt } = exchange;
  const all = {
    "Access-Control-Allow-Origin": "*",
    "X-Request-Id": requestId,
    ...headers,
    ...(status === 204 ? {} : { "Content-Length": Buffer.byteLength(body) }),
  };
  outgoing.writeHead(status, all);
  if (incoming.complete) outgoing.end(body);
  else endAfter(exchange, body, clock);
  onAnswered(incoming.method, status, elapsedMs() - startedAt);
}

/** Answers at once, and ends once the sender has come to an end too. */
function endAfter({ incoming, outgoing }: Exchange, body: string, clock: Clock): void {
  outgoing.write(body);
  void passOver(incoming, clock).then(() => outgoing.end());
}

/** What is no refusal of ours is a bug: logged whole, told in a plain sentence. */
function known(error: unknown, request_id: string, log: Log): AppError {
  if (error instanceof AppError) return error;
  log.error({ err: error, request_id }, "A post failed.");
  return new AppError(
    "internal",
    `The server failed at this post, and it was not stored. Send it again, and name ${request_id} when you report it.`,
  );
}

/** @throws AppError `not_found`. */
export async function findForm(
  { store }: Pick<IntakeParts, "store">,
  name: string,
): Promise<IntakeForm> {
  const form = await store.findForm(name.replace(/\.json$/, ""));
  if (form === undefined) {
    throw new AppError(
      "not_found",
      "There is no form at this address. Check the form's action against the address that its owner was given.",
    );
  }
  return form;
}
