import fc from "fast-check";
import { EMPTY_SUBMISSION } from "../../../test/payload-sources.ts";
import { renderText, withField } from "../../../test/rendered.ts";
import { checkTemplate } from "./check-template.ts";

const html = (template: string, value: string) =>
  renderText("text/html", template, withField(value));

const X = '{{field "x"}}';

it.each([
  ["text", `<p>${X}</p>`, `<b>&"'\``, "<p>&lt;b&gt;&amp;&quot;&#39;&#96;</p>"],
  ["lines of text", `<p>${X}</p>`, "one\r\ntwo\nthree", "<p>one<br>two<br>three</p>"],
  ["an attribute", `<p title="${X}">`, '" onclick="', '<p title="&quot; onclick=&quot;">'],
  ["single quotes", `<p title='${X}'>`, "' b=\n'", "<p title='&#39; b=\n&#39;'>"],
  ["control characters", X, "a\u0000\u001b\u009f\ud800", "a\ufffd\ufffd\ufffd\ufffd"],
  ["a link", `<a href="${X}">`, "https://a.example/?x&y", '<a href="https://a.example/?x&amp;y">'],
  ["a mail link", `<a href = '${X}'>`, "mailto:ada@a.example", "<a href = 'mailto:ada@a.example'>"],
  ["a dangerous link", `<a href="${X}">`, "javascript:alert(1)", '<a href="#">'],
  ["a disguised link", `<a HREF=" ${X}">`, "\tjava\nscript:alert(1)", '<a HREF=" #">'],
  ["a data link", `<img alt="" src='${X}'>`, "data:text/html,x", "<img alt=\"\" src='#'>"],
  ["a link in two parts", `<a href="${X}${X}">`, "javascript:", '<a href="#javascript:">'],
  ["the end of a link", `<a href="http://a/${X}">`, 'x"y', '<a href="http://a/x&quot;y">'],
  ["text after a comment", `<!-- " --><!--> ${X}`, "<i>", '<!-- " --><!--> &lt;i&gt;'],
  ["JSON", `{{JSONstringify (field "x")}}`, "</b>", "&quot;&lt;/b&gt;&quot;"],
])("is escaped as %s", (_, template, value, expected) => {
  expect(html(template, value)).toBe(expected);
});

it.each([
  ["raw", '<p>\n{{{field "x"}}}', 2, 1, /two braces/],
  ["raw by an ampersand", '{{&field "x"}}', 1, 1, /two braces/],
  ["a script", `<script>let a = "${X}"</script>`, 1, 18, /<script>/],
  ["a script's end in another letter case", `<SCRIPT></sc${X}`, 1, 13, /<script>/],
  ["a style", `<style>\n${X}</style>`, 2, 1, /<style>/],
  ["a style attribute", `<p style="color:${X}">`, 1, 17, /style/],
  ["an event", `<p onclick='f("${X}")'>`, 1, 16, /event/],
  ["a document", `<iframe srcdoc="${X}">`, 1, 17, /srcdoc/],
  ["no quotes", `<a href=${X}>`, 1, 9, /quotes/],
  ["quotes that the pattern did not see", `<a href={{! c }}"${X}">`, 1, 18, /style, srcdoc/],
  ["the name of an attribute", `<p ${X}>`, 1, 4, /outside of quotes/],
  ["the name of an element", `<h${X}>`, 1, 3, /name of an element/],
  ["a comment", `<!-- ${X} -->`, 1, 6, /comment/],
  ["a declaration", `<!doctype ${X}>`, 1, 11, /<!/],
  ["an open quote", `<p title="{{#if form_name}}">{{/if}}`, 1, 11, /close what it opens/],
])("is refused as %s, with the position", (_, template, line, column, message) => {
  expect(checkTemplate(template, "text/html")).toMatchObject({ line, column, message: message });
});

it("never ends an element, an attribute or a comment, for any value", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 6 }),
    fc.constantFrom("<", ">", '"', "'", "`", "-->", "</script>", "javascript:", "&", "\n", "="),
  );
  const hostile = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(""));
  const template = `<p title="${X}">${X}</p><a href='${X}'>`;

  fc.assert(
    fc.property(hostile, (value) => {
      const text = html(template, value);

      expect(text.replaceAll("<br>", "").match(/[<>]/g)?.join("")).toBe("<><><>");
      expect(text.match(/"/g)?.length).toBe(2);
      expect(text.match(/'/g)?.length).toBe(2);
      expect(text).toMatch(/<a href='(?:#|https?:|mailto:|tel:)[^']*'>$/i);
    }),
  );
});

it("may be missing", () => {
  expect(renderText("text/html", `<p>${X}</p>`, EMPTY_SUBMISSION)).toBe("<p></p>");
});
