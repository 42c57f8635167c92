/** One post from its first byte to its place on the disk. */
import type { IncomingMessage } from "node:http";
import { discard } from "../attachments/discard.ts";
import { AppError } from "../errors.ts";
import { CHECKS } from "../spam/checks.ts";
import { contentHash, DUPLICATE_WINDOW_MS } from "../duplicate.ts";
import { IDEMPOTENCY_KEY, postKeyHash, readIdempotencyKey } from "../idempotency-key.ts";
import { newLead } from "../leads/new-lead.ts";
import { type Place, placeToJson } from "../place.ts";
import { screen } from "../spam/screen.ts";
import type { AcceptedSubmission } from "../store/accept-submission.ts";
import type { IntakeForm } from "../store/form-lookup.ts";
import type { Store } from "../store/store.ts";
import { emailOf } from "../submission.ts";
import { takeControlFields } from "./control-fields.ts";
import { foldFields } from "./fields.ts";
import { bodyKind, parseBody } from "./parse-body.ts";
import type { MultipartParts, MultipartPost } from "./parse-multipart.ts";
import { redirectTarget } from "./redirect.ts";
import { sourceOf } from "./source.ts";

export interface IntakeParts extends MultipartParts {
  readonly store: Pick<Store, "accept" | "findForm">;
  /** Where an address is; `null` when that is not known. */
  readonly placeOf: (ip: string) => Place | null;
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
  const body = await parseBody(incoming, bodyKind(headers["content-type"]), parts);
  onRead(body);
  try {
    const { isRepeat, ...accepted } = await acceptBody(body, key, incoming, form, parts);
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

async function acceptBody(
  { pairs, attachments }: MultipartPost,
  key: string | undefined,
  { headers, socket }: IncomingMessage,
  form: IntakeForm,
  { store, limits, clock, placeOf, hasLeadModel, onLead, onDue, onAccepted }: IntakeParts,
): Promise<AcceptedPost & Pick<AcceptedSubmission, "isRepeat">> {
  const { control, data } = takeControlFields(pairs, form.honeypot_field);
  const fields = foldFields(data, limits);
  if (fields.length === 0 && attachments.length === 0) {
    throw new AppError(
      "empty",
      "The post holds no field. Give the form's inputs a name attribute, or send at least one field.",
    );
  }
  const verdict = screen({ fields, honeypot: control.honeypot }, CHECKS);
  const json = JSON.stringify(fields);
  const referrer = headers.referer;
  const email = emailOf(fields);
  const source = sourceOf(control.sourceUrl, referrer ?? null);
  const ip = socket.remoteAddress ?? null;
  const place = ip === null ? null : placeOf(ip);
  const isSpam = verdict.kind === "spam";
  const lead = isSpam
    ? null
    : newLead(form.lead_scoring, hasLeadModel, () => ({
        form_name: form.name,
        fields,
        email,
        source_url: source.source_url,
        files: attachments.length,
        place,
      }));
  const content_hash = contentHash(form.id, json);
  const accepted = await store.accept({
    account_id: form.account_id,
    form_id: form.id,
    email,
    fields: json,
    spam: isSpam ? 1 : 0,
    spam_reason: isSpam ? verdict.reason : null,
    ...source,
    ip,
    referrer: referrer ?? null,
    user_agent: headers["user-agent"] ?? null,
    content_hash,
    key_hash: key === undefined ? undefined : postKeyHash(key, content_hash, attachments),
    // Two posts that differ in their files alone are no duplicates, and files are not compared.
    duplicate_window_ms:
      form.duplicate_filter && attachments.length === 0 ? DUPLICATE_WINDOW_MS : 0,
    attachments,
    geocoded: place === null ? null : placeToJson(place),
    lead,
    now: clock.now(),
  });
  if (lead !== null && lead.score === null) onLead();
  if (accepted.hasDue) onDue();
  if (!accepted.isRepeat) onAccepted(accepted.spam);
  const asked = { redirect: control.redirect, origin: headers.origin, referrer };
  const { id, isRepeat } = accepted;
  return { id, isRepeat, redirectUrl: redirectTarget(asked, form) };
}
