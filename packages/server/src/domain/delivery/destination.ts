/** A destination: what deliveries are sent to. A webhook is one kind of it. */
import type { DeliveryTrigger } from "./delivery.ts";
import { originOfUrl, type SendingSecrets, urlProblem, type WebhookFormat } from "./webhook.ts";

/**
 * What the product knows of a kind of destination, apart from how it is sent to, which is its {@link DeliveryKind}.
 * SQL, the API and the dashboard follow from it.
 */
export interface DestinationDeclaration {
  /** In the API and in the table of destinations. */
  readonly name: string;
  /** Names its deliveries in the dashboard. */
  readonly label: string;
  /**
   * Users make destinations with the webhooks API: they have a payload format, headers and a secret. The others follow
   * from settings of forms and accounts.
   */
  readonly isMadeByUsers: boolean;
  /** What its addresses begin with. No two kinds share one, so an address says its kind. */
  readonly addressPrefixes: readonly string[];
  /** Why an address that a user gives cannot be used; `undefined` if it can. */
  readonly addressProblem: (address: string) => string | undefined;
  /**
   * What destinations share when it hangs, so that they share a circuit breaker, by address. `undefined` if the address
   * is invalid.
   */
  readonly originOf: (address: string) => string | undefined;
  /** The column of the log for the numbers that receivers answer with; `undefined` = none, the text says it. */
  readonly statusColumn: "http_status" | "smtp_status" | undefined;
  /** What a server lacks that cannot send to this kind. */
  readonly notSetUp: string;
  readonly deletedReason: string;
  readonly disabledReason: string;
  /** The reason why the destination is disabled, if it has one, is that of the delivery instead. */
  readonly namesWhyDisabled: boolean;
}

/** Addresses of e-mail destinations begin with it; the rest is the e-mail address as it is, without escapes. */
export const MAILTO = "mailto:";

/** The kinds of destinations. docs/contribute/how-to-add.md says what else a new one needs. */
export const DESTINATIONS = [
  {
    name: "webhook",
    label: "Webhooks",
    isMadeByUsers: true,
    addressPrefixes: ["https://", "http://"],
    addressProblem: urlProblem,
    originOf: originOfUrl,
    statusColumn: "http_status",
    notSetUp: "This server is not set up to send to webhooks.",
    deletedReason: "webhook_deleted",
    disabledReason: "webhook_disabled",
    namesWhyDisabled: false,
  },
  {
    name: "email",
    label: "E-mail",
    isMadeByUsers: false,
    addressPrefixes: [MAILTO],
    addressProblem: () => "An e-mail address is set in the settings of a form.",
    // Every e-mail goes through one relay, so all recipients share its circuit breaker.
    originOf: () => "smtp",
    statusColumn: "smtp_status",
    notSetUp: "This server is not set up to send e-mail. Set INTRAY_SMTP_URL.",
    deletedReason: "recipient_deleted",
    disabledReason: "recipient_disabled",
    namesWhyDisabled: true,
  },
] as const satisfies readonly DestinationDeclaration[];

export type DestinationKind = (typeof DESTINATIONS)[number]["name"];
export type UserMadeKind = Extract<
  (typeof DESTINATIONS)[number],
  { readonly isMadeByUsers: true }
>["name"];

/** Of which kinds: one, or all that users make, which are the destinations that the webhooks API knows. */
export type KindFilter = DestinationKind | "made_by_users";

export const DESTINATION_KINDS: readonly DestinationKind[] = DESTINATIONS.map(({ name }) => name);

/**
 * What a destination is for: the submissions of its form, the form's automatic answer to the submitter, the replies
 * that people write to submitters, or news about the account, such as alerts.
 */
export type DestinationPurpose = "submissions" | "reply" | "conversation" | "account";

/** The header of a notification that names an e-mail recipient; `bcc`, and `people` with access to the form, are in none. */
export type RecipientRole = "to" | "cc" | "bcc" | "people";

interface SendingBase {
  readonly id: number;
  readonly uid: string | null;
  /**
   * Of a webhook the origin of its URL, which is one of its secrets. Of a recipient {@link MAILTO} and the e-mail
   * address; nothing after `mailto:` if each submission has its own.
   */
  readonly address: string;
  /** As its row has it, of a webhook the ciphertext of the URL. It differs once the address was changed. */
  readonly stored_address: string;
  readonly enabled: boolean;
  readonly disabled_reason: string | null;
}

export interface SendingWebhook extends SendingBase {
  readonly kind: UserMadeKind;
  readonly format: WebhookFormat;
  readonly content_type: string | null;
  readonly template: string | null;
  /** The name of a further header with the signature; `null` for none. */
  readonly signature_header: string | null;
  /** `undefined` if they cannot be decrypted: something other than Intray wrote the row. */
  readonly secrets: SendingSecrets | undefined;
}

export interface SendingRecipient extends SendingBase {
  readonly kind: "email";
  readonly form_id: number | null;
  readonly purpose: DestinationPurpose;
  readonly recipient_role: RecipientRole | null;
  /** Unguessable, for the link that unsubscribes the recipient. */
  readonly link_token: string | null;
}

export type SendingDestination = SendingWebhook | SendingRecipient;

/** Of a kind in any of the tables; a kind that was removed from the product is an error. */
export function declarationOf(kind: DestinationKind): DestinationDeclaration {
  const found = DESTINATIONS.find(({ name }) => name === kind);
  if (found === undefined) throw new Error(`There is no kind of destination named ${kind}.`);
  return found;
}

export const isMadeByUsers = (kind: DestinationKind): kind is UserMadeKind =>
  declarationOf(kind).isMadeByUsers;

/** The kind of a destination, which may be deleted, by its address. Invalid addresses are those of webhooks. */
export const kindOfAddress = (address: string): DestinationKind =>
  DESTINATIONS.find(({ addressPrefixes }) =>
    addressPrefixes.some((prefix) => address.startsWith(prefix)),
  )?.name ?? "webhook";

export const originOf = (address: string): string | undefined =>
  declarationOf(kindOfAddress(address)).originOf(address);

/** Why users cannot make a destination with this address; `undefined` if they can. The server may forbid more. */
export function addressProblem(url: string): string | undefined {
  const prefixes = DESTINATIONS.flatMap((one) => (one.isMadeByUsers ? one.addressPrefixes : []));
  const protocol = URL.canParse(url) ? new URL(url).protocol : undefined;
  if (protocol !== undefined && !prefixes.some((prefix) => prefix.startsWith(protocol))) {
    return `The url must begin with ${prefixes.join(" or ")}.`;
  }
  const kind = kindOfAddress(url);
  return declarationOf(isMadeByUsers(kind) ? kind : "webhook").addressProblem(url);
}

/** Why an e-mail destination gets only the message that asks for its confirmation. */
export const NOT_CONFIRMED = "not_confirmed";

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
  if (destination === undefined) return declarationOf(deletedKind ?? "webhook").deletedReason;
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
export function disabledReason({
  kind,
  disabled_reason,
}: Pick<SendingDestination, "kind" | "disabled_reason">): string {
  const { namesWhyDisabled, disabledReason: reason } = declarationOf(kind);
  return (namesWhyDisabled ? disabled_reason : null) ?? reason;
}
