/** One post from its first byte to its place on the disk. */
import type { IncomingMessage } from "node:http";
import { discard } from "../attachments/discard.ts";
import { AppError } from "../errors.ts";
import { CHECKS } from "../spam/checks.ts";
import { contentHash, DUPLICATE_WINDOW_MS } from "../duplicate.ts";
import { screen } from "../spam/screen.ts";
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
  const body = await parseBody(incoming, bodyKind(headers["content-type"]), parts);
  try {
    return await acceptBody(body, incoming, form, parts);
  } catch (error) {
    // Where the connection broke in the commit, a row may be there after all: the sweep will know.
    if (error instanceof AppError && !error.isUncertain) await discard(keysOf(body), parts);
    throw error;
  } finally {
    for (const key of keysOf(body)) parts.openFiles.delete(key);
  }
}

const keysOf = ({ attachments }: MultipartPost) => attachments.map((file) => file.storage_key);

async function acceptBody(
  { pairs, attachments }: MultipartPost,
  { headers, socket }: IncomingMessage,
  form: IntakeForm,
  { store, limits, clock, onDue, onAccepted }: IntakeParts,
): Promise<AcceptedPost> {
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
  const accepted = await store.accept({
    account_id: form.account_id,
    form_id: form.id,
    email: emailOf(fields),
    fields: json,
    spam: verdict.kind === "spam" ? 1 : 0,
    spam_reason: verdict.kind === "spam" ? verdict.reason : null,
    ...sourceOf(control.sourceUrl, referrer ?? null),
    ip: socket.remoteAddress ?? null,
    referrer: referrer ?? null,
    user_agent: headers["user-agent"] ?? null,
    content_hash: contentHash(form.id, json),
    // Two posts that differ in their files alone are no duplicates, and files are not compared.
    duplicate_window_ms:
      form.duplicate_filter && attachments.length === 0 ? DUPLICATE_WINDOW_MS : 0,
    attachments,
    now: clock.now(),
  });
  if (accepted.hasDue) onDue();
  onAccepted(accepted.spam);
  const asked = { redirect: control.redirect, origin: headers.origin, referrer };
  return { id: accepted.id, redirectUrl: redirectTarget(asked, form) };
}
