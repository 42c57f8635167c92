/** Format `data_json`: the payload of `json` inside a member `data`. */
import type { PayloadSource } from "../../domain/delivery/delivery.ts";
import { jsonText } from "./json.ts";

export function dataJson(source: PayloadSource) {
  return { contentType: "application/json", text: `{"data":${jsonText(source)}}` };
}
