/** Every payload format by its constant. A format is one file and one line here. */
import type { Body, PayloadSource } from "../../delivery.ts";
import type { WebhookFormat } from "../../webhook.ts";
import { dataJson } from "./data-json.ts";
import { formUrlencoded } from "./form-urlencoded.ts";
import { json } from "./json.ts";

type Format = (source: PayloadSource) => { readonly contentType: string; readonly text: string };

const FORMATS = {
  json,
  data_json: dataJson,
  form_urlencoded: formUrlencoded,
} as const satisfies Record<WebhookFormat, Format>;

/** The bytes that are stored, signed and sent. */
export function render(format: WebhookFormat, source: PayloadSource): Body {
  const { contentType, text } = FORMATS[format](source);
  return { contentType, bytes: Buffer.from(text) };
}
