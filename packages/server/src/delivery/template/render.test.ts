import { describe, expect, it } from "vitest";
import type { PayloadSource } from "../../domain/delivery.ts";
import { compileTemplate } from "./compile.ts";
import type { TemplateContentType } from "./content-types.ts";
import { BARE, WHOLE } from "./fixture.ts";
import { renderTemplate } from "./render.ts";

function body(contentType: TemplateContentType, source: string, of: PayloadSource = WHOLE) {
  const compiled = compileTemplate(source, contentType);
  if (compiled.kind === "problem") throw new Error(JSON.stringify(compiled.problem));
  return renderTemplate(compiled.template, of);
}
const text = (...given: Parameters<typeof body>) => body(...given).text;
const plain = (source: string, of?: PayloadSource) => text("text/plain", source, of);
const json = (source: string, of?: PayloadSource) => text("application/json", source, of);
const xml = (source: string, of?: PayloadSource) => text("application/xml", source, of);

const withField = (value: string | readonly string[], name = "x"): PayloadSource => ({
  ...BARE,
  fields: [[name, value]],
});

describe("a tag", () => {
  it.each([
    ["{{form_name}}", 'Contact "A" & B', "Contact"],
    ["{{submission_id}}", "7", "1"],
    ["{{created_at}}", "2026-01-02T03:04:05.006Z", "1970-01-01T00:00:00.000Z"],
    ["{{source_url}}", "https://example.org/contact?a=1&b=%22#top", ""],
    ["{{source_host}}", "example.org", ""],
    ["{{source_path}}", "/contact", ""],
    ["{{source_fragment}}", "top", ""],
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
  ])("%s holds what the submission has", (source, whole, bare) => {
    expect(plain(source)).toBe(whole);
    expect(plain(source, BARE)).toBe(bare);
  });

  it("goes through the fields, the query and the files in their order", () => {
    expect(plain("{{#each form_params}}{{this.name}}={{this.value}};{{/each}}")).toBe(
      'name=Ada "L" <b> & \\ co;email=ada@example.org;tags=a, b & c;ort=Zürich 東京 👩‍💻;message=one\r\ntwo = 2\n\tthree;id=mine;data=x]]>y;attachments=none;__proto__=plain;empty=;',
    );
    expect(plain("{{#each source_query}}{{name}}={{value}};{{/each}}")).toBe('a=1;b=";');
    expect(
      plain("{{#each attachment}}{{this.name}} {{public_url}} {{this.file_size}};{{/each}}"),
    ).toBe("cv.pdf https://i.test/p/x?a=1&b=2 1234;<b>.png https://i.test/p/y 0;");
  });

  it("knows its place in a loop, and the form's own tags there", () => {
    expect(
      plain(
        "{{#each source_query}}{{@index}}{{#if @first}}<{{/if}}{{#if @last}}>{{/if}}{{name}} of {{source_host}}{{#unless @last}},{{/unless}}{{/each}}",
      ),
    ).toBe("0<a of example.org,1>b of example.org");
  });

  it("knows a name of the loops around it", () => {
    const source =
      "{{#each form_params}}{{#each value}}{{#each source_query}}{{this.name}}{{value}}{{/each}}{{name}}={{this}}&{{/each}}{{/each}}";
    const fields = [
      ["x", ["1", "2"]],
      ["y", "3"],
    ] as const;

    expect(plain(source, { ...BARE, fields })).toBe("x=1&x=2&y=3&");
    expect(plain(source, { ...BARE, fields, sourceQuery: [["q", "v"]] })).toBe(
      "qvx=1&qvx=2&qvy=3&",
    );
  });

  it("goes through the values of one field, be there one or several", () => {
    const source = '{{#each (field "x")}}[{{this}}]{{else}}none{{/each}}';

    expect(plain(source, withField(["a", "b"]))).toBe("[a][b]");
    expect(plain(source, withField("a"))).toBe("[a]");
    expect(plain(source, withField(""))).toBe("none");
    expect(plain(source, BARE)).toBe("none");
  });

  it.each([
    ["{{#if form_params}}yes{{else}}no{{/if}}", "yes", "no"],
    ["{{#unless attachment}}no{{else}}yes{{/unless}}", "yes", "no"],
    ["{{#if lead_agent}}yes{{/if}}", "yes", ""],
    ['{{#if (field "empty")}}yes{{else if (field "email")}}mail{{else}}no{{/if}}', "mail", "no"],
    ["{{^if source_url}}no{{/if}}", "", "no"],
    ["{{^if source_url}}no{{else}}yes{{/if}}", "yes", "no"],
    ["{{#each attachment}}x{{else}}no{{form_name}}{{/each}}", "xx", "noContact"],
  ])("in %s decides what is written", (source, whole, bare) => {
    expect(plain(source)).toBe(whole);
    expect(plain(source, BARE)).toBe(bare);
  });

  it("leaves no line behind where a block or a comment had its own", () => {
    expect(
      plain("a\n  {{#if form_name}}\n  b\n  {{/if}}\n{{!-- {{x}} --}}\nc {{~form_name~}} \n"),
    ).toBe('a\n  b\ncContact "A" & B');
    expect(plain("\\{{form_name}} {{{{if form_name}}}}{{x}}{{{{/if}}}}")).toBe(
      "{{form_name}} {{x}}",
    );
  });
});

describe("JSON", () => {
  it("is whole however JSONstringify is written", () => {
    const source =
      '{"a": {{JSONstringify form_name}}, "b": "{{JSONstringify form_name}}", "c": "Dear {{JSONstringify form_name}}!", "d": {{{JSONstringify form_name}}} }';

    expect(json(source)).toBe(
      String.raw`{"a": "Contact \"A\" & B", "b": "Contact \"A\" & B", "c": "Dear Contact \"A\" & B!", "d": "Contact \"A\" & B" }`,
    );
  });

  it("gives numbers, null, lists and objects by JSONstringify", () => {
    const source =
      '[{{JSONstringify submission_id}},{{JSONstringify source_url}},{{JSONstringify (field "tags")}},{{JSONstringify (field "nobody")}},{{JSONstringify lead_agent}},{{JSONstringify attachment}},{{JSONstringify source_query}}]';

    expect(json(source)).toBe(
      String.raw`[7,"https://example.org/contact?a=1&b=%22#top",["a","b & c"],null,{"score":82,"score_reasoning":"Says \"now\"","score_location_info":null},[{"name":"cv.pdf","public_url":"https://i.test/p/x?a=1&b=2","file_size":1234},{"name":"<b>.png","public_url":"https://i.test/p/y","file_size":0}],[{"name":"a","value":"1"},{"name":"b","value":"\""}]]`,
    );
    expect(json(source, BARE)).toBe("[1,null,null,null,null,[],[]]");
  });

  it("stays a text where the tag stands between quotes", () => {
    const source =
      '["{{JSONstringify submission_id}}","{{JSONstringify source_url}}","{{JSONstringify (field "tags")}}","{{JSONstringify lead_agent}}"]';

    expect(json(source, BARE)).toBe('["1","","",""]');
    expect(JSON.parse(json(source))).toEqual([
      "7",
      WHOLE.sourceUrl,
      "a, b & c",
      '{"score":82,"score_reasoning":"Says \\"now\\"","score_location_info":null}',
    ]);
  });

  it("takes commas by @last, and every field whatever it is called", () => {
    const source =
      '{ {{#each form_params}}"{{this.name}}": {{JSONstringify this.value}}{{#unless @last}}, {{/unless}}{{/each}} }';

    expect(json(source)).toBe(
      String.raw`{ "name": "Ada \"L\" <b> & \\ co", "email": "ada@example.org", "tags": ["a","b & c"], "ort": "Zürich 東京 👩‍💻", "message": "one\r\ntwo = 2\n\tthree", "id": "mine", "data": "x]]>y", "attachments": "none", "__proto__": "plain", "empty": "" }`,
    );
    expect(json(source, BARE)).toBe("{  }");
  });

  it("escapes {{x}} as the content of a string, and not {{{x}}}", () => {
    const source = '{"a":"{{field "x"}}"}';

    expect(json(source, withField('"\\\n\u2028é'))).toBe('{"a":"\\"\\\\\\n\u2028é"}');
    expect(json('{"a":"{{{field "x"}}}","b":{{{field "x"}}} }', withField("1"))).toBe(
      '{"a":"1","b":1 }',
    );
    expect(json('{"a":{{submission_id}} }')).toBe('{"a":7 }');
  });

  it("sees the quotes of the template through blocks", () => {
    const source =
      '{"a":"{{#if source_url}}from {{JSONstringify source_host}}{{else}}\\"{{JSONstringify form_name}}\\"{{/if}}","b":{{#if attachment}}"{{JSONstringify form_name}}"{{else}}{{JSONstringify form_name}}{{/if}},"c":{{JSONstringify form_name}} }';

    expect(json(source)).toBe(
      String.raw`{"a":"from example.org","b":"Contact \"A\" & B","c":"Contact \"A\" & B" }`,
    );
    expect(json(source, BARE)).toBe(String.raw`{"a":"\"Contact\"","b":"Contact","c":"Contact" }`);
  });

  it("carries a value of 100 KB whole", () => {
    const long = 'é"'.repeat(35_000);

    expect(json('{"a":{{JSONstringify (field "x")}} }', withField(long))).toBe(
      `{"a":"${'é\\"'.repeat(35_000)}" }`,
    );
  });
});

describe("XML", () => {
  it("is escaped by where a tag stands", () => {
    const source = `<?xml version="1.0"?>
<a b="{{field "x"}}" c='{{field "x"}}'>{{field "x"}}<![CDATA[{{field "x"}}]]></a>`;

    expect(xml(source, withField(`<&>"' ]]>\r\n\t\0é`))).toBe(`<?xml version="1.0"?>
<a b="&lt;&amp;&gt;&quot;&apos; ]]&gt;&#13;&#10;&#9;\uFFFDé" c='&lt;&amp;&gt;&quot;&apos; ]]&gt;&#13;&#10;&#9;\uFFFDé'>&lt;&amp;&gt;&quot;&apos; ]]&gt;&#13;
\t\uFFFDé<![CDATA[<&>"' ]]]]><![CDATA[>\r
\t\uFFFDé]]></a>`);
  });

  it("names elements after fields, in what letters XML takes", () => {
    const source =
      "<form>{{#each form_params}}<{{this.name}}>{{this.value}}</{{this.name}}>{{/each}}<f_{{submission_id}}/></form>";
    const fields = [
      ["your name", "a"],
      ["2nd", "b"],
      ["x:y", ["c", "d"]],
      ["", "e"],
      ["größe/cm>", "<"],
    ] as const;

    expect(xml(source, { ...BARE, fields })).toBe(
      "<form><your_name>a</your_name><_2nd>b</_2nd><x_y>c, d</x_y><_>e</_><größe_cm_>&lt;</größe_cm_><f_1/></form>",
    );
  });

  it("lets no value end a CDATA section, in however many tags it comes", () => {
    const source = '<a><![CDATA[{{field "x"}}{{field "y"}}>]{{field "y"}}]]></a>';
    const fields = [
      ["x", "]"],
      ["y", "]>]"],
    ] as const;

    expect(xml(source, { ...BARE, fields })).toBe(
      "<a><![CDATA[]]]><![CDATA[]]]><![CDATA[>]]]><![CDATA[>]]]]><![CDATA[>]]]><![CDATA[]]></a>",
    );
  });

  it("takes JSON in an attribute and raw", () => {
    expect(xml("<a b='{{JSONstringify source_query}}'>{{{JSONstringify form_name}}}</a>")).toBe(
      String.raw`<a b='[{&quot;name&quot;:&quot;a&quot;,&quot;value&quot;:&quot;1&quot;},{&quot;name&quot;:&quot;b&quot;,&quot;value&quot;:&quot;\&quot;&quot;}]'>"Contact \"A\" & B"</a>`,
    );
  });
});

describe("a urlencoded body", () => {
  it("is percent-encoded, and one line however the template is laid out", () => {
    const source = `form={{form_name}}
{{#each form_params}}
  &{{this.name}}={{this.value}}
{{/each}}
&json={{JSONstringify attachment}}&raw={{{submission_id}}}
`;

    expect(body("application/x-www-form-urlencoded", source)).toEqual({
      contentType: "application/x-www-form-urlencoded",
      text: "form=Contact%20%22A%22%20%26%20B&name=Ada%20%22L%22%20%3Cb%3E%20%26%20%5C%20co&email=ada%40example.org&tags=a%2C%20b%20%26%20c&ort=Z%C3%BCrich%20%E6%9D%B1%E4%BA%AC%20%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB&message=one%0D%0Atwo%20%3D%202%0A%09three&id=mine&data=x%5D%5D%3Ey&attachments=none&__proto__=plain&empty=&json=%5B%7B%22name%22%3A%22cv.pdf%22%2C%22public_url%22%3A%22https%3A%2F%2Fi.test%2Fp%2Fx%3Fa%3D1%26b%3D2%22%2C%22file_size%22%3A1234%7D%2C%7B%22name%22%3A%22%3Cb%3E.png%22%2C%22public_url%22%3A%22https%3A%2F%2Fi.test%2Fp%2Fy%22%2C%22file_size%22%3A0%7D%5D&raw=7",
    });
  });

  it("takes half a character", () => {
    expect(text("application/x-www-form-urlencoded", 'a={{field "x"}}', withField("\uD800'"))).toBe(
      "a=%EF%BF%BD%27",
    );
  });
});

describe("a multipart body", () => {
  const source = `form={{form_name}}

{{#each form_params}}
  {{this.name}}={{this.value}}
{{/each}}
sum=1+1=2
`;

  it("has a part for each line, and no value makes another", () => {
    const fields = [
      ["na=me\r\n", 'one\r\ntwo=2\n\n "'],
      [' "quoted"', " é "],
    ] as const;
    const boundary = "intray-BOUNDARY";

    const { contentType, text: sent } = body("multipart/form-data", source, { ...BARE, fields });

    const [, found = ""] =
      /^multipart\/form-data; boundary=(intray-[0-9a-f]{40})$/.exec(contentType) ?? [];
    expect(sent.replaceAll(found, boundary)).toBe(
      [
        '--intray-BOUNDARY\r\nContent-Disposition: form-data; name="form"\r\n\r\nContact\r\n',
        '--intray-BOUNDARY\r\nContent-Disposition: form-data; name="na=me%0D%0A"\r\n\r\none\r\ntwo=2\n\n "\r\n',
        '--intray-BOUNDARY\r\nContent-Disposition: form-data; name=" %22quoted%22"\r\n\r\n é \r\n',
        '--intray-BOUNDARY\r\nContent-Disposition: form-data; name="sum"\r\n\r\n1+1=2\r\n',
        "--intray-BOUNDARY--\r\n",
      ].join(""),
    );
  });

  it("is read back as the fields that it was made of", async () => {
    const { contentType, text: sent } = body("multipart/form-data", source);

    const form = await new Response(sent, { headers: { "content-type": contentType } }).formData();

    expect([...form]).toEqual([
      ["form", WHOLE.formName],
      ...WHOLE.fields.map(([name, value]) => [
        name,
        typeof value === "string" ? value : value.join(", "),
      ]),
      ["sum", "1+1=2"],
    ]);
  });

  it("is the same bytes for the same submission, and another boundary for another", () => {
    expect(body("multipart/form-data", source)).toEqual(body("multipart/form-data", source));
    expect(body("multipart/form-data", source, BARE).contentType).not.toBe(
      body("multipart/form-data", source).contentType,
    );
  });
});

describe("GraphQL", () => {
  it("is escaped as JSON is, also in the JSON that carries a query", () => {
    const query = `mutation { # it's "so"
  add(name: "{{field "name"}}", form: {{JSONstringify form_name}}, tags: {{JSONstringify (field "tags")}}, note: """a "quoted" note""") { id }
}`;

    expect(text("application/graphql", query)).toBe(`mutation { # it's "so"
  add(name: "Ada \\"L\\" <b> & \\\\ co", form: "Contact \\"A\\" & B", tags: ["a","b & c"], note: """a "quoted" note""") { id }
}`);
    expect(
      text(
        "application/graphql",
        '{"query":"{a}","variables":{"a":"","b":"{{JSONstringify form_name}}"}}',
      ),
    ).toBe(String.raw`{"query":"{a}","variables":{"a":"","b":"Contact \"A\" & B"}}`);
  });
});

describe("plain text", () => {
  it("is as it is, and takes both ways of JSONstringify", () => {
    expect(
      body(
        "text/plain",
        'é {{form_name}} {{JSONstringify form_name}} "{{JSONstringify form_name}}"',
      ),
    ).toEqual({
      contentType: "text/plain",
      text: String.raw`é Contact "A" & B "Contact \"A\" & B" "Contact \"A\" & B"`,
    });
  });
});
