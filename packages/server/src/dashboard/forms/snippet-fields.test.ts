import { expect, it } from "vitest";
import type { FieldRule } from "../../domain/fields/field-rule.ts";
import { fieldLines } from "./snippet-fields.ts";

it.each<readonly [FieldRule, readonly string[]]>([
  [
    { name: 'a"b', type: "text", label: "<i>&", required: true, pattern: '"<' },
    [
      '<label>&lt;i&gt;&amp; <input type="text" name="a&quot;b" required pattern="&quot;&lt;"></label>',
    ],
  ],
  [
    { name: "m", type: "textarea", max: 9 },
    ['<label>m <textarea name="m" maxlength="9"></textarea></label>'],
  ],
  [
    { name: "s", type: "select", options: ["S", "M&L"], required: true },
    [
      '<label>s <select name="s" required>',
      '  <option value=""></option>',
      "  <option>S</option>",
      "  <option>M&amp;L</option>",
      "</select></label>",
    ],
  ],
  [
    { name: "s", type: "checkbox", options: ["S"] },
    [
      "<fieldset><legend>s</legend>",
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
