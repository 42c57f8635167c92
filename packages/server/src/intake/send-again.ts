/** What of a post that failed is given back to who sent it. */
import type { Pair } from "./fields.ts";
import { splitControlFields } from "./control-fields.ts";
import type { MultipartPost } from "./parse-multipart.ts";
import { absoluteWish } from "./redirect.ts";
import { sourceOf } from "./source.ts";

/** More than people type; beyond it the page behind has it still. */
const MAX_BYTES = 64 * 1_024;
const MAX_PAIRS = 200;

export interface KeptInput {
  /** For the hidden inputs of a form that sends the post again from our own page. */
  readonly pairs: readonly Pair[];
  /** For people to read and copy. */
  readonly shown: readonly Pair[];
  /** Files are gone: no page can choose them for a person. */
  readonly hadFiles: boolean;
}

/** `undefined` when there is nothing to keep, or more than a page should hold. */
export function keptInput(
  { pairs, attachments }: MultipartPost,
  sent: {
    readonly honeypotField: string;
    readonly origin: string | undefined;
    readonly referrer: string | undefined;
  },
): KeptInput | undefined {
  const { control, data } = splitControlFields(pairs, sent.honeypotField);
  if (data.length === 0 || pairs.length > MAX_PAIRS) return undefined;
  let bytes = 0;
  for (const [name, value] of pairs) bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
  if (bytes > MAX_BYTES) return undefined;
  // Sent from our page, what was told relative to theirs would mean something else.
  const source = sourceOf(control.sourceUrl, sent.referrer ?? null).source_url;
  const redirect = control.redirect === null ? null : absoluteWish(control.redirect, sent);
  return {
    pairs: [
      ...pairs.filter(([name]) => !["_source_url", "_redirect", "_next"].includes(name)),
      ...(source === null ? [] : [["_source_url", source] as const]),
      ...(redirect === null ? [] : [["_redirect", redirect.href] as const]),
    ],
    shown: data,
    hadFiles: attachments.length > 0,
  };
}
