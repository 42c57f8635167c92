/** Every payload format by its constant. A format is one file and one line here. */
import type { Body, PayloadSource } from "../../delivery.ts";
import type { WebhookFormat } from "../../webhook.ts";
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
} as const satisfies Record<WebhookFormat, Format>;

/** The bytes that are stored, signed and sent. */
export function render(format: WebhookFormat, source: PayloadSource): Body {
  const { contentType, text } = FORMATS[format](source);
  return { contentType, bytes: Buffer.from(text) };
}
