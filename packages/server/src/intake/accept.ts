/** Accepts one post: parses it, checks it for spam and stores it with its deliveries. */
import type { IncomingMessage } from "node:http";
import { discard } from "../attachments/discard.ts";
import { discardingStorage } from "../attachments/discarding-storage.ts";
import type { FileQuota } from "../attachments/file-quota.ts";
import type { OpenBodies } from "../bodies/open-bodies.ts";
import { AppError } from "../domain/errors.ts";
import { HOPS_HEADER, hopsOf, type Installation } from "../domain/delivery/hops.ts";
import { contentHash, DUPLICATE_WINDOW_MS, duplicateHash } from "../domain/submission/duplicate.ts";
import {
  IDEMPOTENCY_KEY,
  postKeyHash,
  readIdempotencyKey,
} from "../domain/account/idempotency-key.ts";
import type { FieldDrift } from "../domain/fields/field-drift.ts";
import { newLead } from "../leads/new-lead.ts";
import { type GeoLocation, locationToJson } from "../domain/submission/geo-location.ts";
import { isUnanswered } from "../spam/captcha.ts";
import { checksOf } from "../spam/checks.ts";
import type { Classifiers } from "../spam/classifiers.ts";
import {
  type ExternalCheck,
  externalChecksOf,
  runExternalChecks,
} from "../spam/external-checks.ts";
import type { ExternalServices, Sender } from "../spam/external-services.ts";
import {
  runChecks,
  type SpamCheck,
  type SpamCheckInput,
  type Verdict,
  verdictOf,
} from "../spam/verdict.ts";
import type { AcceptedSubmission } from "../domain/submission/accepted-submission.ts";
import type { IntakeForm } from "../store/forms/form-lookup.ts";
import type { Store } from "../store/store.ts";
import { emailOf } from "../domain/submission/submission.ts";
import type { ClientAddress } from "./client-address.ts";
import { requireRules } from "./rules/broken-rules.ts";
import { splitControlFields } from "./control-fields.ts";
import { toFields } from "./parse/fields.ts";
import { bodyKind, emptyPost, parseBody } from "./parse/parse-body.ts";
import type { MultipartParts, MultipartPost } from "./parse/parse-multipart.ts";
import type { Language } from "../platform/language.ts";
import type { RateLimit } from "../platform/rate-limit.ts";
import { failedCaptchaTarget, redirectTarget } from "./redirect.ts";
import { sourceOf } from "./source.ts";

export interface IntakeParts extends MultipartParts {
  readonly store: Pick<Store, "accept" | "findForm">;
  /** This server, to recognize posts that its own webhooks sent. */
  readonly installation: Installation;
  readonly clientAddress: ClientAddress;
  readonly rateLimit: RateLimit;
  readonly bodies: OpenBodies;
  readonly fileQuota: FileQuota;
  /** @throws AppError `overloaded` for a connection above the limit. */
  readonly admit: (incoming: Pick<IncomingMessage, "socket">) => void;
  readonly classifiers: Pick<Classifiers, "of">;
  readonly fieldDrift: FieldDrift;
  readonly externalServices: ExternalServices;
  /** IP geolocation; `null` if the location is unknown. */
  readonly locationOf: (ip: string) => GeoLocation | null;
  /** Whether a model can score leads; otherwise the rules score them. */
  readonly hasLeadModel: boolean;
  /** Called after a commit with a lead that the model has to score. */
  readonly onLead: () => void;
  /** Called after a commit with a delivery that is due. */
  readonly onDue: () => void;
  /** Called after a new submission was stored, but not for a repeated post. */
  readonly onAccepted: (isSpam: boolean) => void;
}

export interface AcceptedPost {
  readonly id: number;
  /** The page that the browser opens next; `null` = the hosted thank-you page. */
  readonly redirectUrl: string | null;
  /** Where a browser is sent instead, since its captcha answer is wrong. */
  readonly failedUrl: string | undefined;
  /** The language that the page asks for. */
  readonly language: Language | null;
  /** Stored as spam only because the form's captcha was not solved. */
  readonly isUnanswered: boolean;
}

/**
 * Resolves once the post and its deliveries are committed. Spam is stored and answered like ham.
 *
 * @param onRead Called with the parsed body, before the post is checked or stored.
 * @throws AppError if nothing was stored.
 */
export async function acceptPost(
  incoming: IncomingMessage,
  form: IntakeForm,
  parts: IntakeParts,
  onRead: (body: MultipartPost) => void,
): Promise<AcceptedPost> {
  const { headers } = incoming;
  const key = readIdempotencyKey(headers[IDEMPOTENCY_KEY]);
  const hops = hopsOf(headers[HOPS_HEADER], parts.installation);
  const client = clientOf(incoming, form, parts);
  const open = parts.bodies.open(client.ip);
  try {
    const kind = bodyKind(headers);
    // Otherwise an address above its rate could fill the disk with spam.
    const storage = client.isOverRate
      ? discardingStorage(parts.storage)
      : parts.fileQuota.storageFor(form, parts.storage);
    const used = storage === parts.storage ? parts : { ...parts, storage };
    const body = await parseBody(incoming, kind, used, open, form.rules?.files);
    onRead(body);
    return await storePost(body, { headers, key, hops, ...client }, form, used);
  } finally {
    open.close();
  }
}

/** Stores a parsed post, or removes its files. */
async function storePost(
  body: MultipartPost,
  post: Post,
  form: IntakeForm,
  parts: IntakeParts,
): Promise<AcceptedPost> {
  try {
    const { isRepeat, ...accepted } = await acceptBody(body, post, form, parts);
    if (isRepeat) await discard(keysOf(body), parts);
    return accepted;
  } catch (error) {
    // An uncertain commit may have stored a row: leave the files to the orphan sweep, which checks for rows.
    if (error instanceof AppError && !error.isUncertain) await discard(keysOf(body), parts);
    throw error;
  } finally {
    for (const stored of keysOf(body)) parts.openFiles.delete(stored);
  }
}

const keysOf = ({ attachments }: MultipartPost) => attachments.map((file) => file.storage_key);

interface Client {
  readonly ip: string | null;
  /** The address has exceeded the rate limit of the form. */
  readonly isOverRate: boolean;
}

/** @throws AppError `rate_limited`, before the body is read. */
function clientOf(
  incoming: IncomingMessage,
  form: IntakeForm,
  { clientAddress, rateLimit }: IntakeParts,
): Client {
  const ip = clientAddress(incoming);
  if (!form.spam_checks.rate) return { ip, isOverRate: false };
  const rate = rateLimit.count(form.id, ip);
  if (rate.kind !== "rejected") return { ip, isOverRate: rate.kind === "over" };
  throw new AppError(
    "rate_limited",
    `There were too many posts from your address. Send this again in ${rate.retryAfterS} seconds.`,
    { headers: { "Retry-After": String(rate.retryAfterS) } },
  );
}

/** A request without its body. */
interface Post extends Client {
  readonly headers: IncomingMessage["headers"];
  /** The idempotency key. */
  readonly key: string | undefined;
  /** The installations that it has passed. */
  readonly hops: string | undefined;
}

async function acceptBody(
  { pairs, attachments, refused }: MultipartPost,
  { headers, key, hops, ip, isOverRate }: Post,
  form: IntakeForm,
  parts: IntakeParts,
): Promise<AcceptedPost & Pick<AcceptedSubmission, "isRepeat">> {
  const { store, limits, ids, clock, classifiers, externalServices, locationOf, hasLeadModel } =
    parts;
  const { control, data } = splitControlFields(pairs, form);
  const fields = toFields(data, limits);
  const withoutRule =
    form.rules === null
      ? undefined
      : requireRules(form.rules, fields, [...attachments, ...refused], (names) => {
          // Bots that fill in the honeypot say nothing about the page.
          if (!control.honeypot) parts.fieldDrift.note(form.id, names, clock.now());
        });
  if (fields.length === 0 && attachments.length === 0) throw emptyPost();
  const email = emailOf(fields);
  const { captcha: captchaAnswer } = control;
  const now = clock.now();
  const input: SpamCheckInput = {
    fields,
    email,
    honeypot: control.honeypot,
    started: control.started,
    isOverRate,
    files: attachments.length,
    now,
    classifier: classifiers.of(form.account_id),
  };
  const referrer = headers.referer ?? null;
  const userAgent = headers["user-agent"] ?? null;
  const checks = checksOf(form);
  const externalChecks = externalChecksOf(form, externalServices);
  const sender: Sender = { ip, referrer, userAgent, captchaAnswer };
  // Without external checks the verdict needs no await.
  const { verdict, isUnanswered: asksAgain } =
    externalChecks.length === 0
      ? { verdict: verdictOf(runChecks(input, checks)), isUnanswered: false }
      : await judgeWithExternalChecks(input, sender, checks, externalChecks);
  const json = JSON.stringify(fields);
  // The same post with a solved captcha is neither a duplicate nor a repeat of this one.
  const hashed = asksAgain ? `${json}\n` : json;
  const source = sourceOf(control.sourceUrl, referrer);
  const location = ip === null ? null : locationOf(ip);
  const isSpam = verdict.kind === "spam";
  if (!isSpam && withoutRule !== undefined && withoutRule.size > 0) {
    parts.fieldDrift.note(form.id, withoutRule);
  }
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
  const accepted = await store.accept({
    account_id: form.account_id,
    form_id: form.id,
    uid: ids.uid(now),
    email,
    fields: json,
    spam: isSpam ? 1 : 0,
    spam_reason: isSpam ? verdict.reason : null,
    spam_findings: isSpam ? JSON.stringify(verdict.findings) : null,
    ...source,
    ip,
    referrer,
    user_agent: userAgent,
    content_hash: duplicateHash(form.id, { fields, json: hashed, ip }),
    hops,
    key_hash:
      key === undefined ? undefined : postKeyHash(key, contentHash(form.id, hashed), attachments),
    // The duplicate filter does not compare files, so posts with files are never duplicates.
    duplicate_window_ms:
      form.duplicate_filter && attachments.length === 0 ? DUPLICATE_WINDOW_MS : 0,
    attachments: isOverRate ? [] : attachments,
    geocoded: location === null ? null : locationToJson(location),
    lead,
    now,
  });
  if (lead !== null && lead.score === null) parts.onLead();
  if (accepted.hasDue) parts.onDue();
  if (!accepted.isRepeat) parts.onAccepted(accepted.spam);
  const { id, isRepeat } = accepted;
  const { language } = control;
  const request = {
    redirect: control.redirect,
    origin: headers.origin,
    referrer: headers.referer,
  };
  return {
    id,
    isRepeat,
    language,
    isUnanswered: asksAgain,
    failedUrl: failedCaptchaTarget(verdict, form),
    redirectUrl: redirectTarget(request, form),
  };
}

/** Calls no external service if the local checks alone find spam. */
async function judgeWithExternalChecks(
  input: SpamCheckInput,
  sender: Sender,
  checks: readonly SpamCheck[],
  externalChecks: readonly ExternalCheck[],
): Promise<{ readonly verdict: Verdict } & Pick<AcceptedPost, "isUnanswered">> {
  const local = runChecks(input, checks);
  const localVerdict = verdictOf(local);
  if (localVerdict.kind === "spam") return { verdict: localVerdict, isUnanswered: false };
  const findings = [...local, ...(await runExternalChecks(externalChecks, input, sender))];
  const verdict = verdictOf(findings);
  const others = findings.filter((finding) => !isUnanswered(finding));
  return { verdict, isUnanswered: verdict.kind === "spam" && verdictOf(others).kind === "ham" };
}
