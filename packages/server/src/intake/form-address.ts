/**
 * Handles the address that web pages post to. It uses Node's own request and response, since a framework's
 * wrappers take as long as the rest of a post. Hono handles all other addresses.
 */
import type {
  IncomingMessage,
  RequestListener,
  ServerResponse,
  IncomingHttpHeaders,
} from "node:http";
import { type Clock, type MonotonicMs, msBetween } from "../platform/clock.ts";
import { AppError } from "../domain/errors.ts";
import type { IntakeForm } from "../store/forms/form-lookup.ts";
import { drainRequest } from "../platform/drain-body.ts";
import { preflightHeaders } from "../platform/preflight.ts";
import { type IntakeParts, type ReadPost, readPost, storePost } from "./accept.ts";
import { requireAllowedOrigin } from "./allowed-origin.ts";
import { publicCaptcha, UnansweredCaptchaError } from "./captcha.tsx";
import { splitControlFields } from "./control-fields.ts";
import { languageOf } from "./language.ts";
import { postOnlyPage } from "./pages.tsx";
import { respondAccepted, errorResponse, type FormResponse, page, prefersJson } from "./respond.ts";
import type { RejectedPost } from "./rejected-posts.ts";
import { resendInput } from "./resend.ts";

const ADDRESS = /^\/f\/([^/?]+)\/?(?:\?|$)/;

/** Asks for a response in JSON. */
const JSON_ENDING = /\.json$/;

export interface FormAddressParts extends IntakeParts {
  readonly publicUrl: () => string;
  /** Called after every response; `ms` counts from the request's head on. */
  readonly onAnswered: (method: string | undefined, status: number, ms: number) => void;
  /** Called with the error for which a post was not stored. */
  readonly onRejected: (error: AppError, post: RejectedPost) => void;
}

/** Whether a request is for a form's address. {@link formAddress} accepts no other requests. */
export const isFormAddress = ({ url = "" }: IncomingMessage): boolean =>
  url.startsWith("/f/") && ADDRESS.test(url);

/** Handles `POST /f/<form>` and `/f/<form>.json`, from every origin. */
export function formAddress(parts: FormAddressParts): RequestListener {
  return (incoming, outgoing) => {
    const startedAt = parts.clock.monotonic();
    const requestId = parts.ids.requestId();
    respond(incoming, requestId, parts).then(
      (response) => write(response, { incoming, outgoing, requestId, startedAt }, parts),
      (error: unknown) => {
        parts.log.error({ err: error, request_id: requestId }, "Could not respond to a post.");
        outgoing.destroy();
      },
    );
  };
}

async function respond(
  incoming: IncomingMessage,
  requestId: string,
  parts: FormAddressParts,
): Promise<FormResponse> {
  const { method, headers, url = "" } = incoming;
  const [, name = ""] = ADDRESS.exec(url) ?? [];
  if (method === "OPTIONS") return preflightResponse(headers);
  if (method !== "POST") {
    await countOtherMethod(incoming, name, parts);
    const language = languageOf(headers["accept-language"]);
    const body = await postOnlyPage(`${parts.publicUrl()}/f/${name}`, language);
    const { headers: pageHeaders, ...rest } = page(405, body, language);
    return { ...rest, headers: { ...pageHeaders, Allow: "POST, OPTIONS" } };
  }
  const { origin, referer: referrer } = headers;
  let form: IntakeForm | undefined;
  try {
    parts.admit(incoming);
    form = await findPostedForm(parts, name);
    requireOpen(form);
    if (form.allowed_domains.length > 0 && !isOwnPage(origin, parts)) {
      requireAllowedOrigin({ origin, referrer }, form.allowed_domains);
    }
    const post = await readPost(incoming, form, parts);
    return await answerPost(post, { name, requestId }, parts);
  } catch (error) {
    const known = asAppError(error, requestId, { form, headers }, parts);
    return errorResponse({ path: name, headers, form }, known, requestId);
  }
}

/** Stores a post that was read. A page about a problem offers to send its input again. */
async function answerPost(
  post: ReadPost,
  { name, requestId }: { readonly name: string; readonly requestId: string },
  parts: FormAddressParts,
): Promise<FormResponse> {
  const { body, form } = post;
  const { headers } = post.request;
  const context = { path: name, headers, form };
  try {
    const accepted = await storePost(post);
    const formUrl = () => `${parts.publicUrl()}/f/${name.replace(JSON_ENDING, "")}`;
    // A form may have a page of its own for that, which scripts cannot follow.
    const isAsked = accepted.failedUrl === undefined || prefersJson(context);
    const captcha = accepted.isUnanswered && isAsked ? publicCaptcha(form, formUrl()) : null;
    if (captcha !== null) throw new UnansweredCaptchaError(captcha, accepted.id);
    return await respondAccepted(context, form, accepted, () => `${formUrl()}/thanks`);
  } catch (error) {
    const { control, data } = splitControlFields(body.pairs, form);
    const { language, sourceUrl } = control;
    const names = data.map(([field]) => field);
    const known = asAppError(error, requestId, { form, headers, names, sourceUrl }, parts);
    const { origin, referer: referrer } = headers;
    const resend = resendInput(body, { names: form, origin, referrer });
    return errorResponse({ ...context, language }, known, requestId, resend);
  }
}

/** The error page and the owner's sample form post from this server's own origin. */
const isOwnPage = (origin: string | undefined, { publicUrl }: FormAddressParts): boolean =>
  origin !== undefined && origin === new URL(publicUrl()).origin;

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly requestId: string;
  readonly startedAt: MonotonicMs;
}

function write(
  { status, headers, body }: FormResponse,
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
  else endAfterRequest(exchange, body, clock);
  onAnswered(incoming.method, status, msBetween(startedAt, clock.monotonic()));
}

/** Writes the response at once and ends it after draining the request: closing earlier would reset the connection. */
function endAfterRequest({ incoming, outgoing }: Exchange, body: string, clock: Clock): void {
  outgoing.write(body);
  void drainRequest(incoming, clock).then(() => outgoing.end());
}

/** Counts the post as rejected. Any error other than an AppError is a bug: it is logged, and the client gets `internal`. */
function asAppError(
  error: unknown,
  request_id: string,
  post: RejectedPost,
  { log, onRejected }: Pick<FormAddressParts, "log" | "onRejected">,
): AppError {
  if (!(error instanceof AppError)) {
    log.error({ err: error, request_id }, "A post failed with an unexpected error.");
  }
  const known =
    error instanceof AppError
      ? error
      : new AppError(
          "internal",
          `The server failed to process this post, and it was not stored. Send it again; if you report the problem, mention ${request_id}.`,
        );
  // A post without an answer to the captcha is stored, as spam.
  if (!(known instanceof UnansweredCaptchaError)) onRejected(known, post);
  return known;
}

/** Counts a request that is no post if it has fields: a page's form without a method puts them into the query. */
async function countOtherMethod(
  { method, headers, url = "" }: IncomingMessage,
  name: string,
  parts: FormAddressParts,
): Promise<void> {
  const names = [...new URLSearchParams(url.split("?")[1])].map(([field]) => field);
  if (method === "HEAD" || (method === "GET" && !url.includes("="))) return;
  const form = await findPostedForm(parts, name).catch(() => undefined);
  parts.onRejected(new AppError("method_not_allowed", "Not a POST."), { form, headers, names });
}

/** @throws AppError `not_found`. */
export async function findPostedForm(
  { store }: Pick<IntakeParts, "store">,
  name: string,
): Promise<IntakeForm> {
  const form = await store.findForm(name.replace(JSON_ENDING, ""));
  if (form === undefined) {
    throw new AppError(
      "not_found",
      "There is no form at this address. Check that the form's action is the address that Intray shows for it.",
    );
  }
  return form;
}

/** @throws AppError `archived`. */
export function requireOpen({ name, archived }: Pick<IntakeForm, "name" | "archived">): void {
  if (archived === 0) return;
  throw new AppError(
    "archived",
    `The form "${name}" is archived and takes no posts. Its owner can bring it back in its settings.`,
  );
}

/** The response to a CORS preflight: a page may post with every header that it asks for. */
const preflightResponse = (headers: IncomingHttpHeaders): FormResponse => ({
  status: 204,
  headers: preflightHeaders(headers["access-control-request-headers"], {
    methods: "POST",
    always: ["Content-Type", "X-Requested-With", "Idempotency-Key"],
  }),
  body: "",
});
