/** Accepts one post: parses it, checks it for spam and stores it with its deliveries. */
import type { IncomingMessage } from "node:http";
import { discard } from "../attachments/discard.ts";
import { AppError } from "../domain/errors.ts";
import { checksOf } from "../spam/checks.ts";
import type { Classifiers } from "../spam/classifiers.ts";
import { contentHash, DUPLICATE_WINDOW_MS } from "../domain/duplicate.ts";
import { IDEMPOTENCY_KEY, postKeyHash, readIdempotencyKey } from "../domain/idempotency-key.ts";
import { newLead } from "../leads/new-lead.ts";
import { type GeoLocation, locationToJson } from "../domain/geo-location.ts";
import { type OutsideParts, type Sender as OutsideSender } from "../spam/sender.ts";
import { asksOutside, findingsOutside } from "../spam/external-checks.ts";
import { addUp, findingsOf, type Suspect, type Verdict } from "../spam/screen.ts";
import type { AcceptedSubmission } from "../domain/accepted-submission.ts";
import type { IntakeForm } from "../store/forms/form-lookup.ts";
import type { Store } from "../store/store.ts";
import { emailOf } from "../domain/submission.ts";
import type { ClientAddress } from "./client-address.ts";
import { takeControlFields } from "./control-fields.ts";
import { foldFields } from "./fields.ts";
import { bodyKind, parseBody } from "./parse-body.ts";
import type { MultipartParts, MultipartPost } from "./parse-multipart.ts";
import type { RateLimit } from "../platform/rate-limit.ts";
import { redirectTarget } from "./redirect.ts";
import { sourceOf } from "./source.ts";

export interface IntakeParts extends MultipartParts {
  readonly store: Pick<Store, "accept" | "findForm">;
  readonly clientAddress: ClientAddress;
  readonly rateLimit: RateLimit;
  readonly classifiers: Pick<Classifiers, "of">;
  readonly outside: OutsideParts;
  /** IP geolocation; `null` if the location is unknown. */
  readonly locationOf: (ip: string) => GeoLocation | null;
  /** Leads can be scored by a model; else the rules do. */
  readonly hasLeadModel: boolean;
  /** Called after a commit that left a lead waiting for its score. */
  readonly onLead: () => void;
  /** Called after a commit that left a delivery waiting. */
  readonly onDue: () => void;
  /** Called after a post was stored. */
  readonly onAccepted: (isSpam: boolean) => void;
}

export interface AcceptedPost {
  readonly id: number;
  /** Where the browser goes on to; `null` = the hosted page. */
  readonly redirectUrl: string | null;
}

/**
 * Resolves once the post is on the disk with its deliveries. Spam is stored and answered like ham.
 *
 * @param onRead Called with what was sent once all of it is there, whatever becomes of it.
 * @throws AppError when nothing was stored.
 */
export async function acceptPost(
  incoming: IncomingMessage,
  form: IntakeForm,
  parts: IntakeParts,
  onRead: (body: MultipartPost) => void,
): Promise<AcceptedPost> {
  const { headers } = incoming;
  const key = readIdempotencyKey(headers[IDEMPOTENCY_KEY]);
  const sender = senderOf(incoming, form, parts);
  const body = await parseBody(incoming, bodyKind(headers["content-type"]), parts);
  onRead(body);
  try {
    const post = { headers, key, ...sender };
    const { isRepeat, ...accepted } = await acceptBody(body, post, form, parts);
    if (isRepeat) await discard(keysOf(body), parts);
    return accepted;
  } catch (error) {
    // Where the connection broke in the commit, a row may be there after all: the sweep will know.
    if (error instanceof AppError && !error.isUncertain) await discard(keysOf(body), parts);
    throw error;
  } finally {
    for (const stored of keysOf(body)) parts.openFiles.delete(stored);
  }
}

const keysOf = ({ attachments }: MultipartPost) => attachments.map((file) => file.storage_key);

/** Who posts, and whether that is more than it may. */
interface Sender {
  readonly ip: string | null;
  readonly isOverRate: boolean;
}

/** @throws AppError `rate_limited` before anything of the body was read. */
function senderOf(
  incoming: IncomingMessage,
  form: IntakeForm,
  { clientAddress, rateLimit }: IntakeParts,
): Sender {
  const ip = clientAddress(incoming);
  if (!form.spam_checks.rate) return { ip, isOverRate: false };
  const rate = rateLimit.count(form.id, ip);
  if (rate.kind !== "refused") return { ip, isOverRate: rate.kind === "over" };
  throw new AppError(
    "rate_limited",
    `Too many posts came from your address. Send this again in ${rate.retryAfterS} seconds.`,
    { headers: { "Retry-After": String(rate.retryAfterS) } },
  );
}

/** What comes beside the body. */
interface Post extends Sender {
  readonly headers: IncomingMessage["headers"];
  /** The Idempotency-Key. */
  readonly key: string | undefined;
}

async function acceptBody(
  { pairs, attachments }: MultipartPost,
  { headers, key, ip, isOverRate }: Post,
  form: IntakeForm,
  parts: IntakeParts,
): Promise<AcceptedPost & Pick<AcceptedSubmission, "isRepeat">> {
  const { store, limits, clock, classifiers, outside, locationOf, hasLeadModel } = parts;
  const { control, data } = takeControlFields(pairs, form.honeypot_field);
  const fields = foldFields(data, limits);
  if (fields.length === 0 && attachments.length === 0) {
    throw new AppError(
      "empty",
      "The post holds no field. Give the form's inputs a name attribute, or send at least one field.",
    );
  }
  const email = emailOf(fields);
  const { captcha: captchaAnswer } = control;
  const now = clock.now();
  const suspect: Suspect = {
    fields,
    email,
    honeypot: control.honeypot,
    started: control.started,
    isOverRate,
    now,
    classifier: classifiers.of(form.account_id),
  };
  const referrer = headers.referer ?? null;
  const userAgent = headers["user-agent"] ?? null;
  const verdict = asksOutside(form, outside)
    ? await judgeOutside(suspect, { ip, referrer, userAgent, captchaAnswer }, form, outside)
    : addUp(findingsOf(suspect, checksOf(form)));
  const json = JSON.stringify(fields);
  const source = sourceOf(control.sourceUrl, referrer);
  const location = ip === null ? null : locationOf(ip);
  const isSpam = verdict.kind === "spam";
  const lead = isSpam
    ? null
    : newLead(form.lead_scoring, hasLeadModel, () => ({
        form_name: form.name,
        fields,
        email,
        source_url: source.source_url,
        files: attachments.length,
        location,
      }));
  const content_hash = contentHash(form.id, json);
  const accepted = await store.accept({
    account_id: form.account_id,
    form_id: form.id,
    email,
    fields: json,
    spam: isSpam ? 1 : 0,
    spam_reason: isSpam ? verdict.reason : null,
    spam_findings: isSpam ? JSON.stringify(verdict.findings) : null,
    ...source,
    ip,
    referrer,
    user_agent: userAgent,
    content_hash,
    key_hash: key === undefined ? undefined : postKeyHash(key, content_hash, attachments),
    // Two posts that differ in their files alone are no duplicates, and files are not compared.
    duplicate_window_ms:
      form.duplicate_filter && attachments.length === 0 ? DUPLICATE_WINDOW_MS : 0,
    attachments,
    geocoded: location === null ? null : locationToJson(location),
    lead,
    now,
  });
  if (lead !== null && lead.score === null) parts.onLead();
  if (accepted.hasDue) parts.onDue();
  if (!accepted.isRepeat) parts.onAccepted(accepted.spam);
  const { id, isRepeat } = accepted;
  const asked = {
    redirect: control.redirect,
    origin: headers.origin,
    referrer: headers.referer,
  };
  return { id, isRepeat, redirectUrl: redirectTarget(asked, form) };
}

/** What is spam already is not sent to anybody. */
async function judgeOutside(
  suspect: Suspect,
  sender: OutsideSender,
  form: IntakeForm,
  outside: OutsideParts,
): Promise<Verdict> {
  const findings = findingsOf(suspect, checksOf(form));
  const verdict = addUp(findings);
  if (verdict.kind === "spam") return verdict;
  return addUp([...findings, ...(await findingsOutside(suspect, sender, form, outside))]);
}
