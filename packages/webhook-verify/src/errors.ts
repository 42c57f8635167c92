/** Why a webhook could not be unwrapped, in words a receiver's log can be read by. */

/**
 * Each reason for a refusal and the status to answer: 400 malformed, 401 not shown to be from the
 * sender, 409 handled before, 413 too long, 500 a mistake in the receiver itself.
 */
const HTTP_STATUS = {
  headers_unreadable: 400,
  body_not_raw: 400,
  body_already_read: 500,
  body_too_large: 413,
  secret_blank: 401,
  signature_missing: 401,
  signature_duplicated: 400,
  signature_malformed: 400,
  signature_mismatch: 401,
  standard_headers_malformed: 400,
  standard_signature_missing: 401,
  standard_signature_mismatch: 401,
  timestamp_outside_tolerance: 401,
  webhook_replayed: 409,
} as const satisfies Record<string, number>;

export type VerificationErrorCode = keyof typeof HTTP_STATUS;

const MESSAGES = {
  headers_unreadable: "The webhook's headers cannot be read.",
  body_not_raw: "The webhook's body is not the raw body.",
  body_already_read: "The webhook's body was read before it could be verified.",
  body_too_large: "The webhook's body is over the receiver's limit.",
  secret_blank: "There is no secret to verify the webhook with.",
  signature_missing: "The webhook has no X-Service-Signature header.",
  signature_duplicated: "The webhook has more than one X-Service-Signature.",
  signature_malformed:
    "The webhook's X-Service-Signature is not sha256= and 64 lower-case hex digits.",
  signature_mismatch: "The webhook's X-Service-Signature does not fit its body and the secret.",
  standard_headers_malformed:
    "The webhook has a webhook-signature, but it, webhook-id or webhook-timestamp is malformed.",
  standard_signature_missing: "The webhook has no webhook-signature header.",
  standard_signature_mismatch:
    "The webhook's webhook-signature does not fit its id, timestamp and body.",
  timestamp_outside_tolerance: "The webhook's timestamp is too far from the receiver's clock.",
  webhook_replayed: "The webhook's id and timestamp were handled before, or are being handled.",
} as const satisfies Record<VerificationErrorCode, string>;

/** The usual mistakes behind a refusal. */
const HINTS = {
  parsed_body:
    "Pass the bytes as received, before any body parser: in Express express.raw(), elsewhere await request.arrayBuffer().",
  reserialised_body:
    "The body was parsed and written again, which changes its bytes. Verify the bytes as received, before any body parser.",
  trailing_newline:
    "A line break at the end of the body was added or lost. Verify the bytes as received, without trimming or echoing them.",
  reencoded_body:
    "The body was decoded and encoded again on the way, by a forwarding tool or by reading it as text. Pass the bytes unchanged.",
  blank_secret: "Set the secret; it is empty. Look whether its variable or file is there.",
  padded_secret:
    "The secret has quotes, spaces or a line break around it. Remove them: they are taken as part of it.",
  cut_secret: "The secret lacks its beginning. Pass its whole text, whsec_ included.",
  missing_header:
    "Pass the request's own headers. If they lack it, something between sender and receiver removes it, or the request is not from Intray.",
  repeated_header:
    "Each signature header may come once. Look for a proxy that copies headers, or a stranger who adds one.",
  damaged_header:
    "Pass the headers unchanged: not trimmed, upper-cased or cut. If they came like this, the request is not from Intray.",
  unreadable_headers:
    "Pass the request's headers: a Headers object, Node's request.headers, a plain object or a list of pairs.",
  long_body:
    "Raise the receiver's maxBodyBytes if your forms are that long; else the request is not from Intray.",
  differing_clocks:
    "Set the receiver's clock. If it is right, an old request was sent again by somebody on the way.",
  repeated_request:
    "Intray signs every attempt anew, so this request was recorded and sent again on the way.",
  wrong_secret:
    "Compare the secret with the webhook's current one (regenerating cuts the old one off at once) and look for anything that changes the body on its way. If both are right, the request is not from Intray.",
} as const satisfies Record<string, string>;

/** The likely mistake behind a refusal. `wrong_secret` also stands for "nothing else found". */
export type Mistake = keyof typeof HINTS;

/** Thrown when a webhook is refused. Log it whole; answer only its `status`, since `hint` is for the receiver's owner. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly code: VerificationErrorCode;
  /** The HTTP status to answer the request with. */
  readonly status: (typeof HTTP_STATUS)[VerificationErrorCode];
  readonly mistake: Mistake;
  /** What to look at and do; also the end of `message`. Holds nothing of secret, headers or body. */
  readonly hint: string;

  /** @param hint A better one than the mistake's own, from an adapter that knows its framework. */
  constructor(code: VerificationErrorCode, mistake: Mistake, hint: string = HINTS[mistake]) {
    super(`${MESSAGES[code]} ${hint}`);
    this.code = code;
    this.status = HTTP_STATUS[code];
    this.mistake = mistake;
    this.hint = hint;
  }
}

/** What happened, without the hint: for whoever sent the request. */
export function sentenceOf(code: VerificationErrorCode): string {
  return MESSAGES[code];
}
