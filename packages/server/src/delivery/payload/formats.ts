/** All payload formats. A new format is one file and one line here. */
import type { Body, PayloadSource } from "../../domain/delivery/delivery.ts";
import type { WebhookFormat } from "../../domain/delivery/webhook.ts";
import { custom, type CustomSettings } from "./custom.ts";
import { customerMessaging } from "./customer-messaging.ts";
import { dataJson } from "./data-json.ts";
import { emailMarketing } from "./email-marketing.ts";
import { formHandler } from "./form-handler.ts";
import { formUrlencoded } from "./form-urlencoded.ts";
import { json } from "./json.ts";
import { slack } from "./slack.ts";
import { teamChat } from "./team-chat.ts";

type Format = (source: PayloadSource) => { readonly contentType: string; readonly text: string };

const FORMATS = {
  json,
  data_json: dataJson,
  form_urlencoded: formUrlencoded,
  customer_messaging: customerMessaging,
  form_handler: formHandler,
  email_marketing: emailMarketing,
  team_chat: teamChat,
  slack,
} as const satisfies Record<Exclude<WebhookFormat, "custom">, Format>;

/** The settings of a webhook that determine its payload. */
export type PayloadSettings = CustomSettings & { readonly format: WebhookFormat | "custom" };

/**
 * Renders the payload that is stored, signed and sent.
 *
 * @throws RenderError if a custom template renders no body.
 */
export function renderPayload(webhook: PayloadSettings, source: PayloadSource): Body {
  const { contentType, text } =
    webhook.format === "custom" ? custom(webhook, source) : FORMATS[webhook.format](source);
  return { contentType, bytes: Buffer.from(text) };
}
