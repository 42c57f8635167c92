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
import type { createRepeatedTexts } from "../spam/repeated-text.ts";
import { externalChecksOf, runExternalChecks } from "../spam/external-checks.ts";
import type { ExternalServices, PostSender } from "../spam/external-services.ts";
import { type Finding, spamScoreOf } from "../domain/submission/finding.ts";
import {
  runChecks,
  type SpamCheckInput,
  type Verdict,
  verdictOf,
  withoutGuess,
} from "../spam/verdict.ts";
import type { AcceptedSubmission } from "../domain/submission/accepted-submission.ts";
import type { IntakeForm } from "../store/forms/form-lookup.ts";
import type { Store } from "../store/store.ts";
import { emailOf } from "../domain/submission/submission.ts";
import type { ClientAddress } from "./client-address.ts";
import { forwardedVisitor } from "./forwarded-visitor.ts";
import { requireRules } from "./rules/broken-rules.ts";
import { type ControlFields, splitControlFields } from "./control-fields.ts";
import { toFields } from "./parse/fields.ts";
import { bodyKind, emptyPost, parsePostBody } from "./parse/parse-body.ts";
import type { MultipartParts, MultipartPost } from "./parse/parse-multipart.ts";
import type { Language } from "../platform/language.ts";
import type { RateLimit } from "../platform/rate-limit.ts";
import { failedCaptchaTarget, redirectTarget } from "./redirect.ts";
import { route } from "../domain/routing/routing.ts";
import { ownHosts, sourceOf } from "./source.ts";

export interface IntakeParts extends MultipartParts {
  readonly store: Pick<Store, "accept" | "findForm" | "findKey" | "reads">;
  /** This server, to recognize posts that its own webhooks sent. */
  readonly installation: Installation;
  readonly clientAddress: ClientAddress;
  readonly rateLimit: RateLimit;
  readonly bodies: OpenBodies;
  readonly fileQuota: FileQuota;
  /** Whether the database may grow. Asked for every post. */
  readonly hasFreeSpace: () => Promise<boolean>;
  /** @throws AppError `overloaded` for a connection above the limit. */
  readonly admit: (incoming: Pick<IncomingMessage, "socket">) => void;
  readonly classifiers: Pick<Classifiers, "of">;
  readonly isRepeatedText: ReturnType<typeof createRepeatedTexts>;
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

/** A parsed post of a form. {@link storePost} has to be called with it, since it holds a place among open bodies. */
export interface ReadPost {
  readonly body: MultipartPost;
  readonly form: IntakeForm;
  readonly request: PostRequest;
  /** Where its files were stored: nowhere, if its address is above its rate. */
  readonly parts: IntakeParts;
  /** Gives back its place among open bodies. */
  readonly close: () => void;
}

/**
 * Reads the body of a post and stores its files.
 *
 * @throws AppError if it is rejected; then nothing is stored.
 */
export async function readPost(
  incoming: IncomingMessage,
  form: IntakeForm,
  parts: IntakeParts,
): Promise<ReadPost> {
  const { headers } = incoming;
  const key = readIdempotencyKey(headers[IDEMPOTENCY_KEY]);
  const hops = hopsOf(headers[HOPS_HEADER], parts.installation);
  const peer = parts.clientAddress(incoming);
  const ip = (await forwardedVisitor(headers, peer, form, parts)) ?? peer;
  const client = { ip, isOverRate: exceedsRate(ip, form, parts) };
  if (!(await parts.hasFreeSpace())) {
    throw new AppError(
      "quota_exceeded",
      "This server has too little disk space left for further submissions; nothing was stored. Send this again once its operator has made room.",
    );
  }
  const open = parts.bodies.open(client.ip);
  const close = () => open.close();
  try {
    const kind = bodyKind(headers);
    // Otherwise an address above its rate could fill the disk with spam.
    const storage = client.isOverRate
      ? discardingStorage(parts.storage)
      : parts.fileQuota.storageFor(form, parts.storage);
    const used = storage === parts.storage ? parts : { ...parts, storage };
    const body = await parsePostBody(incoming, kind, used, open, form.rules?.files);
    return { body, form, request: { headers, key, hops, ...client }, parts: used, close };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Checks a post for spam and resolves once it and its deliveries are committed. Spam is stored and answered like
 * ham.
 *
 * @throws AppError if the post was not stored; then its files are removed.
 */
export async function storePost(post: ReadPost): Promise<AcceptedPost> {
  const { body, parts } = post;
  try {
    const { isRepeat, ...accepted } = await acceptBody(post);
    if (isRepeat) await discard(keysOf(body), parts);
    return accepted;
  } catch (error) {
    // An uncertain commit may have stored a row: leave the files to the orphan sweep, which checks for rows.
    if (error instanceof AppError && !error.isUncertain) await discard(keysOf(body), parts);
    throw error;
  } finally {
    for (const stored of keysOf(body)) parts.openFiles.delete(stored);
    post.close();
  }
}

const keysOf = ({ attachments }: MultipartPost) => attachments.map((file) => file.storage_key);

/**
 * Whether the address has exceeded the rate limit of the form.
 *
 * @throws AppError `rate_limited`, before the body is read.
 */
function exceedsRate(
  ip: string | null,
  form: IntakeForm,
  { rateLimit }: Pick<IntakeParts, "rateLimit">,
): boolean {
  if (!form.spam_checks.rate) return false;
  const rate = rateLimit.count(form.id, ip);
  if (rate.kind !== "rejected") return rate.kind === "over";
  throw new AppError(
    "rate_limited",
    `There were too many posts from your address. Send this again in ${rate.retryAfterS} seconds.`,
    { headers: { "Retry-After": String(rate.retryAfterS) } },
  );
}

/** A request without its body. */
interface PostRequest {
  /** Of the visitor. */
  readonly ip: string | null;
  /** The address has exceeded the rate limit of the form. */
  readonly isOverRate: boolean;
  readonly headers: IncomingMessage["headers"];
  readonly key: string | undefined;
  /** The installations that it has passed. */
  readonly hops: string | undefined;
}

async function acceptBody({
  body: { pairs, attachments, refused },
  request,
  form,
  parts,
}: ReadPost): Promise<AcceptedPost & Pick<AcceptedSubmission, "isRepeat">> {
  const { headers, key, hops, ip, isOverRate } = request;
  const { control, data } = splitControlFields(pairs, form);
  const fields = toFields(data, parts.limits);
  const withoutRule = fieldsWithoutRule(fields, [...attachments, ...refused], control, form, parts);
  if (fields.length === 0 && attachments.length === 0) throw emptyPost();
  const { email_field, rules } = form;
  const email = emailOf(fields, { email_field, rules: rules?.fields ?? [] });
  const now = parts.clock.now();
  const referrer = headers.referer ?? null;
  const userAgent = headers["user-agent"] ?? null;
  const source = sourceOf(control.sourceUrl, referrer);
  const { verdict: judged, isUnanswered: asksAgain } = await judge(
    {
      fields,
      email,
      honeypot: control.honeypot,
      started: control.started,
      isOverRate,
      files: attachments.length,
      now,
      classifier: parts.classifiers.of(form.account_id),
      usesPrior: form.spam_prior === 1,
      hasCaptcha: form.captcha !== null,
      ownHosts: ownHosts(form, source),
      pageLanguage: control.language ?? form.look.language,
      acceptLanguage: headers["accept-language"],
      isRepeatedText: parts.isRepeatedText(fields, form),
    },
    { ip, referrer, userAgent, captchaAnswer: control.captcha },
    form,
    parts,
  );
  const json = JSON.stringify(fields);
  // The same post with a solved captcha is neither a duplicate nor a repeat of this one.
  const hashed = asksAgain ? `${json}\n` : json;
  const location = ip === null ? null : parts.locationOf(ip);
  if (judged.kind === "ham" && withoutRule !== undefined && withoutRule.size > 0) {
    parts.fieldDrift.note(form.id, withoutRule);
  }
  const lead =
    judged.kind === "spam"
      ? null
      : newLead(form.lead_scoring, parts.hasLeadModel, () => ({
          form_name: form.name,
          fields,
          email,
          source_url: source.source_url,
          files: attachments.length,
          location,
        }));
  const routed =
    form.routing === null
      ? undefined
      : route(form.routing, {
          fields,
          email,
          ...source,
          spam_score: spamScoreOf(judged.findings),
          lead_score: lead?.score ?? null,
          files: attachments.length,
          tags: [],
          language: control.language,
        });
  const verdict =
    routed === undefined || routed.findings.length === 0
      ? judged
      : verdictOf([...judged.findings, ...routed.findings]);
  const isSpam = verdict.kind === "spam";
  const accepted = await parts.store.accept({
    account_id: form.account_id,
    form_id: form.id,
    uid: parts.ids.uid(now),
    email,
    fields: json,
    spam: isSpam ? 1 : 0,
    spam_reason: isSpam ? verdict.reason : null,
    spam_findings: verdict.findings.length === 0 ? null : JSON.stringify(verdict.findings),
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
    routed: routed && {
      ...routed,
      decisions: JSON.stringify(routed.decisions),
      skip: routed.decisions.skip,
    },
    lead: isSpam ? null : lead,
    now,
  });
  if (!isSpam && lead?.score === null) parts.onLead();
  if (accepted.hasDue) parts.onDue();
  if (!accepted.isRepeat) parts.onAccepted(accepted.spam);
  return {
    id: accepted.id,
    isRepeat: accepted.isRepeat,
    language: control.language,
    isUnanswered: asksAgain,
    failedUrl: failedCaptchaTarget(verdict, form),
    redirectUrl: redirectTarget(
      { redirect: control.redirect, origin: headers.origin, referrer: headers.referer },
      form,
    ),
  };
}

/**
 * The names of the fields that no rule of the form names; `undefined` if the form has no rules.
 *
 * @throws AppError `invalid` if a rule is broken.
 */
function fieldsWithoutRule(
  fields: ReturnType<typeof toFields>,
  files: Parameters<typeof requireRules>[2],
  { honeypot }: ControlFields,
  { id, rules }: IntakeForm,
  { fieldDrift }: Pick<IntakeParts, "fieldDrift">,
): ReadonlySet<string> | undefined {
  if (rules === null) return undefined;
  return requireRules(rules, fields, files, (names) => {
    // Bots that fill in the honeypot say nothing about the page.
    if (!honeypot) fieldDrift.note(id, names);
  });
}

/** Calls no external service if the local checks alone find spam. */
async function judge(
  input: SpamCheckInput,
  sender: PostSender,
  form: IntakeForm,
  { store, externalServices }: Pick<IntakeParts, "store" | "externalServices">,
): Promise<{ readonly verdict: Verdict } & Pick<AcceptedPost, "isUnanswered">> {
  const local = await dropWrongGuess(runChecks(input, checksOf(form)), input, form, store);
  const localVerdict = verdictOf(local);
  const externalChecks = externalChecksOf(form, externalServices);
  if (localVerdict.kind === "spam" || externalChecks.length === 0) {
    return { verdict: localVerdict, isUnanswered: false };
  }
  const findings = [...local, ...(await runExternalChecks(externalChecks, input, sender))];
  const verdict = verdictOf(findings);
  const others = findings.filter((finding) => !isUnanswered(finding));
  return { verdict, isUnanswered: verdict.kind === "spam" && verdictOf(others).kind === "ham" };
}

/**
 * Drops the finding of the prior if that alone makes spam of a post from somebody whom the account has replied to. If
 * the database cannot tell, the finding stays.
 */
async function dropWrongGuess(
  findings: readonly Finding[],
  { email, classifier }: SpamCheckInput,
  { account_id }: IntakeForm,
  { reads }: Pick<Store, "reads">,
): Promise<readonly Finding[]> {
  if (email === null || classifier !== undefined) return findings;
  const others = withoutGuess(findings);
  if (others === undefined) return findings;
  const isKnown = await reads.hasReplied({ account_id, address: email }).catch(() => false);
  return isKnown ? others : findings;
}
