import type { PayloadSource } from "../../domain/delivery/payload-source.ts";
import { EMPTY_SUBMISSION } from "../../../test/payload-sources.ts";
import { renderText, withField } from "../../../test/rendered.ts";

const plain = (source: string, of?: PayloadSource) => renderText("text/plain", source, of);

describe("a tag", () => {
  it.each([
    ["{{form_name}}", 'Contact "A" & B', "Contact"],
    ["{{submission_id}}", "7", "1"],
    ["{{created_at}}", "2026-01-02T03:04:05.006Z", "1970-01-01T00:00:00.000Z"],
    ["{{source_url}}", "https://example.org/contact?a=1&b=%22#top", ""],
    ["{{source_host}}", "example.org", ""],
    ["{{source_path}}", "/contact", ""],
    ["{{source_fragment}}", "top", ""],
    ["{{spam_score}}", "0.75", "0"],
    ["{{#if possible_spam}}[{{possible_spam}}] {{/if}}", "[Possible spam] ", ""],
    ["{{lead_agent.score}}", "82", ""],
    ["{{lead_agent.score_reasoning}}", 'Says "now"', ""],
    ["{{lead_agent.score_location_info}}", "", ""],
    ['{{field "email"}}', "ada@example.org", ""],
    ['{{field "__proto__"}}', "plain", ""],
    ['{{field "constructor"}}', "", ""],
    ['{{field "tags"}}', "a, b & c", ""],
    [
      "{{this.form_name}}|{{./form_name}}|{{[form_name]}}",
      'Contact "A" & B|Contact "A" & B|Contact "A" & B',
      "Contact|Contact|Contact",
    ],
    ["{{#if form_params}}yes{{else}}no{{/if}}", "yes", "no"],
    ["{{#unless attachment}}no{{else}}yes{{/unless}}", "yes", "no"],
    ["{{#if lead_agent}}yes{{/if}}", "yes", ""],
    ['{{#if (field "empty")}}yes{{else if (field "email")}}mail{{else}}no{{/if}}', "mail", "no"],
    ["{{^if source_url}}no{{/if}}", "", "no"],
    ["{{^if source_url}}no{{else}}yes{{/if}}", "yes", "no"],
    ["{{#each attachment}}x{{else}}no{{form_name}}{{/each}}", "xx", "noContact"],
  ])("%s gives what the submission has", (source, full, empty) => {
    expect(plain(source)).toBe(full);
    expect(plain(source, EMPTY_SUBMISSION)).toBe(empty);
  });

  it("in a loop reads the fields, the query and the files in their order", () => {
    expect(plain("{{#each form_params}}{{this.name}}={{this.value}};{{/each}}")).toBe(
      'name=Ada "L" <b> & \\ co;email=ada@example.org;tags=a, b & c;ort=Zürich 東京 👩‍💻;message=one\r\ntwo = 2\n\tthree;id=mine;data=x]]>y;attachments=none;__proto__=plain;empty=;',
    );
    expect(plain("{{#each source_query}}{{name}}={{value}};{{/each}}")).toBe('a=1;b=";');
    expect(
      plain("{{#each attachment}}{{this.name}} {{public_url}} {{this.file_size}};{{/each}}"),
    ).toBe("cv.pdf https://i.test/p/x?a=1&b=2 1234;<b>.png https://i.test/p/y 0;");
  });

  it("in a loop can read the index, first and last, and the tags of the form", () => {
    expect(
      plain(
        "{{#each source_query}}{{@index}}{{#if @first}}<{{/if}}{{#if @last}}>{{/if}}{{name}} of {{source_host}}{{#unless @last}},{{/unless}}{{/each}}",
      ),
    ).toBe("0<a of example.org,1>b of example.org");
  });

  it("can read names of the surrounding loops", () => {
    const source =
      "{{#each form_params}}{{#each value}}{{#each source_query}}{{this.name}}{{value}}{{/each}}{{name}}={{this}}&{{/each}}{{/each}}";
    const fields = [
      ["x", ["1", "2"]],
      ["y", "3"],
    ] as const;

    expect(plain(source, { ...EMPTY_SUBMISSION, fields })).toBe("x=1&x=2&y=3&");
    expect(plain(source, { ...EMPTY_SUBMISSION, fields, source_query: [["q", "v"]] })).toBe(
      "qvx=1&qvx=2&qvy=3&",
    );
  });

  it("in a loop reads one or several values of a field", () => {
    const source = '{{#each (field "x")}}[{{this}}]{{else}}none{{/each}}';

    expect(plain(source, withField(["a", "b"]))).toBe("[a][b]");
    expect(plain(source, withField("a"))).toBe("[a]");
    expect(plain(source, withField(""))).toBe("none");
    expect(plain(source, EMPTY_SUBMISSION)).toBe("none");
  });

  it("leaves no empty line for a block or a comment on a separate line", () => {
    expect(
      plain("a\n  {{#if form_name}}\n  b\n  {{/if}}\n{{!-- {{x}} --}}\nc {{~form_name~}} \n"),
    ).toBe('a\n  b\ncContact "A" & B');
    expect(plain("\\{{form_name}} {{{{if form_name}}}}{{x}}{{{{/if}}}}")).toBe(
      "{{form_name}} {{x}}",
    );
  });
});
