import type { PayloadSource } from "../../domain/delivery/payload-source.ts";
import { EMPTY_SUBMISSION, FULL_SUBMISSION } from "../../../test/payload-sources.ts";
import { renderText, withField } from "../../../test/rendered.ts";

const json = (source: string, of?: PayloadSource) => renderText("application/json", source, of);

describe("JSON", () => {
  it("is valid for every way to write JSONstringify", () => {
    const source =
      '{"a": {{JSONstringify form_name}}, "b": "{{JSONstringify form_name}}", "c": "Dear {{JSONstringify form_name}}!", "d": {{{JSONstringify form_name}}} }';

    expect(json(source)).toBe(
      String.raw`{"a": "Contact \"A\" & B", "b": "Contact \"A\" & B", "c": "Dear Contact \"A\" & B!", "d": "Contact \"A\" & B" }`,
    );
  });

  it("contains numbers, null, lists and objects through JSONstringify", () => {
    const source =
      '[{{JSONstringify submission_id}},{{JSONstringify source_url}},{{JSONstringify (field "tags")}},{{JSONstringify (field "nobody")}},{{JSONstringify lead_agent}},{{JSONstringify attachment}},{{JSONstringify source_query}}]';

    expect(json(source)).toBe(
      String.raw`[7,"https://example.org/contact?a=1&b=%22#top",["a","b & c"],null,{"score":82,"score_reasoning":"Says \"now\"","score_location_info":null},[{"name":"cv.pdf","public_url":"https://i.test/p/x?a=1&b=2","file_size":1234},{"name":"<b>.png","public_url":"https://i.test/p/y","file_size":0}],[{"name":"a","value":"1"},{"name":"b","value":"\""}]]`,
    );
    expect(json(source, EMPTY_SUBMISSION)).toBe("[1,null,null,null,null,[],[]]");
  });

  it("contains text for a tag between quotes", () => {
    const source =
      '["{{JSONstringify submission_id}}","{{JSONstringify source_url}}","{{JSONstringify (field "tags")}}","{{JSONstringify lead_agent}}"]';

    expect(json(source, EMPTY_SUBMISSION)).toBe('["1","","",""]');
    expect(JSON.parse(json(source))).toEqual([
      "7",
      FULL_SUBMISSION.source_url,
      "a, b & c",
      '{"score":82,"score_reasoning":"Says \\"now\\"","score_location_info":null}',
    ]);
  });

  it("can contain every field under its name, with commas through @last", () => {
    const source =
      '{ {{#each form_params}}"{{this.name}}": {{JSONstringify this.value}}{{#unless @last}}, {{/unless}}{{/each}} }';

    expect(json(source)).toBe(
      String.raw`{ "name": "Ada \"L\" <b> & \\ co", "email": "ada@example.org", "tags": ["a","b & c"], "ort": "Zürich 東京 👩‍💻", "message": "one\r\ntwo = 2\n\tthree", "id": "mine", "data": "x]]>y", "attachments": "none", "__proto__": "plain", "empty": "" }`,
    );
    expect(json(source, EMPTY_SUBMISSION)).toBe("{  }");
  });

  it("escapes {{x}} as the content of a string, but not {{{x}}}", () => {
    const source = '{"a":"{{field "x"}}"}';

    expect(json(source, withField('"\\\n\u2028é'))).toBe('{"a":"\\"\\\\\\n\u2028é"}');
    expect(json('{"a":"{{{field "x"}}}","b":{{{field "x"}}} }', withField("1"))).toBe(
      '{"a":"1","b":1 }',
    );
    expect(json('{"a":{{submission_id}} }')).toBe('{"a":7 }');
  });

  it("detects the quotes of the template across blocks", () => {
    const source =
      '{"a":"{{#if source_url}}from {{JSONstringify source_host}}{{else}}\\"{{JSONstringify form_name}}\\"{{/if}}","b":{{#if attachment}}"{{JSONstringify form_name}}"{{else}}{{JSONstringify form_name}}{{/if}},"c":{{JSONstringify form_name}} }';

    expect(json(source)).toBe(
      String.raw`{"a":"from example.org","b":"Contact \"A\" & B","c":"Contact \"A\" & B" }`,
    );
    expect(json(source, EMPTY_SUBMISSION)).toBe(
      String.raw`{"a":"\"Contact\"","b":"Contact","c":"Contact" }`,
    );
  });

  it("can contain a value of 100 KB", () => {
    const long = 'é"'.repeat(35_000);

    expect(json('{"a":{{JSONstringify (field "x")}} }', withField(long))).toBe(
      `{"a":"${'é\\"'.repeat(35_000)}" }`,
    );
  });
});

it("GraphQL is escaped like JSON, also in JSON that contains a query", () => {
  const query = `mutation { # it's "so"
  add(name: "{{field "name"}}", form: {{JSONstringify form_name}}, tags: {{JSONstringify (field "tags")}}, note: """a "quoted" note""") { id }
}`;

  expect(renderText("application/graphql", query)).toBe(`mutation { # it's "so"
  add(name: "Ada \\"L\\" <b> & \\\\ co", form: "Contact \\"A\\" & B", tags: ["a","b & c"], note: """a "quoted" note""") { id }
}`);
  expect(
    renderText(
      "application/graphql",
      '{"query":"{a}","variables":{"a":"","b":"{{JSONstringify form_name}}"}}',
    ),
  ).toBe(String.raw`{"query":"{a}","variables":{"a":"","b":"Contact \"A\" & B"}}`);
});
