/** Filters: conditions on what was posted, as JSON with the operators of MongoDB's queries. docs/use/rules.md has a table. */
import { RE2JS } from "re2js";
import { invalid } from "../errors.ts";
import { fold } from "../folded-text.ts";
import type { Fields } from "../submission/submission.ts";

/** `{"fields.department": "sales", "email": {"$endsWith": "@example.org"}}`. Checked by {@link compileFilter}. */
export type Filter = Readonly<Record<string, unknown>>;

/** What filters can ask for. */
export interface FilteredPost {
  readonly fields: Fields;
  readonly email: string | null;
  readonly source_url: string | null;
  readonly source_host: string | null;
  readonly source_path: string | null;
  /** As the submission is stored: 0 for what is no spam and not possibly spam. */
  readonly spam_score: number;
  /** `null` if leads are not scored, or by a model, which does so later. */
  readonly lead_score: number | null;
  readonly files: number;
  readonly tags: readonly string[];
  /** The one that the page asks for. */
  readonly language: string | null;
  /** If many conditions are asked: {@link normalize}, which remembers what it has returned. */
  readonly normal?: Normalize;
}

/** One of the conditions that all have to hold. */
export interface Clause {
  readonly words: string;
  readonly holds: (post: FilteredPost) => boolean;
}

type Value = string | number;
type Normalize = (value: Value) => string;

/** What one filter, or all rules of a form, may still have. Each post is asked all of it. */
export interface FilterBudget {
  conditions: number;
  /** Steps of compiled regular expressions. */
  steps: number;
}
const MAX_CONDITIONS = 500;
const MAX_STEPS = 600;
export const fullBudget = (): FilterBudget => ({ conditions: MAX_CONDITIONS, steps: MAX_STEPS });

const MAX_DEPTH = 8;
const MAX_OPERANDS = 200;
const MAX_OPERAND_CHARACTERS = 1_000;
/** Characters of a value that are compared; a post may have megabytes. */
const MAX_COMPARED = 10_000;
/** Of these the time is the product of the text's length and the expression's size. */
const MAX_SEARCHED = 1_000;

const PATHS: Readonly<Record<string, (post: FilteredPost) => readonly Value[]>> = {
  email: ({ email }) => present(email),
  source_url: ({ source_url }) => present(source_url),
  source_host: ({ source_host }) => present(source_host),
  source_path: ({ source_path }) => present(source_path),
  spam_score: ({ spam_score }) => [spam_score],
  "lead.score": ({ lead_score }) => present(lead_score),
  "files.count": ({ files }) => [files],
  tags: ({ tags }) => tags,
  language: ({ language }) => present(language),
};
const FIELD = "fields.";

/** The names that a filter can ask for, beside `fields.NAME`. */
export const FILTER_PATHS = Object.keys(PATHS);

interface Operator {
  /** Between the name and the operand in a sentence. */
  readonly words: string;
  readonly takes: "value" | "values" | "text" | "yes or no";
  /** @throws Error whose message ends a sentence about the operator, for an operand that it cannot use. */
  readonly compile: (
    operand: never,
    budget: FilterBudget,
  ) => (values: readonly Value[], normal: Normalize) => boolean;
}

export const OPERATORS = {
  $eq: { words: "is", takes: "value", compile: (operand: Value) => anyOf(equals(operand)) },
  $ne: { words: "is not", takes: "value", compile: (operand: Value) => noneOf(equals(operand)) },
  $in: { words: "is one of", takes: "values", compile: (all: Value[]) => anyOf(isAmong(all)) },
  $nin: { words: "is none of", takes: "values", compile: (all: Value[]) => noneOf(isAmong(all)) },
  $gt: { words: "is more than", takes: "value", compile: compared((order) => order > 0) },
  $gte: { words: "is at least", takes: "value", compile: compared((order) => order >= 0) },
  $lt: { words: "is less than", takes: "value", compile: compared((order) => order < 0) },
  $lte: { words: "is at most", takes: "value", compile: compared((order) => order <= 0) },
  $contains: { words: "contains", takes: "text", compile: folded((a, b) => a.includes(b)) },
  $startsWith: { words: "begins with", takes: "text", compile: folded((a, b) => a.startsWith(b)) },
  $endsWith: { words: "ends with", takes: "text", compile: folded((a, b) => a.endsWith(b)) },
  $regex: { words: "matches", takes: "text", compile: searched },
  $exists: {
    words: "is filled in",
    takes: "yes or no",
    compile: (operand: boolean) => (values) => values.some((one) => one !== "") === operand,
  },
} as const satisfies Record<string, Operator>;
export type OperatorName = keyof typeof OPERATORS;

/**
 * Compiles a filter to the clauses that all have to hold; none for an empty one, which selects everything.
 *
 * @param member Of the request, in front of the path in errors.
 * @throws AppError `invalid`, with the path of the first condition that cannot be used.
 */
export function compileFilter(
  filter: Filter,
  member: string,
  budget = fullBudget(),
): readonly Clause[] {
  function count(conditions: number) {
    budget.conditions -= conditions;
    if (budget.conditions >= 0) return;
    throw refusal(member, `There can be at most ${MAX_CONDITIONS} conditions in all.`);
  }

  function readAll(given: unknown, at: string, depth: number): readonly Clause[] {
    if (depth > MAX_DEPTH) throw refusal(at, `The filter is nested more than ${MAX_DEPTH} deep.`);
    if (!isObject(given)) throw refusal(at, 'Write conditions as an object, such as {"email": …}.');
    return Object.entries(given).flatMap(([name, value]) => {
      count(1);
      const here = `${at}.${name}`;
      if (name === "$and") return readList(value, here, depth).flat();
      if (name === "$or") return [either(readList(value, here, depth))];
      if (name === "$not") return [negated(readAll(value, here, depth + 1))];
      return readComparisons(name, value, here);
    });
  }

  function readList(given: unknown, at: string, depth: number) {
    if (!Array.isArray(given) || given.length === 0) {
      throw refusal(at, "Write a list of at least one filter.");
    }
    return given.map((one, index) => readAll(one, `${at}.${index}`, depth + 1));
  }

  function readComparisons(name: string, value: unknown, at: string): readonly Clause[] {
    const valuesOf = valuesAt(name, at);
    const compare = (operator: string, operand: unknown, here = at): Clause => {
      const decides = compileOperator(operator, operand, here, budget);
      return {
        words: wordsOf(name, operator, operand),
        holds: (post) => decides(valuesOf(post), post.normal ?? normalize),
      };
    };
    if (value === null) return [compare("$exists", false)];
    if (!isObject(value)) return [compare("$eq", value)];
    const operators = Object.entries(value);
    count(operators.length);
    if (operators.length === 0) throw refusal(at, 'Write an operator, such as {"$eq": "sales"}.');
    return operators.map(([operator, operand]) => compare(operator, operand, `${at}.${operator}`));
  }

  return readAll(filter, member, 1);
}

/** The clauses as they are in a sentence; empty for a filter that selects everything. */
export const inWords = (clauses: readonly Clause[]): string =>
  clauses.map(({ words }) => words).join(" and ");

/** Returns the number of the first clause that does not hold; -1 if all hold. */
export function failingClause(clauses: readonly Clause[], post: FilteredPost): number {
  for (const [number, { holds }] of clauses.entries()) if (!holds(post)) return number;
  return -1;
}

/** @param at The path of the condition. */
const refusal = (at: string, problem: string) => invalid(at, `${at}: ${problem}`);

const isObject = (value: unknown): value is Filter =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function valuesAt(name: string, at: string): (post: FilteredPost) => readonly Value[] {
  if (name.startsWith(FIELD) && name.length > FIELD.length) {
    const wanted = name.slice(FIELD.length);
    return ({ fields }) => {
      for (const [one, value] of fields) {
        if (one === wanted) return typeof value === "string" ? [value] : value;
      }
      return NO_VALUES;
    };
  }
  const known = Object.hasOwn(PATHS, name) ? PATHS[name] : undefined;
  if (known !== undefined) return known;
  throw refusal(
    at,
    name.startsWith("$")
      ? `There is no operator "${name}" here. Between conditions stand $and, $or and $not.`
      : `A filter cannot ask for "${name}". Write fields.NAME for a field, or one of ${FILTER_PATHS.join(", ")}.`,
  );
}

const isOperator = (name: string): name is OperatorName => Object.hasOwn(OPERATORS, name);

function compileOperator(name: string, operand: unknown, at: string, budget: FilterBudget) {
  if (!isOperator(name)) {
    throw refusal(
      at,
      `There is no operator "${name}". Use one of ${Object.keys(OPERATORS).join(", ")}.`,
    );
  }
  const { takes, compile }: Operator = OPERATORS[name];
  const accepted = ACCEPTED[takes];
  if (!accepted.accepts(operand)) throw refusal(at, `${name} takes ${accepted.inWords}.`);
  try {
    return compile(operand as never, budget);
  } catch (error) {
    throw refusal(at, `The expression of ${name} cannot be used: ${messageOf(error)}.`);
  }
}

const wordsOf = (path: string, operator: string, operand: unknown): string =>
  operator === "$exists"
    ? `${path} is ${operand === true ? "filled in" : "empty"}`
    : `${path} ${OPERATORS[operator as OperatorName].words} ${JSON.stringify(operand)}`;

const messageOf = (error: unknown) =>
  error instanceof Error ? error.message.replace(/^error parsing regexp: /, "") : String(error);

const isText = (operand: unknown): operand is string =>
  typeof operand === "string" && operand.length <= MAX_OPERAND_CHARACTERS;
const isValue = (operand: unknown) => isText(operand) || typeof operand === "number";

const ACCEPTED: Readonly<
  Record<Operator["takes"], { accepts: (operand: unknown) => boolean; inWords: string }>
> = {
  value: { accepts: isValue, inWords: "a number or a text of at most 1,000 characters" },
  text: {
    accepts: (operand) => isText(operand) && operand !== "",
    inWords: "a text of 1 to 1,000 characters",
  },
  values: {
    accepts: (operand) =>
      Array.isArray(operand) && operand.length <= MAX_OPERANDS && operand.every(isValue),
    inWords: `a list of at most ${MAX_OPERANDS} texts and numbers`,
  },
  "yes or no": { accepts: (operand) => typeof operand === "boolean", inWords: "true or false" },
};

const either = (branches: readonly (readonly Clause[])[]): Clause => ({
  words: `(${branches.map(inWords).join(" or ")})`,
  holds: (post) => branches.some((clauses) => failingClause(clauses, post) === -1),
});

const negated = (clauses: readonly Clause[]): Clause => ({
  words: `not (${inWords(clauses)})`,
  holds: (post) => failingClause(clauses, post) !== -1,
});

const NO_VALUES: readonly Value[] = [];
const present = (value: Value | null): readonly Value[] => (value === null ? NO_VALUES : [value]);

type Test = (value: Value, normal: Normalize) => boolean;
/** Every post is asked all conditions of its form, so what they run makes no functions and lists. */
const anyOf = (test: Test) => (values: readonly Value[], normal: Normalize) => {
  for (const value of values) if (test(value, normal)) return true;
  return false;
};
const noneOf = (test: Test) => {
  const any = anyOf(test);
  return (values: readonly Value[], normal: Normalize) => !any(values, normal);
};

const isAmong = (operands: readonly Value[]): Test => {
  const tests = operands.map(equals);
  return (value, normal) => tests.some((test) => test(value, normal));
};

/** Letter case and spaces at the ends do not count. */
const normalize: Normalize = (value) => fold(String(value).slice(0, MAX_COMPARED)).trim();

/** {@link normalize} for one post. */
export function rememberNormals(): Normalize {
  const known = new Map<Value, string>();
  return (value) => {
    const normal = known.get(value) ?? normalize(value);
    known.set(value, normal);
    return normal;
  };
}

const numberOf = (value: Value): number =>
  typeof value === "number" ? value : value.trim() === "" ? Number.NaN : Number(value);

/** Numbers are compared as numbers, and everything else as text. */
function equals(operand: Value): Test {
  if (typeof operand === "number") return (value) => numberOf(value) === operand;
  const wanted = normalize(operand);
  return (value, normal) => normal(value) === wanted;
}

/** Text is compared letter by letter, which is right for dates such as 2026-01-31. */
function compared(isOrdered: (order: number) => boolean) {
  return (operand: Value) => {
    if (typeof operand === "number") {
      return anyOf((value) => isOrdered(numberOf(value) - operand));
    }
    const wanted = normalize(operand);
    return anyOf((value, normal) => {
      const text = normal(value);
      return text !== "" && isOrdered(text < wanted ? -1 : Number(text > wanted));
    });
  };
}

function folded(test: (text: string, wanted: string) => boolean) {
  return (operand: string) => {
    const wanted = fold(operand);
    return anyOf((value, normal) => test(normal(value), wanted));
  };
}

/** RE2, since an expression of V8 could hold up a post for minutes. */
function searched(source: string, budget: FilterBudget) {
  const expression = RE2JS.compile(source);
  budget.steps -= expression.programSize();
  if (budget.steps < 0) throw new Error("it is too large, alone or with the others");
  return anyOf((value) => expression.matcher(String(value).slice(0, MAX_SEARCHED)).find());
}
