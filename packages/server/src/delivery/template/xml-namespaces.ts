/** Checks the namespace prefixes of XML names. https://www.w3.org/TR/xml-names/ */
import type { DocumentProblem } from "./json-problem.ts";
import { XML_NAME } from "./xml-characters.ts";

export interface Attribute {
  /** Of the name of the attribute, in characters from the start of the document. */
  readonly offset: number;
  readonly value: string;
}
/** How many open elements declare each prefix. */
export type Prefixes = ReadonlyMap<string, number>;

const XMLNS = "http://www.w3.org/2000/xmlns/";
const XML = "http://www.w3.org/XML/1998/namespace";

/** The prefixes that an element with these attributes declares, or the first invalid declaration. */
export function declaredPrefixes(
  attributes: ReadonlyMap<string, Attribute>,
): { readonly own: readonly string[] } | DocumentProblem {
  const own: string[] = [];
  for (const [name, { offset, value }] of attributes) {
    if (name !== "xmlns" && !name.startsWith("xmlns:")) continue;
    const prefix = name.slice("xmlns:".length);
    const isReserved =
      prefix === "xmlns" || value === XMLNS || (prefix === "xml") !== (value === XML);
    const isNamed = name === "xmlns" || (isLocalName(prefix) && value !== "");
    if (isReserved || !isNamed)
      return { offset, message: `The namespace declaration ${name} is not valid` };
    if (prefix !== "") own.push(prefix);
  }
  return { own };
}

/** The first name with an undeclared prefix or a misplaced colon. */
export function prefixProblem(
  declared: Prefixes,
  names: Iterable<readonly [name: string, at: { readonly offset: number }]>,
): DocumentProblem | undefined {
  for (const [name, { offset }] of names) {
    const colon = name.indexOf(":");
    const prefix = name.slice(0, colon);
    if (colon === -1 || prefix === "xmlns") continue;
    if (prefix === "" || !isLocalName(name.slice(colon + 1))) {
      return { offset, message: `The name ${name} has a colon in the wrong place` };
    }
    if (!declared.has(prefix)) {
      return { offset, message: `The prefix of ${name} is not declared (xmlns:${prefix})` };
    }
  }
  return undefined;
}

/** A name without a colon. */
function isLocalName(text: string): boolean {
  XML_NAME.lastIndex = 0;
  return XML_NAME.test(text) && XML_NAME.lastIndex === text.length && !text.includes(":");
}
