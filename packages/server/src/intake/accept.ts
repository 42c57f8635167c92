/** One post from its first byte to its place on the disk. */
import type { IncomingMessage } from "node:http";
import type { Storage } from "../attachments/storage.ts";
import type { Clock } from "../clock.ts";
import { AppError } from "../errors.ts";
import type { Ids } from "../ids.ts";
import type { Log } from "../log.ts";
import { checksOf } from "../spam/checks.ts";
import type { Classifiers } from "../spam/classifiers.ts";
import { contentHash, DUPLICATE_WINDOW_MS } from "../duplicate.ts";
import {
  asksOutside,
  findingsOutside,
  type OutsideParts,
  type Sender as OutsideSender,
} from "../spam/outside.ts";
import { addUp, findingsOf, type Suspect, type Verdict } from "../spam/screen.ts";
import type { IntakeForm } from "../store/form-lookup.ts";
import type { Store } from "../store/store.ts";
import { emailOf } from "../submission.ts";
import type { ClientAddress } from "./client-address.ts";
import { takeControlFields } from "./control-fields.ts";
import { foldFields } from "./fields.ts";
import type { IntakeLimits } from "./limits.ts";
import { bodyKind, parseBody } from "./parse-body.ts";
import type { MultipartPost } from "./parse-multipart.ts";
import type { RateLimit } from "./rate-limit.ts";
import { redirectTarget } from "./redirect.ts";
import { sourceOf } from "./source.ts";

export interface IntakeParts {
  readonly store: Pick<Store, "accept" | "findForm">;
  readonly storage: Storage;
  readonly limits: IntakeLimits;
  readonly clientAddress: ClientAddress;
  readonly rateLimit: RateLimit;
  readonly classifiers: Pick<Classifiers, "of">;
  readonly outside: OutsideParts;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
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
 * @throws AppError when nothing was stored.
 */
export async function acceptPost(
  incoming: IncomingMessage,
  form: IntakeForm,
  parts: IntakeParts,
): Promise<AcceptedPost> {
  const { headers } = incoming;
  const sender = senderOf(incoming, form, parts);
  const body = await parseBody(incoming, bodyKind(headers["content-type"]), parts);
  try {
    return await acceptBody(body, { headers, ...sender }, form, parts);
  } catch (error) {
    await Promise.all(body.attachments.map((file) => parts.storage.remove(file.storage_key)));
    throw error;
  }
}

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

async function acceptBody(
  { pairs, attachments }: MultipartPost,
  { headers, ip, isOverRate }: Sender & Pick<IncomingMessage, "headers">,
  form: IntakeForm,
  { store, limits, clock, classifiers, outside, onDue, onAccepted }: IntakeParts,
): Promise<AcceptedPost> {
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
  const accepted = await store.accept({
    account_id: form.account_id,
    form_id: form.id,
    email,
    fields: json,
    spam: verdict.kind === "spam" ? 1 : 0,
    spam_reason: verdict.kind === "spam" ? verdict.reason : null,
    spam_findings: verdict.kind === "spam" ? JSON.stringify(verdict.findings) : null,
    ...sourceOf(control.sourceUrl, referrer),
    ip,
    referrer,
    user_agent: userAgent,
    content_hash: contentHash(form.id, json),
    // Two posts that differ in their files alone are no duplicates, and files are not compared.
    duplicate_window_ms:
      form.duplicate_filter && attachments.length === 0 ? DUPLICATE_WINDOW_MS : 0,
    attachments,
    now,
  });
  if (accepted.hasDue) onDue();
  onAccepted(accepted.spam);
  const asked = {
    redirect: control.redirect,
    origin: headers.origin,
    referrer: headers.referer,
  };
  return { id: accepted.id, redirectUrl: redirectTarget(asked, form) };
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
