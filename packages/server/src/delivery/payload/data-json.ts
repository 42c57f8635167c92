/** Format `data_json`: what `json` sends, under one member `data`. */
import type { PayloadSource } from "../../domain/delivery.ts";
import { jsonText } from "./json.ts";

export function dataJson(source: PayloadSource) {
  return { contentType: "application/json", text: `{"data":${jsonText(source)}}` };
}
