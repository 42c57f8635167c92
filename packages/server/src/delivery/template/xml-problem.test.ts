import fc from "fast-check";
import { cpuTimeMs } from "../../../../../test/harness/cpu-time.ts";
import { xmlProblem } from "./xml-problem.ts";

const DECLARATION = 'The declaration must be <?xml version="1.0" encoding="UTF-8"?>';

it.each([
  "<a/>",
  "<a></a >",
  '<?xml version="1.0" encoding="utf-8" standalone=\'yes\' ?>\n<!-- a - b --><?x y?>\n<a b = "c>d" c=\'"\'>]] &amp;&#233;&#x1F600;\n<b/><![CDATA[<&]] >]]></a>\n<!-- --> ',
  "<größe ñ_1.2-3='&lt;&quot;&apos;&gt;'/>",
  '<s:Envelope xmlns:s="urn:s" xmlns="urn:d"><s:Body a:b="" xmlns:a="urn:a" xml:lang="de"/></s:Envelope>',
  "<a>\u{10FFFF}\uFFFD\t</a>",
  '<a>{"b":1}</a>',
])("is well-formed: %s", (text) => {
  expect(xmlProblem(text)).toBeUndefined();
});

it.each([
  ["", 0, "Document must contain a root element"],
  ["<a/>text", 8, "Text data outside of root node"],
  ["<a/><b/>", 7, "Documents may contain only one root"],
  ["<a>", 3, "Unclosed tag: a"],
  ["<a><b></a>", 10, "Unexpected close tag"],
  ["<a b=c/>", 6, "Unquoted attribute value"],
  ["<a b='1' b='2'/>", 16, "Duplicate attribute: b"],
  ["<a>a & b</a>", 5, "The & does not start a reference; write &amp;"],
  ["<a b='&nbsp;'/>", 6, "The & does not start a reference; write &amp;"],
  ["<a>&#xFFFE;</a>", 11, "Malformed character entity"],
  ["<a>\u0001</a>", 3, "The character is not allowed in XML"],
  ["<a>\uD800</a>", 3, "The character is not allowed in XML"],
  ["<a><!-- a -- b --></a>", 13, "Malformed comment"],
  ["<!DOCTYPE a><a/>", 12, "A DOCTYPE is not allowed"],
  [" <?xml version='1.0'?><a/>", 7, "An XML declaration must be at the start of the document"],
  ["<?xml version='1.1'?><a/>", 21, DECLARATION],
  ["<?xml version='1.0' encoding='ISO-8859-1'?><a/>", 43, DECLARATION],
  ["<s:a/>", 6, 'Unbound namespace prefix: "s"'],
  ["<a:b:c xmlns:a='urn:a'/>", 24, "Malformed name: a:b:c"],
])("is not well-formed: %s", (text, offset, message) => {
  expect(xmlProblem(text)).toEqual({ offset, message });
});

it("is checked in one pass", () => {
  const before = cpuTimeMs();

  expect(xmlProblem(`<a>${"<b c='d'/>x".repeat(90_000)}</a>`)).toBeUndefined();
  expect(xmlProblem(`<a>${"&amp;<!-- -->".repeat(80_000)}</a>`)).toBeUndefined();
  expect(xmlProblem("<a:b xmlns:a='u'>".repeat(90_000))?.message).toMatch(/100 deep/);
  expect(cpuTimeMs() - before).toBeLessThan(3_000);
});

it("is checked to an end for random text", () => {
  const part = fc.constantFrom(
    ..."<>/=\"'&;?!-[]: aé#x0".split(""),
    "<a>",
    "</a>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?xml ",
    "xmlns:a='b'",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join("");
      const { offset } = xmlProblem(text) ?? { offset: 0 };

      expect(offset).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 3_000 },
  );
});
