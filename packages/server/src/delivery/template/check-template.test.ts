import { checkTemplate } from "./check-template.ts";

it.each([
  ["application/json", "{}"],
  [
    "application/json",
    `{
  "form": {{JSONstringify form_name}},
  "title": "New: {{form_name}} ({{submission_id}})",
  "score": {{JSONstringify lead_agent.score}},
  "email": "{{JSONstringify (field "email")}}",
  "fields": {
    {{#each form_params}}
    "{{this.name}}": {{JSONstringify this.value}}{{#unless @last}},{{/unless}}
    {{/each}}
  },
  "files": [{{#each attachment}}{"name": "{{this.name}}", "url": "{{this.public_url}}", "size": {{this.file_size}} }{{#unless @last}},{{/unless}}{{/each}}]
}`,
  ],
  ["application/json", '{"a":{{#if (field "meta")}}{{{field "meta"}}}{{else}}null{{/if}} }'],
  ["application/json", "{{JSONstringify form_params}}"],
  [
    "application/xml",
    `<?xml version="1.0" encoding="UTF-8"?>
<lead form="{{form_name}}" score='{{lead_agent.score}}'>
  {{#each form_params}}
  <{{this.name}}>{{this.value}}</{{this.name}}>
  <![CDATA[{{this.value}}]]>
  {{/each}}
  {{{field "xml"}}}
</lead>`,
  ],
  ["application/x-www-form-urlencoded", "a={{form_name}}"],
  ["multipart/form-data", "{{#each form_params}}{{this.name}}={{this.value}}\n{{/each}}"],
  ["text/plain", "{{{form_name}}} }{"],
  ["application/graphql", '{a(b:"{{form_name}}")}'],
] as const)("a template can be saved as %s: %s", (contentType, source) => {
  expect(checkTemplate(source, contentType)).toBeUndefined();
});

describe("a template is rejected", () => {
  it.each([
    ["application/json", "{{nothing}}", 1, 3, /no tag nothing/],
    ["application/json", '{\n  "a": 1,\n  b: 2\n}', 3, 3, /name in quotes/],
    ["application/json", '{"a":{{form_name}} }', 1, 6, /between quotes, or with JSONstringify/],
    ["application/json", '{"a":"{{{form_name}}}"}', 1, 7, /two braces/],
    ["application/json", '{"a":"{{{field "x"}}}"}', 1, 7, /two braces/],
    ["application/json", '{\n"a": {{lead_agent.score}}\n}', 2, 6, /empty form.*writes null/],
    ["application/json", '{"a":{{{field "meta"}}} }', 1, 6, /writes null/],
    [
      "application/json",
      '[{{#each attachment}}\n"{{this.name}}",\n{{/each}}]',
      3,
      10,
      /all values.*Expected a value/,
    ],
    [
      "application/json",
      '[{{#each attachment}}"{{this.name}}"{{#unless @last}},{{/unless}}{{/each}}, 1]',
      1,
      75,
      /without files.*Expected a value/,
    ],
    ["application/xml", "<a>\n  <b>{{form_name}}</c>\n</a>", 2, 23, /Unexpected close tag/],
    ["application/xml", "<a>{{{form_name}}}</a>", 1, 4, /two braces/],
    [
      "application/xml",
      "{{#if attachment}}<a/>{{/if}}",
      1,
      1,
      /without files.*must contain a root element/,
    ],
    ["multipart/form-data", "a=1\n  b: 2\n", 2, 3, /no =/],
    ["multipart/form-data", 'a={{{field "x"}}}', 1, 3, /two braces/],
    [
      "text/plain",
      `${"{{#each form_params}}".repeat(6)}${"{{/each}}".repeat(6)}`,
      1,
      106,
      /all values: The loops/,
    ],
  ] as const)("as %s: %j", (contentType, source, line, column, words) => {
    const problem = checkTemplate(source, contentType);

    expect(problem).toMatchObject({ line, column });
    expect(problem?.message).toMatch(words);
  });
});
