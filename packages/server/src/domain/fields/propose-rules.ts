/** Proposes field rules from what a form has received. A person corrects and saves them. */
import type { Fields } from "../submission/submission.ts";
import type { FieldRule, FieldType } from "./field-rule.ts";
import { isDate, isEmailInput, isUrlInput, numberOf } from "./input-values.ts";
import { choiceProblem, nameProblem } from "./rule-problem.ts";

export interface ReceivedPost {
  readonly fields: Fields;
  /** The names of file inputs. */
  readonly files: readonly string[];
}

/** As many as a form may have. */
const MAX_RULES = 100;
const MAX_NAME_CHARACTERS = 200;
/** More different values are hardly a choice. */
const MAX_OPTIONS = 20;
const MAX_OPTION_CHARACTERS = 200;
/** Longer texts need more than one line. */
const MAX_LINE_CHARACTERS = 120;

const BOX_VALUES = new Set(["on", "yes", "true", "1"]);
const PHONE = /^\+?[\d ()/.-]{5,25}$/;
const PHONE_NAME = /phone|tel|mobile|fax/i;

interface Seen {
  /** Posts with the name. */
  posts: number;
  /** Posts in which it was filled in. */
  filled: number;
  isList: boolean;
  isFile: boolean;
  readonly values: string[];
}

/**
 * Returns the rules of `known`, and after them one for each other name: required if it was filled in every
 * post, and of the type that all of its values have.
 */
export function proposeRules(
  posts: readonly ReceivedPost[],
  known: readonly FieldRule[],
): readonly FieldRule[] {
  const seen = new Map<string, Seen>();
  const see = (name: string) => {
    const before = seen.get(name);
    if (before !== undefined) return before;
    const first = { posts: 0, filled: 0, isList: false, isFile: false, values: [] };
    seen.set(name, first);
    return first;
  };
  for (const { fields, files } of posts) {
    for (const [name, value] of fields) note(see(name), value);
    for (const name of new Set(files)) {
      const one = see(name);
      one.isFile = true;
      one.filled += 1;
    }
  }
  const names = new Set(known.map(({ name }) => name));
  const added = [...seen].filter(([name]) => isUsable(name) && !names.has(name));
  return [...known, ...added.map(([name, one]) => ruleFor(name, one, posts.length))].slice(
    0,
    MAX_RULES,
  );
}

function note(one: Seen, value: string | readonly string[]): void {
  const values = (typeof value === "string" ? [value] : value).filter((text) => /\S/.test(text));
  one.posts += 1;
  one.filled += values.length > 0 ? 1 : 0;
  one.isList ||= typeof value !== "string";
  one.values.push(...values);
}

const isUsable = (name: string) =>
  name !== "" &&
  name.length <= MAX_NAME_CHARACTERS &&
  nameProblem({ name, type: "text" }) === undefined;

function ruleFor(name: string, one: Seen, posts: number): FieldRule {
  const required = one.filled === posts ? { required: true } : {};
  if (one.isFile) return { name, type: "file", ...required };
  const options = [...new Set(one.values)];
  if (one.isList) {
    const isChoice =
      options.length <= MAX_OPTIONS &&
      choiceProblem({ name, type: "checkbox", options }) === undefined &&
      options.every((option) => option.length <= MAX_OPTION_CHARACTERS);
    // A text takes one value, and of a list without a choice nothing can be said.
    return isChoice ? { name, type: "checkbox", ...required, options } : { name, type: "checkbox" };
  }
  return { name, type: typeOf(name, one.values), ...required };
}

function typeOf(name: string, values: readonly string[]): FieldType {
  if (values.length === 0) return "text";
  const all = (is: (value: string) => boolean) => values.every(is);
  if (all((value) => isEmailInput(value.trim()))) return "email";
  if (all(isUrlInput)) return "url";
  if (all(isDate)) return "date";
  if (new Set(values).size === 1 && all((value) => BOX_VALUES.has(value))) return "checkbox";
  if (PHONE_NAME.test(name) && all((value) => PHONE.test(value.trim()))) return "tel";
  // Numbers with a zero in front are codes.
  if (all((value) => numberOf(value.trim()) !== undefined && !/^-?0\d/.test(value.trim()))) {
    return /zip|post|code|plz/i.test(name) ? "text" : "number";
  }
  const isLong = (value: string) => value.includes("\n") || value.length > MAX_LINE_CHARACTERS;
  return values.some(isLong) ? "textarea" : "text";
}
