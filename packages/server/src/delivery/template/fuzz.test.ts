// Random templates and submissions: rendering always ends, with a body or with the reason for none.
import fc from "fast-check";
import { cpuTimeMs } from "../../../../../test/harness/cpu-time.ts";
import { EMPTY_SUBMISSION } from "../../../test/payload-sources.ts";
import type { PayloadSource } from "../../domain/delivery/payload-source.ts";
import { checkTemplate } from "./check-template.ts";
import { compileTemplate } from "./compile.ts";
import { TEMPLATE_CONTENT_TYPES, type TemplateSyntax } from "./content-types.ts";
import vectors from "../../../../../test/vectors/templates.json" with { type: "json" };
import { START, RenderError } from "./problem.ts";
import { renderTemplate } from "./render.ts";
import { xmlProblem } from "./xml-problem.ts";

const hostile = fc.oneof(
  fc.constantFrom(...vectors.values, "\uD800"),
  fc.string({ unit: "binary", maxLength: 12 }),
);
const text = fc.array(hostile, { maxLength: 3 }).map((parts) => parts.join(""));
const source: fc.Arbitrary<PayloadSource> = fc
  .record({
    form_name: text,
    source_url: fc.option(text),
    fields: fc.array(fc.tuple(text, fc.oneof(text, fc.array(text, { maxLength: 3 }))), {
      maxLength: 4,
    }),
    source_query: fc.array(fc.tuple(text, text), { maxLength: 2 }),
    lead: fc.option(
      fc.record({
        score: fc.double(),
        score_reasoning: text,
        score_location_info: fc.option(text),
      }),
    ),
    attachments: fc.array(
      fc.record({ name: text, attachment_proxy_url: text, public_url: text, file_size: fc.nat() }),
      { maxLength: 2 },
    ),
  })
  .map((given) => ({ ...EMPTY_SUBMISSION, ...given }));

const syntax = fc.constantFrom<TemplateSyntax>(...TEMPLATE_CONTENT_TYPES, "text/html");

/** The body, or the problem. Throws every error that is not a RenderError. */
function outcomeOf(template: string, type: TemplateSyntax, of: PayloadSource) {
  const compiled = compileTemplate(template, type);
  if (compiled.kind === "problem") return compiled;
  try {
    return { kind: "body", ...renderTemplate(compiled.template, of) } as const;
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    return { kind: "failed", error } as const;
  }
}

function bodyOf(...given: Parameters<typeof outcomeOf>) {
  const outcome = outcomeOf(...given);
  if (outcome.kind !== "body") throw new Error(JSON.stringify(outcome));
  return outcome;
}

it("a random template is rejected, renders a body or throws a RenderError, and can be checked", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...vectors.pieces), hostile), { maxLength: 14 }),
      syntax,
      source,
      (pieces, type, of) => {
        const outcome = outcomeOf(pieces.join(""), type, of);

        const { line, column } = outcome.kind === "problem" ? outcome.problem : START;
        expect(Math.min(line, column)).toBeGreaterThan(0);
        const checked = checkTemplate(pieces.join(""), type) ?? START;
        expect(Math.min(checked.line, checked.column)).toBeGreaterThan(0);
      },
    ),
    { numRuns: 3_000 },
  );
});

describe("a random submission", () => {
  const JSON_TEMPLATE = `{"f":"{{form_name}}","g":{{JSONstringify form_name}},"u":"{{JSONstringify source_url}}",
    {{#each form_params}}"{{this.name}}":{{JSONstringify this.value}},"x{{@index}}":"{{JSONstringify this.value}}",{{/each}}
    "q":[{{#each source_query}}"{{name}}{{value}}"{{#unless @last}},{{/unless}}{{/each}}],
    "l":{{JSONstringify lead_agent}},"a":{{JSONstringify attachment}} }`;

  it("cannot change the structure of a JSON template", () => {
    fc.assert(
      fc.property(source, (of) => {
        const read: unknown = JSON.parse(bodyOf(JSON_TEMPLATE, "application/json", of)?.text ?? "");

        expect(read).toMatchObject({ f: of.form_name, g: of.form_name, u: of.source_url ?? "" });
      }),
      { numRuns: 500 },
    );
  });

  it("cannot change the structure of an XML template", () => {
    const template = `<form name="{{form_name}}" url='{{source_url}}'>
      {{#each form_params}}<{{name}} id="{{@index}}">{{value}}</{{name}}><![CDATA[]{{name}}{{value}}>]]><f_{{name}}/>{{/each}}
      {{#each source_query}}<q{{#if name}} {{name}}='{{value}}'{{/if}}>{{JSONstringify this}}</q>{{/each}}</form>`;
    fc.assert(
      fc.property(source, (of) => {
        expect(xmlProblem(bodyOf(template, "application/xml", of).text)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it("is parsed back from urlencoded and multipart bodies unchanged", async () => {
    const lines = (between: string) =>
      `f={{form_name}}${between}{{#each form_params}}{{this.name}}={{this.value}}${between}{{/each}}`;
    await fc.assert(
      fc.asyncProperty(source, async (of) => {
        const expected = [
          ["f", of.form_name],
          ...of.fields.map(([name, value]) => [
            name,
            typeof value === "string" ? value : value.join(", "),
          ]),
        ].map((pair) => pair.map((one) => one.toWellFormed()));

        const encoded = bodyOf(lines("&"), "application/x-www-form-urlencoded", of);
        const parts = bodyOf(lines("\n"), "multipart/form-data", of);

        expect([...new URLSearchParams(encoded.text)]).toEqual(expected);
        const form = await new Response(parts.text, {
          headers: { "content-type": parts.contentType },
        }).formData();
        expect([...form]).toEqual(
          expected.map((pair) => pair.map((one) => one.replaceAll("\0", "\uFFFD"))),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe("a render", () => {
  const many = (count: number): PayloadSource => ({
    ...EMPTY_SUBMISSION,
    fields: Array.from({ length: count }, (_, n) => [`f${n}`, "v"] as const),
  });
  const failure = (template: string, of: PayloadSource) => {
    const compiled = compileTemplate(template, "text/plain");
    if (compiled.kind === "problem") throw new Error(compiled.problem.message);
    try {
      return renderTemplate(compiled.template, of).text.length;
    } catch (error) {
      return error instanceof RenderError ? [error.code, error.at] : error;
    }
  };
  const loops = (depth: number, body: string) =>
    "{{#each form_params}}".repeat(depth) + body + "{{/each}}".repeat(depth);

  it("stops after 100,000 loop iterations", () => {
    expect(failure(loops(2, "x"), many(315))).toBe(315 * 315);
    expect(failure(`\n${loops(2, "x")}`, many(316))).toEqual([
      "too_many_steps",
      { line: 2, column: 22 },
    ]);
    expect(failure(loops(8, ""), many(1_000))).toMatchObject(["too_many_steps", {}]);
  });

  it("stops long iterations after a limited number of operations", () => {
    const before = cpuTimeMs();

    expect(failure(loops(2, "{{#if source_url}}{{/if}}".repeat(990)), many(300))).toMatchObject([
      "too_many_steps",
      {},
    ]);
    expect(cpuTimeMs() - before).toBeLessThan(2_000);
  });

  it("stops at 1 MiB, counted in bytes", () => {
    const of = (value: string): PayloadSource => ({ ...EMPTY_SUBMISSION, fields: [["x", value]] });

    expect(failure('{{field "x"}}', of("x".repeat(1_048_576)))).toBe(1_048_576);
    expect(failure('{{field "x"}}', of("x".repeat(1_048_577)))).toMatchObject(["too_large", {}]);
    expect(failure('{{field "x"}}', of("é".repeat(524_289)))).toEqual(["too_large", undefined]);
    expect(failure(loops(1, "{{JSONstringify form_params}}"), many(1_000))).toMatchObject([
      "too_large",
      {},
    ]);
  });

  it("stops if the parts of a multipart body make it too large", () => {
    const compiled = compileTemplate(loops(1, "a=\n"), "multipart/form-data");
    if (compiled.kind === "problem") throw new Error(compiled.problem.message);

    expect(() => renderTemplate(compiled.template, many(20_000))).toThrow(RenderError);
  });
});
