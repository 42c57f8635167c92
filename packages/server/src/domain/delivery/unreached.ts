/** What did not reach a destination for one reason: how it is named, and the reason in words. */
import { invalid } from "../errors.ts";

export type UnreachedItem = { readonly destination_id: number; readonly reason: string };

/** The reason while this server cannot send to the kind of the destination: nothing has ended yet. */
export const WAITING_FOR_SETUP = "waiting_for_setup";

/** Its name in the API, which has a point in between. */
export const unreachedId = ({ destination_id, reason }: UnreachedItem): string =>
  `${destination_id}.${reason}`;

/** @throws AppError `invalid` if it is no such name. */
export function parseUnreachedId(name: string, text: string): UnreachedItem {
  const [, id, reason] = /^(\d{1,15})\.(\w+)$/.exec(text) ?? [];
  if (id !== undefined && reason !== undefined) return { destination_id: Number(id), reason };
  throw invalid(name, `Set ${name} to the id of an item of GET /attention.`);
}

const WORDS: Readonly<Record<string, string>> = {
  dns_error: "its host name was not found until all retries ended",
  connection_refused: "the receiver refused the connection until all retries ended",
  connection_reset: "the connection was closed without an answer until all retries ended",
  timeout: "the receiver did not answer in time until all retries ended",
  tls_error: "the TLS connection failed until all retries ended",
  auth_failed: "the relay refused the sign-in until all retries ended",
  gone: "the receiver answered 410 Gone",
  blocked_address: "the address is internal, and INTRAY_WEBHOOK_ALLOW does not list it",
  invalid_url: "the URL is invalid",
  render_failed: "the payload could not be rendered",
  worker_lost: "the server stopped during each attempt",
  poison: "the server stopped during each attempt",
  webhook_disabled: "the webhook was disabled",
  recipient_disabled: "the recipient was disabled",
  not_confirmed: "the recipient had not confirmed the address",
  no_access: "the recipient is a person who was removed or has no access to the form",
  suppressed: "the address was suppressed, since three e-mails in a row to it failed for good",
  [WAITING_FOR_SETUP]:
    "this server has no e-mail relay yet. Set INTRAY_SMTP_URL and INTRAY_MAIL_FROM; what is older than 28 hours is not sent",
  not_set_up: "this server had no e-mail relay for 28 hours",
};

/** The reason of such deliveries, as the second half of a sentence. */
export function reasonInWords(reason: string): string {
  const [, protocol, status] = /^(http|smtp)_(\d+)$/.exec(reason) ?? [];
  if (status !== undefined)
    return `${protocol === "http" ? "the receiver" : "the relay"} answered ${status} until all retries ended`;
  return WORDS[reason] ?? reason.replaceAll("_", " ");
}
