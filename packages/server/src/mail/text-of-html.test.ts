import fc from "fast-check";
import { textOfHtml } from "./text-of-html.ts";

it("has blocks as lines, and leaves out what is hidden", () => {
  const html = `<!doctype html><html><head><title>T</title><style>p { color: red }</style></head>
      <body><!-- note > --><h1>Hello   Ada</h1><p>one<br>two</p>
      <script>if (a < b) alert("<p>")</script>
      <table><tr><td>Name</td><td>Ada</td></tr><tr><td>Age</td><td>36</td></tr></table>
      <ul><li>a</li><li>b</li></ul><img alt="Logo" src="x"></body></html>`;

  expect(textOfHtml(html)).toBe("Hello Ada\n\none\ntwo\n\nName Ada\n\nAge 36\n\na\n\nb\n\nLogo\n");
});

it.each([
  ['<a href="https://a.example/?a=1&amp;b=2">Open</a>', "Open (https://a.example/?a=1&b=2)"],
  ["<a href=https://a.example/>https://a.example/</a>", "https://a.example/"],
  ["<a href='mailto:a@b.example'>a@b.example</a>", "a@b.example"],
  ['<a title="a > b" href="#">Top</a>', "Top"],
  ["&lt;b&gt; &amp;amp; &#x1F600;&#128512; &nope; &euro;1 &#0;", "<b> &amp; 😀😀 &nope; €1 \uFFFD"],
  ["1 < 2", "1 < 2"],
  ["<!-- open", ""],
  ["<p", ""],
  ['a<p title="never closed>b</p>', "a"],
  ["<style>never closed<p>b</p>", ""],
])("of %s", (html, text) => {
  expect(textOfHtml(html)).toBe(`${text}\n`);
});

it("ends in a line break, for any input", () => {
  const piece = fc.constantFrom(
    "<",
    "<p ",
    "<!--",
    "<a href='",
    '"',
    "</a>",
    "&#x",
    ">",
    "<style>",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 50 }), (pieces) => {
      expect(textOfHtml(pieces.join(""))).toMatch(/\n$/);
    }),
  );
});

// In quadratic time each of them would take minutes.
it.each(["<a ", "<!--", '<a "', "<p>", "& ", "<style>", "<!", "<a href", "</style", " ", "<a>"])(
  "takes linear time for 300,000 times %s",
  (repeated) => {
    expect(textOfHtml(repeated.repeat(300_000))).toMatch(/\n$/);
  },
);
