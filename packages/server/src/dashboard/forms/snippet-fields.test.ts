import type { FieldRule } from "../../domain/fields/field-rule.ts";
import { htmlSnippet, fieldLines } from "@intray/sdk/snippet";

it.each<readonly [FieldRule, readonly string[]]>([
  [
    { name: 'a"b', type: "text", label: "<i>&", required: true, pattern: '"<' },
    [
      '<label>&lt;i&gt;&amp; <input type="text" name="a&quot;b" required pattern="&quot;&lt;"></label>',
    ],
  ],
  [
    { name: "m", type: "textarea", max: 9 },
    ['<label>M <textarea name="m" maxlength="9"></textarea></label>'],
  ],
  [
    { name: "first_size", type: "select", options: ["S", "M&L"], required: true },
    [
      '<label>First size <select name="first_size" required>',
      '  <option value=""></option>',
      "  <option>S</option>",
      "  <option>M&amp;L</option>",
      "</select></label>",
    ],
  ],
  [
    { name: "s", type: "checkbox", options: ["S"] },
    [
      "<fieldset><legend>S</legend>",
      '  <label><input type="checkbox" name="s" value="S"> S</label>',
      "</fieldset>",
    ],
  ],
  [
    { name: "ok", type: "checkbox", label: "Agreed" },
    ['<label><input type="checkbox" name="ok" value="yes"> Agreed</label>'],
  ],
  [{ name: "h", type: "hidden" }, ['<input type="hidden" name="h" value="">']],
])("writes %o as HTML", (rule, lines) => {
  expect(fieldLines(rule)).toEqual(lines);
});

const ORIGIN = "https://forms.example";
const form = {
  uuid: "0123456789ab",
  honeypot_field: "_gotcha",
  captcha: null,
  fields: [
    { name: "size {{x}}", type: "select", label: "Size {cm}", options: ["S", "{M}"] },
    { name: "cv", type: "file", required: true, accept: ".pdf" },
  ] satisfies FieldRule[],
};

it("the snippet of a form has its fields and its captcha in HTML", () => {
  const captcha = { provider: "altcha", site_key: null, secret: null } as const;

  expect(htmlSnippet({ ...form, captcha }, ORIGIN)).toBe(
    `<form action="https://forms.example/f/0123456789ab" method="post" enctype="multipart/form-data">
  <label>Size {cm} <select name="size {{x}}">
    <option value=""></option>
    <option>S</option>
    <option>{M}</option>
  </select></label>
  <label>Cv <input type="file" name="cv" required accept=".pdf"></label>
  <input type="text" name="_gotcha" hidden tabindex="-1" autocomplete="off">
  <div data-intray-captcha="altcha" data-challenge="https://forms.example/f/0123456789ab/challenge"></div>
  <script src="https://forms.example/captcha.js" defer></script>
  <button>Send</button>
</form>`,
  );
});
