/** Rejects field rules that contradict themselves when a form is saved. Types and sizes are checked before, by the schema. */
import type { FieldProblem } from "../errors.ts";
import { acceptProblem } from "./accept-attribute.ts";
import type { FieldRule, Range } from "./field-rule.ts";
import { HAS_OPTIONS, HAS_PATTERN, rangeOf, takesSeveral } from "./field-rule.ts";
import { meaningsOf } from "../origin-service.ts";
import { isDate } from "./input-values.ts";
import { compilePattern, MAX_PROGRAM_SIZE } from "./pattern.ts";

/** Options of all rules together: the form page shows them all. */
const MAX_OPTIONS = 2_000;
/** Steps of all patterns together, since each post runs all of them. */
const MAX_PATTERN_STEPS = 2 * MAX_PROGRAM_SIZE;
/** Names the encoding of a post. */
const CHARSET_FIELD = "_charset_";

/** Returns the first problem, with the path of its member (`fields.2.max`), or `undefined`. */
export function rulesProblem(fields: readonly FieldRule[]): FieldProblem | undefined {
  const names = new Map<string, number>();
  let options = 0;
  let steps = 0;
  for (const [index, rule] of fields.entries()) {
    const path = `fields.${index}`;
    const before = names.get(rule.name);
    if (before !== undefined) {
      return problem(
        `${path}.name`,
        `Two rules have the name "${rule.name}" (numbers ${before + 1} and ${index + 1}). Remove one of them.`,
      );
    }
    names.set(rule.name, index);
    const found = ruleProblem(rule);
    if (found !== undefined) return problem(`${path}.${found[0]}`, found[1]);
    options += rule.options?.length ?? 0;
    steps += patternSteps(rule);
  }
  if (options > MAX_OPTIONS) {
    return problem(
      "fields",
      `The rules have ${options} options in all; at most ${MAX_OPTIONS} are possible.`,
    );
  }
  if (steps > MAX_PATTERN_STEPS) {
    return problem("fields", "The patterns are too large together. Simplify the largest ones.");
  }
  return undefined;
}

type Found = readonly [member: keyof FieldRule, message: string];

const ruleProblem = (rule: FieldRule): Found | undefined =>
  nameProblem(rule) ??
  choiceProblem(rule) ??
  patternProblem(rule) ??
  fileProblem(rule) ??
  rangeProblem(rule);

/** What is wrong with the name of a rule: the member and a sentence. */
export function nameProblem({ name }: FieldRule): Found | undefined {
  if (name === CHARSET_FIELD || meaningsOf(null).has(name)) {
    return ["name", `"${name}" is a control field, which is never stored. Remove its rule.`];
  }
  if (name.length > 2 && name.endsWith("[]")) {
    const plain = name.slice(0, -2);
    return [
      "name",
      `Write the name without brackets: a page's field "${name}" is stored as "${plain}".`,
    ];
  }
  return undefined;
}

export function choiceProblem(rule: FieldRule): Found | undefined {
  const { type, options, multiple } = rule;
  const label = rule.label ?? rule.name;
  if (options === undefined) {
    if (type === "select" || type === "radio") {
      return ["options", `The field "${label}" is a choice, so it needs options.`];
    }
  } else {
    if (!HAS_OPTIONS.has(type)) return onlyFor("options", label, "select, radio and checkbox");
    if (options.length === 0) {
      return ["options", `The field "${label}" has an empty list of options.`];
    }
    const twice = options.find((one, index) => options.indexOf(one) !== index);
    const unclear = options.find((one) => one !== one.trim() || /\p{Cc}/u.test(one));
    if (unclear !== undefined) {
      return [
        "options",
        `The field "${label}" has the option "${unclear}" with spaces around it or a line break. Browsers would change it.`,
      ];
    }
    if (twice !== undefined) {
      return ["options", `The field "${label}" has the option "${twice}" twice.`];
    }
  }
  if (multiple !== undefined && type !== "select" && type !== "file") {
    return onlyFor("multiple", label, "select and file");
  }
  return undefined;
}

function patternProblem(rule: FieldRule): Found | undefined {
  if (rule.pattern === undefined) return undefined;
  if (!HAS_PATTERN.has(rule.type)) {
    return onlyFor("pattern", rule.label ?? rule.name, "text, email, url, tel and hidden");
  }
  const pattern = compilePattern(rule.pattern);
  return "problem" in pattern
    ? ["pattern", `The pattern of the field "${rule.label ?? rule.name}" ${pattern.problem}`]
    : undefined;
}

function fileProblem(rule: FieldRule): Found | undefined {
  const label = rule.label ?? rule.name;
  if (rule.type !== "file") {
    if (rule.accept !== undefined) return onlyFor("accept", label, "file");
    return rule.max_bytes === undefined ? undefined : onlyFor("max_bytes", label, "file");
  }
  const wrong = rule.accept === undefined ? undefined : acceptProblem(rule.accept);
  return wrong === undefined
    ? undefined
    : [
        "accept",
        `The file types of the field "${label}" contain "${wrong}". Write types such as .pdf, image/* or application/pdf.`,
      ];
}

const LIMITS: Readonly<
  Record<Range, { readonly is: (limit: number | string) => boolean; readonly what: string }>
> = {
  length: { is: isCount, what: "a whole number of characters" },
  values: { is: isCount, what: "a whole number of options" },
  files: { is: isCount, what: "a whole number of files" },
  number: { is: (limit) => typeof limit === "number", what: "a number" },
  date: {
    is: (limit) => typeof limit === "string" && isDate(limit),
    what: "a date such as 2026-01-31",
  },
};

function rangeProblem(rule: FieldRule): Found | undefined {
  const { min, max } = rule;
  const label = rule.label ?? rule.name;
  const range = rangeOf(rule);
  for (const [member, limit] of [
    ["min", min],
    ["max", max],
  ] as const) {
    if (limit === undefined) continue;
    if (range === undefined) {
      return [member, `The field "${label}" takes one value of a choice, so it has no ${member}.`];
    }
    if (range === "files" && member === "max" && !takesSeveral(rule)) {
      return ["max", `The field "${label}" takes one file. Set multiple to true for more.`];
    }
    const { is, what } = LIMITS[range];
    if (!is(limit)) return [member, `The ${member} of the field "${label}" must be ${what}.`];
  }
  if (min !== undefined && max !== undefined && min > max) {
    return ["max", `The max of the field "${label}" is less than its min.`];
  }
  return undefined;
}

function isCount(limit: number | string): boolean {
  return typeof limit === "number" && Number.isSafeInteger(limit) && limit >= 0;
}

function patternSteps({ pattern }: FieldRule): number {
  const compiled = pattern === undefined ? undefined : compilePattern(pattern);
  return compiled === undefined || "problem" in compiled ? 0 : compiled.size;
}

const onlyFor = (member: keyof FieldRule, label: string, types: string): Found => [
  member,
  `The field "${label}" cannot have ${member}; only fields of the type ${types} can.`,
];

const problem = (field: string, message: string): FieldProblem => ({
  field,
  code: "invalid",
  message,
});
