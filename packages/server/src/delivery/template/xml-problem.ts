/**
 * Finds the first position where a text is not well-formed XML 1.0 with namespaces. A DOCTYPE is rejected,
 * since most receivers reject it, and so are encodings other than UTF-8.
 */
import { SaxesParser } from "saxes";
import { NOT_XML } from "./xml-characters.ts";

export interface DocumentProblem {
  /** Characters from the start of the document. */
  readonly offset: number;
  readonly message: string;
}

/** The parser looks for the namespace of a prefix in every element around it. */
const MAX_DEPTH = 100;
const LONE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i;

/** Thrown at the first problem and caught by `xmlProblem`. */
class NotXml extends Error {}

/** `undefined` if the text is well-formed. */
export function xmlProblem(text: string): DocumentProblem | undefined {
  const control = text.search(NOT_XML);
  if (control !== -1) return { offset: control, message: "The character is not allowed in XML" };
  const parser = new SaxesParser({ xmlns: true, position: false, defaultXMLVersion: "1.0" });
  const fail = (message: string) => {
    throw new NotXml(message);
  };
  parser.on("error", ({ message }) => fail(sentence(message)));
  parser.on("doctype", () => fail("A DOCTYPE is not allowed"));
  parser.on("xmldecl", ({ version, encoding = "UTF-8" }) => {
    if (version !== "1.0" || encoding.toUpperCase() !== "UTF-8")
      fail('The declaration must be <?xml version="1.0" encoding="UTF-8"?>');
  });
  let depth = 0;
  parser.on("opentagstart", () => {
    if ((depth += 1) > MAX_DEPTH) fail(`Elements are nested more than ${MAX_DEPTH} deep`);
  });
  parser.on("closetag", () => void (depth -= 1));
  try {
    parser.write(text).close();
    return undefined;
  } catch (error) {
    if (!(error instanceof NotXml)) throw error;
    // The parser takes all that follows an & up to the next semicolon as the name of an entity.
    const lone = text.search(LONE_AMPERSAND);
    if (lone !== -1 && lone < parser.position)
      return { offset: lone, message: "The & does not start a reference; write &amp;" };
    return { offset: Math.min(parser.position, text.length), message: error.message };
  }
}

/** The parser's messages begin in lower case, and most end with a period. */
const sentence = (message: string) =>
  message.charAt(0).toUpperCase() + message.slice(1).replace(/\.$/, "");
