/**
 * The language of searches: `tag:vip is:unread has:file "call back" -spam`. What is not an operator is text, as it
 * was before there were any. A word with a colon whose beginning is no operator's name is a field with a value, or that
 * text.
 */
import { invalid } from "../errors.ts";
import { fold } from "../folded-text.ts";
import { timeOf } from "../parse-time.ts";
import { DELIVERY_STATES, type DeliveryState } from "./delivery-state.ts";
import type { StateFlag, SubmissionStates, ValueFilters } from "./submission-filter.ts";
import { tagKey } from "./tags.ts";

/** What `has:` finds. */
const HAS = ["file", "note", "reply"] as const;
export type Has = (typeof HAS)[number];

/** Conditions that only a search evaluates, row by row or from its own index. All of them must hold. */
export interface SearchTerms {
  /** Case-folded, not empty. */
  readonly contains: readonly string[];
  readonly lacks: readonly string[];
  /** By {@link tagKey}. */
  readonly tags: readonly string[];
  readonly withoutTags: readonly string[];
  readonly has: readonly Has[];
  readonly hasNo: readonly Has[];
  /** Parts of the sender's address, A to Z in lower case. */
  readonly from: readonly string[];
  readonly notFrom: readonly string[];
  /** Parts of the names of files, A to Z in lower case. */
  readonly files: readonly string[];
  readonly notFiles: readonly string[];
  readonly fields: readonly FieldTerm[];
  readonly notFields: readonly FieldTerm[];
  /** The address of the assignee, or a part of it, in lower case; `none` for nobody. */
  readonly assignees: readonly string[];
  readonly notAssignees: readonly string[];
  readonly isSeen: boolean | undefined;
  readonly isPossibleSpam: boolean | undefined;
  /** `undefined` for every form. */
  readonly forms: readonly number[] | undefined;
  readonly notForms: readonly number[];
}

/** Both case-folded. What the field of this name must contain, or any field as the text `name:value`. */
export type FieldTerm = { readonly name: string; readonly value: string };

export const NO_TERMS: SearchTerms = {
  contains: [],
  lacks: [],
  tags: [],
  withoutTags: [],
  has: [],
  hasNo: [],
  from: [],
  notFrom: [],
  files: [],
  notFiles: [],
  fields: [],
  notFields: [],
  assignees: [],
  notAssignees: [],
  isSeen: undefined,
  isPossibleSpam: undefined,
  forms: undefined,
  notForms: [],
};

/** Whether the terms select every submission. */
export const isEmpty = ({ isSeen, isPossibleSpam, forms, ...lists }: SearchTerms): boolean =>
  isSeen === undefined &&
  isPossibleSpam === undefined &&
  forms === undefined &&
  Object.values(lists).every(({ length }) => length === 0);

/** Forms by their name, id or uuid, or by the name or id of their project. */
export type NamedForms = { readonly by: "form" | "project"; readonly name: string };

export interface SearchQuery extends Partial<ValueFilters> {
  readonly terms: SearchTerms;
  /** The states of `is:`; `"nothing"` if they contradict each other. */
  readonly states: SubmissionStates | "nothing";
  readonly created_after: number | undefined;
  readonly created_before: number | undefined;
  /** The submission is of a form that each of them names. */
  readonly forms: readonly NamedForms[];
  readonly notForms: readonly NamedForms[];
}

/** More of them are no question of a person. */
const MAX_TERMS = 20;

const STATES = {
  unread: ["read", 0],
  read: ["read", 1],
  spam: ["spam", 1],
  trash: ["trash", 1],
} as const satisfies Readonly<Record<string, readonly [StateFlag, 0 | 1]>>;

/**
 * A word of the search: an optional minus, an optional name and colon, and a text, perhaps in quotation marks.
 * A minus alone, a quotation mark without its second one, and an address such as https://… are text.
 */
const WORD =
  /(?<minus>-(?=[\p{L}\p{N}"_]))?(?:(?<name>[\p{L}_][\p{L}\p{N}_.[\]-]*):(?!\/\/))?(?:"(?<quoted>[^"]+)"(?=\s|$)|(?<bare>\S+))/giuy;

/** @throws AppError `invalid`, naming `query`, for an operator with a value that it does not know. */
export function parseSearch(query: string): SearchQuery {
  const found = new Collected();
  let textFrom: number | undefined;
  let at = 0;
  const endText = (end: number) => {
    const text = textFrom === undefined ? "" : query.slice(textFrom, end).trim();
    if (text !== "") found.text(text, false);
    textFrom = undefined;
  };
  while (at < query.length) {
    if (/\s/.test(query[at] ?? "")) {
      at += 1;
      continue;
    }
    WORD.lastIndex = at;
    const groups = WORD.exec(query)?.groups;
    if (groups === undefined) break;
    const { minus, name, quoted, bare = "" } = groups;
    const isNegated = minus !== undefined;
    const isOperator = name !== undefined && OPERATORS.has(name.toLowerCase());
    const isText = !isNegated && name === undefined && quoted === undefined;
    if (isText) textFrom ??= at;
    else {
      endText(at);
      const value = quoted ?? bare;
      if (isOperator) found.operator(name.toLowerCase(), value, isNegated);
      else if (name !== undefined) found.field(name, value, isNegated);
      else found.text(value, isNegated);
    }
    at = WORD.lastIndex;
  }
  endText(query.length);
  return found.query();
}

/** The lists that an operator adds its value to, without a minus and with it, and how the value is compared. */
const LISTS = {
  tag: ["tags", "withoutTags", tagKey],
  has: ["has", "hasNo", hasOf],
  from: ["from", "notFrom", asciiLower],
  file: ["files", "notFiles", asciiLower],
  assignee: ["assignees", "notAssignees", asciiLower],
} as const satisfies Readonly<
  Record<string, readonly [ListName, ListName, (value: string) => string]>
>;

const OPERATORS: ReadonlySet<string> = new Set([
  ...Object.keys(LISTS),
  "is",
  "before",
  "after",
  "form",
  "project",
  "delivery",
]);

/** The values of `is:` that say yes or no, and the condition that they decide. */
const FLAGS = {
  seen: ["isSeen", true],
  unseen: ["isSeen", false],
  snoozed: ["snoozed", true],
  "possible-spam": ["isPossibleSpam", true],
} as const;

const IS = [...Object.keys(STATES), ...Object.keys(FLAGS), "replied"];

type ListName = {
  [Name in keyof SearchTerms]: SearchTerms[Name] extends readonly unknown[] ? Name : never;
}[keyof SearchTerms];

class Collected {
  readonly #lists: Partial<Record<ListName, unknown[]>> = {};
  readonly #forms: Record<"forms" | "notForms", NamedForms[]> = { forms: [], notForms: [] };
  readonly #flags: { isSeen?: boolean; isPossibleSpam?: boolean; snoozed?: boolean } = {};
  #states: { [Name in StateFlag]?: 0 | 1 } = {};
  #isNothing = false;
  #delivery: DeliveryState | undefined;
  #after: number | undefined;
  #before: number | undefined;
  #count = 0;

  text(text: string, isNegated: boolean): void {
    this.#countOne();
    this.#add(isNegated ? "lacks" : "contains", fold(text));
  }

  field(name: string, value: string, isNegated: boolean): void {
    this.#countOne();
    if (value.startsWith('"')) throw unclosed(name, value);
    const term = { name: fieldKey(name), value: fold(value) } satisfies FieldTerm;
    this.#add(isNegated ? "notFields" : "fields", term);
  }

  operator(name: string, value: string, isNegated: boolean): void {
    this.#countOne();
    if (isKeyOf(LISTS, name)) {
      const [list, listOfOthers, write] = LISTS[name];
      this.#add(isNegated ? listOfOthers : list, write(value));
    } else if (name === "form" || name === "project") {
      this.#forms[isNegated ? "notForms" : "forms"].push({ by: name, name: value });
    } else if (name === "delivery") this.#delivered(value, isNegated);
    else if (name === "is") this.#is(value.toLowerCase(), isNegated);
    else this.#bound((name === "before") !== isNegated, timeIn(name, value));
  }

  query(): SearchQuery {
    const { snoozed, ...flags } = this.#flags;
    return {
      terms: { ...NO_TERMS, ...(this.#lists as Partial<SearchTerms>), ...flags },
      states: this.#isNothing ? "nothing" : this.#states,
      created_after: this.#after,
      created_before: this.#before,
      delivery_state: this.#delivery,
      snoozed,
      ...this.#forms,
    };
  }

  #countOne(): void {
    this.#count += 1;
    if (this.#count <= MAX_TERMS) return;
    throw invalid("query", `A search has at most ${MAX_TERMS} conditions. Remove some.`);
  }

  #add(list: ListName, value: string | FieldTerm): void {
    (this.#lists[list] ??= []).push(value);
  }

  #is(value: string, isNegated: boolean): void {
    if (isKeyOf(FLAGS, value)) {
      const [flag, set] = FLAGS[value];
      const wanted = set !== isNegated;
      this.#isNothing ||= this.#flags[flag] === !wanted;
      this.#flags[flag] = wanted;
    } else if (value === "replied") {
      this.#add(isNegated ? "hasNo" : "has", "reply");
    } else if (isKeyOf(STATES, value)) {
      const [flag, set] = STATES[value];
      const wanted = isNegated ? (set === 1 ? 0 : 1) : set;
      this.#isNothing ||= (this.#states[flag] ?? wanted) !== wanted;
      this.#states = { ...this.#states, [flag]: wanted };
    } else throw unknownValue("is", value, IS);
  }

  #delivered(text: string, isNegated: boolean): void {
    const state = DELIVERY_STATES.find((one) => one === text.toLowerCase());
    if (state === undefined) throw unknownValue("delivery", text, DELIVERY_STATES);
    if (isNegated) {
      throw invalid("query", "delivery: cannot be negated. Search for one of the other states.");
    }
    this.#isNothing ||= (this.#delivery ?? state) !== state;
    this.#delivery = state;
  }

  /** `before` leaves out the time itself, and `after` takes it: together they are everything. */
  #bound(isBefore: boolean, at: number): void {
    if (isBefore) this.#before = Math.min(this.#before ?? at, at);
    else this.#after = Math.max(this.#after ?? at - 1, at - 1);
  }
}

const isKeyOf = <T extends object>(table: T, name: PropertyKey): name is keyof T =>
  Object.hasOwn(table, name);

/** The name by which fields are compared: `Colors[]` and `colors` are one. */
export const fieldKey = (name: string): string => fold(name).replace(/\[\]$/, "");

function hasOf(text: string): Has {
  const value = HAS.find((one) => one === text.toLowerCase());
  if (value === undefined) throw unknownValue("has", text, HAS);
  return value;
}

function timeIn(name: string, value: string): number {
  const at = timeOf(value);
  if (at !== undefined) return at;
  throw invalid(
    "query",
    `${name}:${shown(value)} names no day. Write a date, such as ${name}:2026-11-01; to find the text itself, put it into quotation marks.`,
  );
}

const unknownValue = (name: string, value: string, known: readonly string[]) =>
  invalid(
    "query",
    `${name}:${shown(value)} is unknown. Use ${known.map((one) => `${name}:${one}`).join(", ")}; to find the text itself, put it into quotation marks.`,
  );

const unclosed = (name: string, value: string) =>
  invalid(
    "query",
    `${shown(`${name}:${value}`)} names no value of the field ${shown(name)}. Write ${shown(name)}:value, or ${shown(name)}:"two words" with both quotation marks.`,
  );

const shown = (value: string) => value.slice(0, 40);

/** As the databases do it, which know no other letters in this column. */
function asciiLower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
