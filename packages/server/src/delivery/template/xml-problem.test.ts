import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuTimeMs } from "../../../../../test/harness/cpu-time.ts";
import { xmlProblem } from "./xml-problem.ts";

describe("XML", () => {
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
    ["", 0, /no root element/],
    ["  text", 2, /outside the root element/],
    ["<a/>text", 4, /outside the root element/],
    ["<a/><b/>", 4, /more than one root element/],
    ["<a>", 3, /a is not closed/],
    ["<a><b></a>", 6, /<\/b> is expected/],
    ["</a>", 0, /No element is open/],
    ["<a></a></a>", 7, /No element is open/],
    ["<a b=c/>", 5, /in quotes/],
    ["<a b/>", 4, /Expected =/],
    ["<a b='1' b='2'/>", 9, /twice/],
    ["<a b='1'c='2'/>", 8, /space/],
    ["<a b='<'/>", 6, /&lt;/],
    ["<a b='1/>", 5, /not closed/],
    ["<a>a & b</a>", 5, /&amp;/],
    ["<a b='&nbsp;'/>", 6, /not start a reference/],
    ["<a>&#0;</a>", 3, /not allowed in XML/],
    ["<a>&#xD800;</a>", 3, /not allowed in XML/],
    ["<a>&#x110000;</a>", 3, /not allowed in XML/],
    ["<a>&#xFFFE;</a>", 3, /not allowed in XML/],
    ["<a>\u0001</a>", 3, /not allowed in XML/],
    ["<a>\uD800</a>", 3, /not allowed in XML/],
    ["<a>]]></a>", 3, /\]\]>/],
    ["<a><![CDATA[x</a>", 12, /CDATA is not closed/],
    ["<![CDATA[x]]><a/>", 0, /CDATA outside/],
    ["<a><!-- a -- b --></a>", 10, /-- is not allowed/],
    ["<a><!-- a ---></a>", 10, /-- is not allowed/],
    ["<a><!-- a", 7, /comment is not closed/],
    ["<!DOCTYPE a><a/>", 0, /DOCTYPE/],
    ["<a><?xml version='1.0'?></a>", 3, /very start/],
    [" <?xml version='1.0'?><a/>", 1, /very start/],
    ["<?xml version='1.1'?><a/>", 0, /declaration/],
    ["<?xml version='1.0' encoding='ISO-8859-1'?><a/>", 0, /declaration/],
    ["<?xml?><a/>", 0, /very start/],
    ["<1a/>", 1, /name of an element/],
    ["< a/>", 1, /name of an element/],
    ["<a", 2, /not closed/],
    ["<s:a/>", 1, /prefix of s:a is not declared/],
    ["<a s:b=''/>", 3, /prefix of s:b/],
    ["<a xmlns:s='urn:s'><s:b/></a><s:c/>", 29, /more than one root element/],
    ["<a><b xmlns:s='urn:s'/><s:c/></a>", 24, /prefix/],
    ["<a xmlns:s=''/>", 3, /declaration xmlns:s is not valid/],
    ["<a:b:c xmlns:a='urn:a'/>", 1, /colon/],
    ["<:a/>", 1, /colon/],
  ])("is not well-formed: %s", (text, offset, words) => {
    expect(xmlProblem(text)).toMatchObject({ offset });
    expect(xmlProblem(text)?.message).toMatch(words);
  });

  it("is checked in one pass", () => {
    const before = cpuTimeMs();

    expect(xmlProblem(`<a>${"<b c='d'/>x".repeat(90_000)}</a>`)).toBeUndefined();
    expect(xmlProblem(`<a>${"&amp;<!-- -->".repeat(80_000)}</a>`)).toBeUndefined();
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
});
