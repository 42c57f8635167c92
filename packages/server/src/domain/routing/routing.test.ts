import type { FilteredPost } from "./filter.ts";
import { type FormRule, normalRules } from "./form-rules.ts";
import { compileRouting, explain, route, type RoutedDestination } from "./routing.ts";

const POST: FilteredPost = {
  fields: [["department", "sales"]],
  email: "ada@example.org",
  source_url: null,
  source_host: null,
  source_path: null,
  spam_score: 0,
  lead_score: null,
  files: 0,
  tags: [],
  language: null,
};
const destination = (id: number, over: Partial<RoutedDestination> = {}): RoutedDestination => ({
  id,
  name: `Hook ${id}`,
  address: "https://example.org",
  purpose: "submissions",
  recipient_role: null,
  filter: null,
  ...over,
});
const DESTINATIONS = [
  destination(1, { filter: { "fields.department": "support" } }),
  destination(2),
  destination(3, { name: "anna@example.org", address: "mailto:anna@example.org" }),
  destination(4, { name: "Answer", address: "mailto:", purpose: "reply" }),
  destination(5, { filter: { tags: "lead" } }),
  destination(6, { name: "bob@example.org", recipient_role: "people" }),
];
const RULES: readonly FormRule[] = [
  { name: "Leads", when: { "fields.department": "sales" }, then: [{ tag: "lead", assign: 7 }] },
  { name: "Tagged", when: { tags: "LEAD" }, then: [{ skip: [2, "Anna@example.org"] }], stop: true },
  { name: "Late", when: {}, then: [{ spam: true }, { skip: ["automatic_answer", "people"] }] },
];

const decide = (rules = RULES, post = POST) => {
  const routing = compileRouting(rules, DESTINATIONS);
  if (routing === null) throw new Error("Nothing is decided.");
  return { routing, ...route(routing, post) };
};

describe("rules and filters", () => {
  it("are applied in order until one stops, and decide who gets the submission", () => {
    const { tags, assignee_id, findings, decisions } = decide();

    expect({ tags, assignee_id, findings }).toEqual({
      tags: ["lead"],
      assignee_id: 7,
      findings: [],
    });
    expect(decisions.skip).toEqual([2, 3, 1]);
  });

  it("make spam of a post, and hold back the answer", () => {
    const { findings, decisions } = decide(RULES, { ...POST, fields: [] });

    expect(findings).toEqual([{ check: "rule", weight: 1, sentence: 'The rule "Late" says so.' }]);
    expect(decisions.skip).toEqual([4, 6, 1, 5]);
  });

  it("are explained while they are the same", () => {
    const { routing, decisions } = decide();

    expect(explain(decisions, routing, DESTINATIONS)).toEqual([
      {
        kind: "rule",
        name: "Leads",
        applies: true,
        because: 'This holds: fields.department is "sales".',
      },
      { kind: "rule", name: "Tagged", applies: true, because: 'This holds: tags is "LEAD".' },
      { kind: "rule", name: "Late", applies: false, because: 'The rule "Tagged" before it stops.' },
      {
        kind: "destination",
        name: "Hook 1",
        applies: false,
        because: 'This does not hold: fields.department is "support".',
      },
      {
        kind: "destination",
        name: "Hook 2",
        applies: false,
        because: 'The rule "Tagged" skips it.',
      },
      {
        kind: "destination",
        name: "anna@example.org",
        applies: false,
        because: 'The rule "Tagged" skips it.',
      },
      {
        kind: "destination",
        name: "Hook 5",
        applies: true,
        because: 'This holds: tags is "lead".',
      },
    ]);
    const changed = compileRouting(RULES.slice(1), DESTINATIONS);
    expect(explain(decisions, changed, DESTINATIONS)).toBeUndefined();
  });

  it("that cannot be read any more do nothing and hold back nothing", () => {
    const broken = [{ name: "Broken", when: { $future: 1 }, then: [{ spam: true as const }] }];
    const routing = compileRouting(broken, [destination(1, { filter: { $future: 1 } })]);

    expect(routing && route(routing, POST)).toMatchObject({
      findings: [],
      decisions: { skip: [] },
    });
  });

  it("are nothing without any", () => {
    expect(compileRouting([], [destination(1)])).toBeNull();
  });

  it.each<[Partial<FormRule>[], string, RegExp]>([
    [[{}, {}], "rules.1.name", /Two rules/],
    [[{ when: { a: 1 } }], "rules.0.when.a", /cannot ask/],
    [[{ then: [{}, { tag: " " }] }], "rules.0.then.1.add_tags", /cannot be empty/],
  ])("%j are refused at their path", (rules, field, message) => {
    const given = rules.map((rule) => ({ name: "A", when: {}, then: [], ...rule }));

    expect(() => normalRules(given)).toThrow(
      expect.objectContaining({
        fields: [expect.objectContaining({ field, message: expect.stringMatching(message) })],
      }),
    );
  });
});
