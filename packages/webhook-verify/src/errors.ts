/** Errors of a failed verification: codes, HTTP statuses, messages and hints. */

/**
 * Each code with the HTTP status to answer (400 malformed, 401 not proven to be from the sender, 409 already
 * handled, 413 too long, 500 a mistake in the receiver) and its message.
 */
export const ERRORS = {
  headers_unreadable: { status: 400, message: "The webhook's headers cannot be read." },
  body_not_raw: { status: 400, message: "The webhook's body is not the raw body." },
  body_already_read: {
    status: 500,
    message: "The webhook's body was read before it could be verified.",
  },
  body_too_large: { status: 413, message: "The webhook's body is over the receiver's limit." },
  secret_blank: { status: 401, message: "There is no secret to verify the webhook with." },
  signature_missing: { status: 401, message: "The webhook has no X-Service-Signature header." },
  signature_duplicated: {
    status: 400,
    message: "The webhook has more than one X-Service-Signature header.",
  },
  signature_malformed: {
    status: 400,
    message: "The webhook's X-Service-Signature is not sha256= and 64 lower-case hex digits.",
  },
  signature_mismatch: {
    status: 401,
    message: "The webhook's X-Service-Signature does not match its body and the secret.",
  },
  standard_headers_malformed: {
    status: 400,
    message:
      "The webhook has a webhook-signature, but it, webhook-id or webhook-timestamp is malformed.",
  },
  standard_signature_missing: {
    status: 401,
    message: "The webhook has no webhook-signature header.",
  },
  standard_signature_mismatch: {
    status: 401,
    message: "The webhook's webhook-signature does not match its id, timestamp and body.",
  },
  timestamp_outside_tolerance: {
    status: 401,
    message: "The webhook's timestamp differs too much from the receiver's clock.",
  },
  webhook_replayed: {
    status: 409,
    message: "This attempt of the webhook was already handled or is being handled.",
  },
} as const satisfies Record<string, { readonly status: number; readonly message: string }>;

export type VerificationErrorCode = keyof typeof ERRORS;

/** What to check and do, for each likely mistake. */
export const HINTS = {
  parsed_body:
    "Pass the bytes as received, before any body parser: in Express express.raw(), elsewhere await request.arrayBuffer().",
  reserialised_body:
    "The body was parsed and written again, which changes its bytes. Verify the bytes as received, before any body parser.",
  trailing_newline:
    "A line break at the end of the body was added or lost. Verify the bytes as received, without trimming or echoing them.",
  reencoded_body:
    "The body was decoded and encoded again on the way, by a forwarding tool or by reading it as text. Pass the bytes unchanged.",
  empty_body:
    "The body is empty. Something has read it before, or a proxy or redirect has dropped it. Pass the bytes as received.",
  blank_secret:
    "The secret is empty, or whsec_ with nothing after it. Check that its variable or file exists and is not blank.",
  padded_secret:
    "The secret has quotes, spaces or a line break around it. Remove them: they count as part of the secret.",
  cut_secret: "The secret lacks its prefix. Pass its whole text, including whsec_.",
  missing_header:
    "Pass the headers of the request. If the header is missing there, a proxy removes it or the request is not from Intray.",
  repeated_header:
    "A signature header must occur once. Check for a proxy that copies headers; otherwise the request is not from Intray.",
  damaged_header:
    "Pass the headers unchanged: not trimmed, upper-cased or cut. If they arrived like this, the request is not from Intray.",
  listed_header:
    "The header's value is a list. Pass the headers as text: Node's request.headers and not headersDistinct, or a Headers object.",
  unreadable_headers:
    "Pass the request's headers: a Headers object, Node's request.headers, a plain object or a list of pairs.",
  long_body:
    "Raise maxBodyBytes if your forms can be that long; otherwise the request is not from Intray.",
  differing_clocks:
    "Check the receiver's clock. If it is right, an old request was recorded and sent again.",
  repeated_request:
    "Intray signs every attempt with a new timestamp, so this request was recorded and sent again.",
  wrong_secret:
    "Compare the secret with the webhook's current one (regenerating invalidates the old one at once) and check for a proxy that changes the body. If both are right, the request is not from Intray.",
} as const satisfies Record<string, string>;

/** The likely mistake behind an error. `wrong_secret` also covers every cause that was not found. */
export type Mistake = keyof typeof HINTS;

/**
 * Thrown when a webhook fails verification. Log `message`; answer only `status`, since `hint` is for the
 * receiver's operator and not for the sender.
 */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly code: VerificationErrorCode;
  /** The HTTP status to answer the request with. */
  readonly status: (typeof ERRORS)[VerificationErrorCode]["status"];
  readonly mistake: Mistake;
  /** What to check and do; `message` ends with it. Contains no part of the secret, headers or body. */
  readonly hint: string;

  /** @param hint Overrides the hint of the mistake, with advice for a specific framework. */
  constructor(code: VerificationErrorCode, mistake: Mistake, hint: string = HINTS[mistake]) {
    super(`${ERRORS[code].message} ${hint}`);
    this.code = code;
    this.status = ERRORS[code].status;
    this.mistake = mistake;
    this.hint = hint;
  }
}
