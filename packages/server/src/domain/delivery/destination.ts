/** A destination: what deliveries are sent to. A webhook is one kind of it. */
import type { DeliveryTrigger } from "./delivery.ts";
import { originOf as originOfUrl, type SendingWebhook } from "./webhook.ts";

/** The kinds of destinations. Each has an entry in every record over {@link DestinationKind}. */
export const DESTINATION_KINDS = ["webhook", "email"] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

/**
 * What a destination is for: the submissions of its form, the form's automatic answer to the submitter, the replies
 * that people write to submitters, or news about the account, such as alerts.
 */
export type DestinationPurpose = "submissions" | "reply" | "conversation" | "account";

/** The header of a notification that names an e-mail recipient; `bcc` is in none. */
export type RecipientRole = "to" | "cc" | "bcc";

/** Addresses of e-mail destinations begin with it; the rest is the e-mail address as it is, without escapes. */
export const MAILTO = "mailto:";

/** What the addresses of each kind begin with. Webhooks have all other addresses. */
export const ADDRESS_PREFIXES: Readonly<Record<Exclude<DestinationKind, "webhook">, string>> = {
  email: MAILTO,
};

/** An e-mail recipient, as its deliveries need it. */
export interface SendingRecipient {
  readonly kind: "email";
  readonly id: number;
  readonly uid: string | null;
  /** {@link MAILTO} and the e-mail address; nothing after `mailto:` if each submission has its own. */
  readonly address: string;
  readonly enabled: boolean;
  readonly disabled_reason: string | null;
  readonly form_id: number | null;
  readonly purpose: DestinationPurpose;
  readonly recipient_role: RecipientRole | null;
  /** Unguessable, for the link that unsubscribes the recipient. */
  readonly link_token: string | null;
}

/** A destination with the settings that its deliveries need, by its kind. */
export interface SendingDestinations {
  readonly webhook: SendingWebhook;
  readonly email: SendingRecipient;
}
export type SendingDestination = SendingDestinations[DestinationKind];

/** Every e-mail goes through one relay, so all recipients share its circuit breaker. */
const RELAY = "smtp";

const ORIGINS: Readonly<Record<DestinationKind, (address: string) => string | undefined>> = {
  webhook: originOfUrl,
  email: () => RELAY,
};

/**
 * What destinations share when it hangs, so that they share a circuit breaker: the origin of a webhook's URL, or
 * the relay of e-mails. `undefined` if the address is invalid.
 */
export const originOf = ({
  kind,
  address,
}: {
  readonly kind: DestinationKind;
  readonly address: string;
}): string | undefined => ORIGINS[kind](address);

/** The kind of a destination that may be deleted, by the address in its deliveries. */
export const kindOfAddress = (address: string): DestinationKind =>
  DESTINATION_KINDS.find(
    (kind) => kind !== "webhook" && address.startsWith(ADDRESS_PREFIXES[kind]),
  ) ?? "webhook";

/** Why an e-mail destination gets only the message that asks for its confirmation. */
export const NOT_CONFIRMED = "not_confirmed";

const DELETED_REASONS: Readonly<Record<DestinationKind, string>> = {
  webhook: "webhook_deleted",
  email: "recipient_deleted",
};

/**
 * Why a delivery must not be sent to its destination any more; `undefined` if it may.
 *
 * @param deletedKind Of a destination that was deleted.
 */
export function refusalReason(
  destination: SendingDestination | undefined,
  trigger: DeliveryTrigger,
  deletedKind?: DestinationKind,
): string | undefined {
  if (destination === undefined) return DELETED_REASONS[deletedKind ?? "webhook"];
  const { kind, enabled, disabled_reason } = destination;
  if (enabled || !refusesWhile(disabled_reason, trigger)) return undefined;
  return disabledReason({ kind, disabled_reason });
}

/** Why an e-mail destination gets nothing until its recipient asks for the link that subscribes it again. */
const UNSUBSCRIBED = "unsubscribed";

/** Whether a disabled destination may be asked for its consent. */
export const isAskable = (disabled_reason: string | null): boolean =>
  disabled_reason === NOT_CONFIRMED || disabled_reason === UNSUBSCRIBED;

/** Whether a disabled destination must not get a delivery: it may be asked for its consent. */
export const refusesWhile = (disabled_reason: string | null, trigger: DeliveryTrigger): boolean =>
  !isAskable(disabled_reason) || trigger !== "confirmation";

/** The reason of a delivery that is not sent because its destination is disabled. */
export const disabledReason = ({
  kind,
  disabled_reason,
}: Pick<SendingDestination, "kind" | "disabled_reason">): string =>
  kind === "webhook" ? "webhook_disabled" : (disabled_reason ?? "recipient_disabled");
