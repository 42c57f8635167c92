import { cpuTimeMs } from "../../../../../test/harness/cpu-time.ts";
import { compileTemplate, createCompiledTemplates } from "./compile.ts";

const problem = (
  source: string,
  contentType: Parameters<typeof compileTemplate>[1] = "text/plain",
) => {
  const compiled = compileTemplate(source, contentType);
  return compiled.kind === "problem" ? compiled.problem : undefined;
};

describe("a template is rejected", () => {
  it.each([
    // Syntax errors of Handlebars.
    ["a\n\n {{form_name", 3, 4, /cannot be parsed/],
    ["a\r\n\r\n {{form name}}{{form_name", 3, 17, /cannot be parsed/],
    ['{"a":{{form_name}}}', 1, 17, /a space before it/],
    ["{{{form_name}} }", 1, 13, /must end with \}\}\}/],
    ["a\n  {{/if}}", 2, 3, /not opened/],
    ["a\n  {{else}}", 2, 3, /only allowed inside a block/],
    ["{{#if form_name}}\n\n  a", 3, 4, /ends before a block is closed/],
    ["{{#if form_name}}\na{{/each}}", 1, 4, /doesn't match each/],
    ["{{form_name.this}}", 1, 3, /Invalid path/],
    // Names.
    ["{{form_nam}}", 1, 3, /no tag form_nam\. Did you mean form_name/],
    ["{{email}}", 1, 3, /\{\{field "email"\}\}/],
    ["{{this.constructor}}", 1, 3, /no tag this.constructor/],
    ["{{constructor}}", 1, 3, /no tag constructor/],
    ["{{__proto__}}", 1, 3, /no tag __proto__/],
    ["{{form_params.__proto__}}", 1, 3, /list/],
    ["{{form_name.length}}", 1, 3, /no members/],
    ["{{lead_agent.constructor}}", 1, 3, /Available are score, /],
    ["{{form_params.0.name}}", 1, 3, /reads from a list/],
    ["{{#each form_params}}\n{{this.valeu}}{{/each}}", 2, 3, /Did you mean value/],
    ["{{#each form_params}}{{this.form_name}}{{/each}}", 1, 24, /Available are name, value/],
    ["{{#each form_params}}{{__proto__}}{{/each}}", 1, 24, /no tag/],
    ["{{#each form_params}}{{this.[constructor]}}{{/each}}", 1, 24, /Available are name, value/],
    ["{{#each form_params}}{{../form_name}}{{/each}}", 1, 24, /\.\.\/ is not available/],
    ["{{name}}", 1, 3, /no tag name/],
    ["{{@root.form_name}}", 1, 3, /no @root/],
    ["{{@last}}", 1, 3, /inside \{\{#each\}\}/],
    ["{{#each form_params}}{{@key}}{{/each}}", 1, 24, /no @key/],
    ["{{#each form_params}}{{@../index}}{{/each}}", 1, 24, /not available/],
    ["{{[this].form_name}}", 1, 3, /no tag this/],
    // Helpers and blocks.
    ["{{lookup form_params 0}}", 1, 1, /no helper lookup/],
    ["{{log form_name}}", 1, 1, /no helper log/],
    ["{{JSONStringify form_name}}", 1, 1, /no helper JSONStringify/],
    ["{{JSONstringify}}", 1, 1, /takes one tag/],
    ["{{JSONstringify form_name source_url}}", 1, 1, /takes one tag/],
    ["{{JSONstringify form_name indent=2}}", 1, 1, /takes one tag/],
    ['{{JSONstringify "form_name"}}', 1, 17, /without quotes/],
    ["{{JSONstringify (lookup form_params 0)}}", 1, 17, /Only field/],
    ["{{field}}", 1, 1, /one name in quotes/],
    ["{{field email}}", 1, 1, /one name in quotes/],
    ["{{field 10}}", 1, 1, /one name in quotes/],
    ["{{form_name x=1}}", 1, 1, /no helper/],
    ['{{"form_name"}}', 1, 3, /without quotes/],
    ["{{#with lead_agent}}{{/with}}", 1, 1, /no block with/],
    ["{{#form_params}}{{/form_params}}", 1, 1, /no block form_params/],
    ["{{^form_params}}{{/form_params}}", 1, 1, /no block form_params/],
    ["{{{{raw}}}}x{{{{/raw}}}}", 1, 1, /no block raw/],
    ["{{#if}}x{{/if}}", 1, 1, /takes one tag/],
    ["{{#if form_name includeZero=true}}x{{/if}}", 1, 1, /takes one tag/],
    ["{{#each form_params as |p|}}x{{/each}}", 1, 1, /as \|…\|/],
    ["{{#each form_name}}x{{/each}}", 1, 9, /form_name is not a list/],
    ["{{#each lead_agent}}x{{/each}}", 1, 9, /not a list/],
    ["{{form_params}}", 1, 1, /\{\{#each form_params\}\}/],
    ["{{lead_agent}}", 1, 1, /members/],
    ["{{#each attachment}}{{this}}{{/each}}", 1, 21, /JSONstringify this/],
    ["{{> form}}", 1, 1, /Partials/],
    ["{{#> form}}{{/form}}", 1, 1, /Partials/],
    ['{{* inline "a"}}', 1, 1, /Decorators/],
    ['{{#*inline "a"}}{{/inline}}', 1, 1, /Decorators/],
  ])("%j", (source, line, column, words) => {
    const found = problem(source);

    expect(found).toMatchObject({ line, column });
    expect(found?.message).toMatch(words);
    expect(found?.message.length).toBeLessThan(200);
  });

  it.each([
    ["application/xml", "<a><!-- {{form_name}} --></a>", 9, /an XML comment/],
    ["application/xml", "<?x {{form_name}}?><a/>", 5, /<\?/],
    ["application/xml", "<!DOCTYPE {{form_name}}><a/>", 11, /<!/],
    ["application/graphql", '{a(b:"""{{form_name}}""")}', 9, /block string/],
    ["application/graphql", "{a # {{form_name}}\n}", 6, /a GraphQL comment/],
  ] as const)(
    "as %s if a tag is in a context without escapes: %s",
    (contentType, source, column, words) => {
      expect(problem(source, contentType)).toMatchObject({ line: 1, column });
      expect(problem(source, contentType)?.message).toMatch(words);
      expect(
        problem(source.replace("{{form_name}}", "{{{form_name}}}"), contentType),
      ).toBeUndefined();
    },
  );
});

describe("a block", () => {
  it.each([
    "<a>{{#if form_name}}<![CDATA[{{/if}}{{form_name}}]]></a>",
    "<a>{{#if form_name}}<b>{{else}}<b c='{{/if}}x</b></a>",
    "<a>{{#each form_params}}<b{{/each}}></a>",
    "<a>{{#if form_name}}<!--{{/if}}{{form_name}}--></a>",
  ])("of XML must close what it opens: %s", (source) => {
    expect(problem(source, "application/xml")?.message).toMatch(/must close/);
  });

  it.each([
    ["application/xml", "<a{{#if form_name}} b='{{form_name}}'{{/if}} c=''>{{form_name}}</a>"],
    ["application/xml", "<a {{#each form_params}}{{name}}='{{value}}' {{/each}}/>"],
    [
      "application/json",
      '[{{#each form_params}}"{{value}}{{#unless @last}}", {{/unless}}{{/each}}"]',
    ],
  ] as const)(
    "allows tags inside an open construct of the content type: %s %s",
    (contentType, source) => {
      expect(problem(source, contentType)).toBeUndefined();
    },
  );
});

describe("a template is limited", () => {
  const nested = (depth: number) =>
    "{{#if form_name}}".repeat(depth) + "x" + "{{/if}}".repeat(depth);

  it("to eight nested blocks, where {{else if}} does not add a level", () => {
    expect(problem(nested(8))).toBeUndefined();
    expect(problem(nested(9))).toMatchObject({ line: 1, column: 1 + 8 * 17 });
    expect(
      problem(`{{#if source_url}}a${"{{else if form_name}}b".repeat(200)}{{/if}}`),
    ).toBeUndefined();
  });

  it("to 20 words in a tag, before it is parsed", () => {
    const words = `{{form_name${" a".repeat(19)}}}`;

    expect(problem(`a\n${words}`)?.message).toMatch(/no helper/);
    expect(problem(`a\n${words.replace("}}", " b}}")}`)).toMatchObject({ line: 2, column: 1 });
    expect(problem(`{{field "${"a ".repeat(100)}"}}`)).toBeUndefined();
    expect(problem(`{{!-- ${"{{a}} ".repeat(9_000)} --}}\\{{${" a".repeat(30)}`)).toBeUndefined();
  });

  it("to 5,000 parts", () => {
    expect(problem("{{form_name}}".repeat(2_500))).toBeUndefined();
    expect(problem("{{form_name}}".repeat(2_501))?.message).toMatch(/5000 parts/);
    expect(problem("{{!x}}".repeat(5_001))?.message).toMatch(/5000 parts/);
  });

  it("to 100,000 characters without U+0000", () => {
    expect(problem("x".repeat(100_000))).toBeUndefined();
    expect(problem("x".repeat(100_001))?.message).toMatch(/longer than/);
    expect(problem("a\nb\0")).toEqual({
      line: 2,
      column: 2,
      message: "The template contains the character U+0000. Remove it.",
    });
  });

  it.each([
    ["{{#if form_name}}", 5_800],
    ["{{#if form_name}}x{{else if form_name}}", 2_500],
    ["{{{{if form_name}}}}", 5_000],
    ["{{ ~else if a}}", 6_000],
    ["{{a (field ", 9_000],
    ["{{JSONstringify (((((((((((((((((((", 2_800],
    ["{{#> a}}", 12_000],
    ["{{", 50_000],
    ["{{a ", 20_000],
    ["a.", 50_000],
    ["{{!--", 20_000],
    ["\\{{", 30_000],
    ["{{[", 30_000],
    ['{{"', 30_000],
    ["{{'{{\"", 15_000],
    ["{{!--{{", 14_000],
    ["{{form_name.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a}}", 1_800],
    ["a".repeat(50) + " ".repeat(1_000), 90],
  ])("to text that the parser handles quickly: %j %d times", (part, times) => {
    const before = cpuTimeMs();
    problem(part.repeat(times));
    problem(part.repeat(times), "application/x-www-form-urlencoded");

    // Without the limits the parser took 40 s for the first and 200 s for nested parentheses.
    expect(cpuTimeMs() - before).toBeLessThan(3_000);
  });
});

describe("compiled templates", () => {
  it("are cached by text and content type", () => {
    const compileOnce = createCompiledTemplates();

    const first = compileOnce("{{form_name}}", "text/plain");

    expect(compileOnce("{{form_name}}", "text/plain")).toBe(first);
    expect(compileOnce("{{form_name}}", "application/json")).not.toBe(first);
    expect(compileOnce("{{nothing}}", "text/plain")).toMatchObject({ kind: "problem" });
  });

  it("evict the least recently used template", () => {
    const compileOnce = createCompiledTemplates(3 * "text/plain\na".length);
    const [a, b] = ["a", "b"].map((source) => compileOnce(source, "text/plain"));

    compileOnce("c", "text/plain");
    compileOnce("a", "text/plain");
    compileOnce("d", "text/plain");

    expect(compileOnce("a", "text/plain")).toBe(a);
    expect(compileOnce("b", "text/plain")).not.toBe(b);
  });

  it("compile a template that is too long for the cache", () => {
    const compileOnce = createCompiledTemplates(10);

    expect(compileOnce("long enough", "text/plain")).toMatchObject({ kind: "compiled" });
    expect(compileOnce("long enough", "text/plain")).toMatchObject({ kind: "compiled" });
  });
});
