/** What unwrapping gives: a body that is the sender's, and its headers parted by whether a signature covers them. */
import { HEADERS, onlyValue } from "./delivery-headers.ts";
import type { DeliveryHeaders } from "./delivery-headers.ts";
import { bodyBytes } from "./body/raw-body.ts";
import type { SignableBody } from "./body/raw-body.ts";
import { readTimestamp } from "./standard-signature.ts";

export interface UnwrapOptions {
  /** The signing secret's whole text; several while rotating. */
  readonly secrets: string | readonly string[];
}

/** Headers that a checked webhook-signature covers. */
export interface AuthenticatedHeaders {
  /** Stable over retries and re-fires: the key to drop duplicates by. */
  readonly webhookId: string;
  /** When this attempt was signed, in seconds since the Unix epoch. */
  readonly timestamp: number;
}

/** Headers that anybody on the way could have changed; `undefined` where missing, repeated or malformed. */
export interface UnauthenticatedHeaders {
  readonly webhookId: string | undefined;
  /** Seconds since the Unix epoch. */
  readonly timestamp: number | undefined;
  readonly delivery: string | undefined;
  /** 1 for the first attempt. */
  readonly attempt: number | undefined;
  readonly trigger: string | undefined;
}

export interface VerifiedDelivery {
  /** Which of the secrets fits, counted from 0; the first one when several do. */
  readonly secretIndex: number;
  /** The body's bytes. */
  readonly bytes: () => Uint8Array;
  /** The body as text, read as UTF-8 without a leading byte order mark; invalid bytes become U+FFFD. */
  readonly text: () => string;
  /** The body read as JSON. Check its shape before use. Throws SyntaxError when it is not JSON. */
  readonly json: () => unknown;
  /** `undefined` when the delivery carries no webhook-signature, or the secret has no base64 part to check it with. */
  readonly authenticated: AuthenticatedHeaders | undefined;
  /** Its id and timestamp are `undefined` once they are authenticated. */
  readonly unauthenticated: UnauthenticatedHeaders;
}

/** A delivery whose id and timestamp are the sender's. */
export interface StandardDelivery extends VerifiedDelivery {
  readonly authenticated: AuthenticatedHeaders;
}

const ATTEMPT = /^[1-9][0-9]{0,5}$/;

export function describeDelivery(
  secretIndex: number,
  body: SignableBody,
  headers: DeliveryHeaders,
  authenticated: AuthenticatedHeaders | undefined,
): VerifiedDelivery {
  const bytes = () => bodyBytes(body);
  const text = () => new TextDecoder().decode(bytes());
  const json = (): unknown => JSON.parse(text());
  return {
    secretIndex,
    bytes,
    text,
    json,
    authenticated,
    unauthenticated: readUnauthenticated(headers, authenticated !== undefined),
  };
}

function readUnauthenticated(
  headers: DeliveryHeaders,
  hasAuthenticated: boolean,
): UnauthenticatedHeaders {
  const attempt = onlyValue(headers, HEADERS.attempt);
  return {
    webhookId: hasAuthenticated ? undefined : onlyValue(headers, HEADERS.webhookId),
    timestamp: hasAuthenticated ? undefined : readTimestamp(onlyValue(headers, HEADERS.timestamp)),
    delivery: onlyValue(headers, HEADERS.delivery),
    attempt: attempt !== undefined && ATTEMPT.test(attempt) ? Number(attempt) : undefined,
    trigger: onlyValue(headers, HEADERS.trigger),
  };
}
