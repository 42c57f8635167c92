/**
 * Finds the first position where a text is not well-formed XML 1.0 with namespaces. A DOCTYPE is rejected,
 * since most receivers reject it, and so are encodings other than UTF-8.
 */
import type { DocumentProblem } from "./json-problem.ts";
import { NOT_XML, XML_NAME } from "./xml-characters.ts";

interface Open {
  readonly name: string;
  /** The prefixes that this element declares. */
  readonly prefixes: readonly string[];
}

const SPACE = /[ \t\r\n]+/y;
const DECLARATION = new RegExp(
  [
    "<\\?xml",
    attribute("version", "1\\.0"),
    `(?:${attribute("encoding", "[uU][tT][fF]-8")})?`,
    `(?:${attribute("standalone", "(?:yes|no)")})?`,
    "[ \\t\\r\\n]*\\?>",
  ].join(""),
  "y",
);
const EQUALS = /[ \t\r\n]*=[ \t\r\n]*/y;
const REFERENCE = /&(?:(?:amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/y;

/** Thrown at the first problem and caught by `xmlProblem`. */
class NotXml extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** `undefined` if the text is well-formed. */
export function xmlProblem(text: string): DocumentProblem | undefined {
  try {
    read(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof NotXml)) throw error;
    return { offset: error.offset, message: error.message };
  }
}

function read(text: string): void {
  const control = text.search(NOT_XML);
  if (control !== -1) throw new NotXml(control, "The character is not allowed in XML");
  let at = 0;
  const open: Open[] = [];
  const declared = new Map([["xml", 1]]);
  const declare = (prefixes: readonly string[], count: 1 | -1) => {
    for (const prefix of prefixes) {
      const left = (declared.get(prefix) ?? 0) + count;
      if (left === 0) declared.delete(prefix);
      else declared.set(prefix, left);
    }
  };
  let hasRoot = false;

  const fail: (message: string, offset?: number) => never = (message, offset = at) => {
    throw new NotXml(offset, message);
  };
  const matched = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return undefined;
    at = pattern.lastIndex;
    return found;
  };
  const name = (what: string): string => matched(XML_NAME)?.[0] ?? fail(`Expected ${what}`);
  const past = (end: string, what: string): string => {
    const found = text.indexOf(end, at);
    if (found === -1) return fail(`${what} is not closed`);
    const inside = text.slice(at, found);
    at = found + end.length;
    return inside;
  };

  if (/^<\?xml[ \t\r\n]/.test(text) && matched(DECLARATION) === undefined) {
    fail('The declaration must be <?xml version="1.0" encoding="UTF-8"?>');
  }
  while (at < text.length) {
    if (text.startsWith("<", at)) markup();
    else characters();
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) fail(`The element ${unclosed.name} is not closed`);
  if (!hasRoot) fail("There is no root element");

  function characters(): void {
    const next = text.indexOf("<", at);
    const end = next === -1 ? text.length : next;
    if (open.length === 0) {
      matched(SPACE);
      if (at < end) fail("There is text outside the root element");
      return;
    }
    const cdataEnd = text.slice(at, end).indexOf("]]>");
    if (cdataEnd !== -1) fail("]]> is not allowed in text", at + cdataEnd);
    references(end);
  }

  function references(end: number): void {
    const start = at;
    for (const { index } of text.slice(at, end).matchAll(/&/g)) {
      const offset = start + index;
      at = offset;
      const [, decimal, hexadecimal] =
        matched(REFERENCE) ?? fail("The & does not start a reference; write &amp;");
      const code =
        decimal === undefined ? Number.parseInt(hexadecimal ?? "20", 16) : Number(decimal);
      if (code > 0x10_ffff || String.fromCodePoint(code).search(NOT_XML) !== -1) {
        fail("The reference is to a character that is not allowed in XML", offset);
      }
    }
    at = end;
  }

  function markup(): void {
    const start = at;
    if (text.startsWith("<!--", at)) {
      at += 4;
      const inside = past("-->", "A comment");
      const hyphens = `${inside}-`.indexOf("--");
      if (hyphens !== -1) fail("-- is not allowed in a comment", start + 4 + hyphens);
    } else if (text.startsWith("<![CDATA[", at)) {
      if (open.length === 0) fail("There is CDATA outside the root element");
      at += 9;
      past("]]>", "CDATA");
    } else if (text.startsWith("<?", at)) {
      at += 2;
      const target = name("a name after <?");
      if (target.toLowerCase() === "xml")
        fail("The declaration is only allowed at the very start", start);
      if (target.includes(":")) fail("The name after <? contains a colon", start);
      if (!text.startsWith("?>", at) && matched(SPACE) === undefined) fail("Expected a space");
      past("?>", "<?…");
    } else if (text.startsWith("<!", at)) {
      fail("A DOCTYPE is not allowed");
    } else if (text.startsWith("</", at)) {
      at += 2;
      const closed = name("the name of an element");
      const last = open.pop();
      if (last === undefined) return fail(`No element is open for </${closed}>`, start);
      if (last.name !== closed)
        fail(`There is </${closed}> where </${last.name}> is expected`, start);
      declare(last.prefixes, -1);
      matched(SPACE);
      if (!text.startsWith(">", at)) fail("Expected >");
      at += 1;
    } else {
      element(start);
    }
  }

  function element(start: number): void {
    at += 1;
    if (open.length === 0 && hasRoot) fail("There is more than one root element", start);
    hasRoot = true;
    const own = name("the name of an element");
    const attributes = new Map<string, Attribute>();
    let isSpaced = matched(SPACE) !== undefined;
    while (!text.startsWith(">", at) && !text.startsWith("/>", at)) {
      if (at >= text.length) fail(`The tag of ${own} is not closed`);
      if (!isSpaced) fail("Expected a space");
      const offset = at;
      const attributeName = name("the name of an attribute, or >");
      if (attributes.has(attributeName))
        fail(`The attribute ${attributeName} appears twice`, offset);
      attributes.set(attributeName, { offset, value: quoted() });
      isSpaced = matched(SPACE) !== undefined;
    }
    const within = findDeclaredPrefixes(attributes);
    if (!("own" in within)) return fail(within.message, within.offset);
    const { own: prefixes } = within;
    declare(prefixes, 1);
    const wrong = prefixProblem(declared, [[own, { offset: start + 1 }], ...attributes]);
    if (wrong !== undefined) fail(wrong.message, wrong.offset);
    const isEmpty = text.startsWith("/>", at);
    at += isEmpty ? 2 : 1;
    if (isEmpty) declare(prefixes, -1);
    else open.push({ name: own, prefixes });
  }

  function quoted(): string {
    if (matched(EQUALS) === undefined) fail("Expected = and a value in quotes");
    const quote = text[at];
    if (quote !== '"' && quote !== "'") return fail("Expected a value in quotes");
    const start = at + 1;
    const end = text.indexOf(quote, start);
    if (end === -1) return fail("A value is not closed");
    const less = text.slice(start, end).indexOf("<");
    if (less !== -1) fail("A < is not allowed in a value; write &lt;", start + less);
    at = start;
    references(end);
    at = end + 1;
    return text.slice(start, end);
  }
}

function attribute(name: string, value: string): string {
  const space = "[ \\t\\r\\n]";
  return `${space}+${name}${space}*=${space}*(?:"${value}"|'${value}')`;
}

interface Attribute {
  /** Of the name of the attribute, in characters from the start of the document. */
  readonly offset: number;
  readonly value: string;
}
/** How many open elements declare each prefix. */
type Prefixes = ReadonlyMap<string, number>;

const XMLNS = "http://www.w3.org/2000/xmlns/";
const XML = "http://www.w3.org/XML/1998/namespace";

/** The prefixes that an element with these attributes declares, or the first invalid declaration. */
function findDeclaredPrefixes(
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
function prefixProblem(
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
