/**
 * What form keys and keys of another scope than `write` do not see: more of a webhook's URL than its origin, since the rest is
 * often a secret; what receivers answer; addresses of people of the account and of recipients.
 */
import { mayAs } from "../../domain/account/role.ts";
import { kindOfAddress, MAILTO } from "../../domain/delivery/destination.ts";
import { MASK, originOfUrl } from "../../domain/delivery/webhook.ts";
import type { AlertNews } from "../../domain/alerts/alert.ts";
import { ANSWER, type FormRule, PEOPLE } from "../../domain/routing/form-rules.ts";
import type { DeliveryRecord } from "../../store/deliveries/delivery-log.ts";
import type { FormRecord } from "../../store/forms/form-rows.ts";
import type { WebhookRecord } from "../../store/webhooks/webhooks.ts";
import type { Caller } from "./caller.ts";

export const isMasked = ({ kind, scope }: Pick<Caller, "kind" | "scope">): boolean =>
  kind === "form" || scope !== "write";

/** As {@link isMasked}, and for people who do not manage forms. */
export const hidesReceivers = (caller: Caller): boolean =>
  isMasked(caller) || !mayAs(caller.role, "editor");

/** The origin of a URL, or the mask of an e-mail address. */
export const maskAddress = (address: string): string =>
  kindOfAddress(address) === "email" ? `${MAILTO}${MASK}` : (originOfUrl(address) ?? MASK);

/** An item of a list with the address of its destination. The name of an e-mail recipient is its address. */
export function maskDestination<
  Item extends { readonly address: string; readonly destination_name: string },
>(item: Item, caller: Caller): Item {
  if (!isMasked(caller)) return item;
  const isEmail = kindOfAddress(item.address) === "email";
  const destination_name = isEmail ? MASK : item.destination_name;
  return { ...item, address: maskAddress(item.address), destination_name };
}

export const maskDelivery = (delivery: DeliveryRecord, caller: Caller): DeliveryRecord =>
  isMasked(caller)
    ? {
        ...maskDestination(delivery, caller),
        attempts: delivery.attempts.map((attempt) => ({ ...attempt, response_excerpt: null })),
      }
    : delivery;

export const maskWebhook = <Webhook extends Pick<WebhookRecord, "url">>(
  webhook: Webhook,
  caller: Caller,
): Webhook => (isMasked(caller) ? { ...webhook, url: maskAddress(webhook.url) } : webhook);

const NO_ADDRESSES = {
  notification_emails: "",
  notification_cc_emails: "",
  notification_bcc_emails: "",
  notification_emails_pending: "",
  notification_cc_emails_pending: "",
  notification_bcc_emails_pending: "",
} as const;

/** The last error of an alert is what a receiver answered. */
export const maskAlert = <Alert extends AlertNews>(alert: Alert, caller: Caller): Alert =>
  isMasked(caller) && "last_error" in alert.detail
    ? { ...alert, detail: { ...alert.detail, last_error: null } }
    : alert;

/** What has the name of a destination, which of a recipient is its address. */
export const maskRecipient = <Named extends { readonly name: string }>(
  one: Named,
  caller: Caller,
): Named => (isMasked(caller) && one.name.includes("@") ? { ...one, name: MASK } : one);

/** Without the addresses that rules skip. */
const maskRules = (rules: readonly FormRule[]): readonly FormRule[] =>
  rules.map(({ then, ...rule }) => ({
    ...rule,
    then: then.map(({ skip, ...action }) => ({
      ...action,
      ...(skip && {
        skip: skip.map((one) =>
          typeof one === "string" && ![ANSWER, PEOPLE].includes(one) ? MASK : one,
        ),
      }),
    })),
  }));

/** Form keys, keys of narrow scopes, and people who do not manage forms, see no webhooks at all. */
export function maskForm<Form extends FormRecord>(form: Form, caller: Caller): Form {
  if (!hidesReceivers(caller)) return form;
  const isNarrow = caller.kind === "form" || !["read", "write"].includes(caller.scope);
  const isHidden = isNarrow || !mayAs(caller.role, "editor");
  const shown = isHidden ? [] : form.form_webhooks;
  const form_webhooks = shown.map((webhook) => maskWebhook(webhook, caller));
  return { ...form, ...NO_ADDRESSES, rules: maskRules(form.rules), form_webhooks };
}
