/** `multipart/form-data`: a template's lines `name=value`, each of them a part. RFC 7578. */
import { hash } from "node:crypto";
import { RenderError } from "./render-error.ts";

/** What means something in a line, and stands for itself where a tag put it. */
const MARKED = ["\n", "\r", "=", " ", "\t"] as const;
/** No template holds it, so it can mark what came from a tag. */
const MARK = "\0";

/** A value in one line, whatever it holds. {@link pairsOf} takes it back. */
export function escapePair(text: string): string {
  return text
    .replaceAll(MARK, "\uFFFD")
    .replaceAll(/[\n\r= \t]/g, (character) => MARK + MARKED.findIndex((one) => one === character));
}

const plain = (text: string) =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/\0([0-4])/g, (_, index: string) => MARKED[Number(index)] ?? "");

export interface Pair {
  readonly name: string;
  readonly value: string;
}

/**
 * The pairs of what a template wrote; or where a line is that has no "=". Empty lines are nothing,
 * indentation is none of the name, and the value is all that follows the "=".
 */
export function pairsOf(rendered: string): readonly Pair[] | { readonly badOffset: number } {
  const pairs: Pair[] = [];
  let offset = 0;
  for (const line of rendered.split("\n")) {
    const [indent = ""] = /^[ \t\r]*/.exec(line) ?? [];
    const badOffset = offset + indent.length;
    offset += line.length + 1;
    if (indent === line) continue;
    const equals = line.indexOf("=");
    if (equals === -1) return { badOffset };
    const value = line.slice(equals + 1, line.endsWith("\r") ? -1 : undefined);
    pairs.push({ name: plain(line.slice(indent.length, equals)), value: plain(value) });
  }
  return pairs;
}

/** @throws RenderError when a line is no pair, or the body is over `maxBytes`. */
export function multipart(rendered: string, maxBytes: number) {
  const pairs = pairsOf(rendered);
  if ("badOffset" in pairs) {
    throw new RenderError(
      "not_a_pair",
      "A line of the template has no =; for multipart/form-data each is written name=value.",
    );
  }
  // From the hash of the content, so the same submission is the same bytes, and cannot hold it.
  const boundary = `intray-${hash("sha256", rendered, "hex").slice(0, 40)}`;
  let text = "";
  for (const { name, value } of pairs) {
    text += `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`;
    if (text.length > maxBytes) break;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    text: `${text}--${boundary}--\r\n`,
  };
}

/** As browsers write it: https://html.spec.whatwg.org/#multipart-form-data */
const quoted = (name: string) =>
  name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
