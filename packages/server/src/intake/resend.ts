/** Prepares the input of a rejected post for sending it again from the error page. */
import type { FieldMeaning } from "../domain/origin-service.ts";
import type { Pair } from "./parse/fields.ts";
import { type ControlNames, meaningOn, splitControlFields } from "./control-fields.ts";
import type { MultipartPost } from "./parse/parse-multipart.ts";
import { parseRedirect } from "./redirect.ts";
import { sourceOf } from "./source.ts";

/** More than people type. Larger input is still in the browser's previous page. */
const MAX_BYTES = 64 * 1_024;
const MAX_PAIRS = 200;

/** Made absolute, or valid only once. */
const REPLACED = new Set<FieldMeaning | undefined>(["sourceUrl", "redirect", "captcha"]);

export interface ResendInput {
  /** Hidden inputs of the form on the error page. */
  readonly pairs: readonly Pair[];
  /** The data fields, shown to the visitor. */
  readonly shown: readonly Pair[];
  /** The post had files, which the visitor has to choose again. */
  readonly hadFiles: boolean;
}

/** `undefined` if there is neither data nor a file, or too much for the error page. */
export function resendInput(
  { pairs, attachments, refused }: MultipartPost,
  sent: {
    readonly names: ControlNames;
    readonly origin: string | undefined;
    readonly referrer: string | undefined;
  },
): ResendInput | undefined {
  const { control, data } = splitControlFields(pairs, sent.names);
  const hadFiles = attachments.length + refused.length > 0;
  if ((data.length === 0 && !hadFiles) || pairs.length > MAX_PAIRS) return undefined;
  let bytes = 0;
  for (const [name, value] of pairs) bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
  if (bytes > MAX_BYTES) return undefined;
  // Made absolute, because the error page has another base URL than the form's page.
  const source = sourceOf(control.sourceUrl, sent.referrer ?? null).source_url;
  const redirect = control.redirect === null ? null : parseRedirect(control.redirect, sent);
  const meaningOf = meaningOn(sent.names);
  return {
    pairs: [
      ...pairs.filter(([name]) => !REPLACED.has(meaningOf(name))),
      ...(source === null ? [] : [["_source_url", source] as const]),
      ...(redirect === null ? [] : [["_redirect", redirect.href] as const]),
    ],
    shown: data,
    hadFiles,
  };
}
