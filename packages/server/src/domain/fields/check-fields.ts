/** Checks the fields of a post by the rules of its form. */
import { meaningsOf, type OriginService } from "../origin-service.ts";
import type { Fields } from "../submission/submission.ts";
import { acceptedFiles } from "./accept-attribute.ts";
import { type FieldRule, rangeOf, takesSeveral } from "./field-rule.ts";
import { inputLength, isDate, isEmailInput, isUrlInput, numberOf } from "./input-values.ts";
import { compilePattern } from "./pattern.ts";

/** How a field breaks its rule, in the words of other form services where they have one. */
export type RuleCode =
  | "REQUIRED_FIELD_MISSING"
  | "REQUIRED_FIELD_EMPTY"
  | "TYPE_TEXT"
  | "TYPE_EMAIL"
  | "TYPE_URL"
  | "TYPE_NUMERIC"
  | "TYPE_DATE"
  | "TYPE_FILE"
  | "TOO_SHORT"
  | "TOO_LONG"
  | "VALUE_TOO_LOW"
  | "VALUE_TOO_HIGH"
  | "PATTERN_MISMATCH"
  | "OPTION_UNKNOWN"
  | "TOO_FEW_VALUES"
  | "TOO_MANY_VALUES"
  | "TOO_FEW_FILES"
  | "TOO_MANY_FILES"
  | "FILE_TYPE"
  | "FILES_TOO_BIG";

export interface BrokenRule {
  readonly rule: FieldRule;
  readonly code: RuleCode;
  /** The limit or the types that the rule names; empty if the code has none. */
  readonly limit: string | number;
}

/** A file as the browser describes it. */
export interface SentFile {
  readonly form_name: string;
  readonly name: string;
  readonly content_type: string;
  readonly file_size: number;
}

type Broken = Omit<BrokenRule, "rule"> | undefined;

export interface FileRule {
  readonly rule: FieldRule;
  readonly maxFiles: number;
  readonly maxBytes: number;
  readonly accepts: (file: Pick<SentFile, "name" | "content_type">) => boolean;
}

interface ValueRule {
  readonly rule: FieldRule;
  /** @param values Without empty ones, at least one. */
  readonly check: (values: readonly string[]) => Broken;
}

export interface FieldRules {
  readonly fields: readonly FieldRule[];
  readonly values: ReadonlyMap<string, ValueRule>;
  readonly files: ReadonlyMap<string, FileRule>;
}

/**
 * Compiles rules that {@link rulesProblem} accepts; `null` if there are none.
 *
 * @param form The settings that name control fields, which are never fields of a submission.
 */
export function compileRules(
  fields: readonly FieldRule[],
  form: { readonly honeypot_field: string; readonly origin_service: OriginService | null },
): FieldRules | null {
  const meanings = meaningsOf(form.origin_service);
  const used = fields.filter(({ name }) => name !== form.honeypot_field && !meanings.has(name));
  if (used.length === 0) return null;
  const files = used.filter(({ type }) => type === "file");
  const others = used.filter(({ type }) => type !== "file");
  return {
    fields: used,
    values: new Map(others.map((rule) => [rule.name, { rule, check: checkOf(rule) }])),
    files: new Map(files.map((rule) => [rule.name, fileRule(rule)])),
  };
}

export interface CheckedFields {
  /** In the order of the rules; a field breaks at most one. */
  readonly broken: readonly BrokenRule[];
  /** Names of fields and files that have no rule, in the order sent. */
  readonly withoutRule: ReadonlySet<string>;
}

export function checkFields(
  { fields: rules, values, files }: FieldRules,
  fields: Fields,
  sent: readonly SentFile[],
): CheckedFields {
  // Most posts break no rule, so nothing is allocated for them.
  let found: Map<string, Broken> | undefined;
  const note = (name: string, one: Broken) => {
    if (one !== undefined) (found ??= new Map()).set(name, one);
  };
  let withoutRule: Set<string> | undefined;
  const given = new Map<string, "empty" | "filled">();
  for (const [name, value] of fields) {
    const rule = values.get(name);
    const filled = filledValues(value);
    if (rule !== undefined) {
      given.set(name, filled.length === 0 ? "empty" : "filled");
      if (filled.length > 0) note(name, rule.check(filled));
    } else if (!files.has(name)) (withoutRule ??= new Set()).add(name);
    else if (filled.length > 0) note(name, broken("TYPE_FILE"));
  }
  const filesByName = sent.length === 0 ? NO_FILES : Map.groupBy(sent, (file) => file.form_name);
  for (const [name, own] of filesByName) {
    const rule = files.get(name);
    given.set(name, "filled");
    if (rule !== undefined) note(name, checkFiles(rule, own));
    else if (values.has(name)) note(name, broken("TYPE_TEXT"));
    else (withoutRule ??= new Set()).add(name);
  }
  for (const { name, required } of rules) {
    const state = given.get(name);
    if (required !== true || state === "filled" || found?.has(name) === true) continue;
    note(name, broken(state === undefined ? "REQUIRED_FIELD_MISSING" : "REQUIRED_FIELD_EMPTY"));
  }
  return { broken: inOrder(rules, found), withoutRule: withoutRule ?? NO_NAMES };
}

const NO_FILES: ReadonlyMap<string, readonly SentFile[]> = new Map();
const NO_NAMES: ReadonlySet<string> = new Set();
const NO_VALUES: readonly string[] = [];

function filledValues(value: string | readonly string[]): readonly string[] {
  if (typeof value !== "string") return value.filter(isFilled);
  return isFilled(value) ? [value] : NO_VALUES;
}

const isFilled = (value: string) => /\S/.test(value);

function inOrder(
  rules: readonly FieldRule[],
  found: ReadonlyMap<string, Broken> | undefined,
): readonly BrokenRule[] {
  if (found === undefined) return [];
  return rules.flatMap((rule) => {
    const one = found.get(rule.name);
    return one === undefined ? [] : [{ rule, ...one }];
  });
}

const broken = (code: RuleCode, limit: string | number = ""): Broken => ({ code, limit });

function checkOf(rule: FieldRule): ValueRule["check"] {
  if (rule.options !== undefined) return choiceCheck(rule, new Set(rule.options));
  if (rule.type === "checkbox") return () => undefined;
  const check = textCheck(rule);
  // The type does not say so, but it is one value: a repeated name is not what the page's input sends.
  return (values) => (values.length > 1 ? broken("TYPE_TEXT") : check(values[0] ?? ""));
}

function choiceCheck(rule: FieldRule, options: ReadonlySet<string>): ValueRule["check"] {
  const several = takesSeveral(rule);
  const min = several ? Number(rule.min ?? 0) : 0;
  const max = several ? Number(rule.max ?? options.size) : 1;
  return (values) => {
    if (!values.every((value) => options.has(value))) return broken("OPTION_UNKNOWN");
    if (values.length > max) return broken("TOO_MANY_VALUES", max);
    return values.length < min ? broken("TOO_FEW_VALUES", min) : undefined;
  };
}

type TextCheck = (value: string) => Broken;

/** The types whose values have a form of their own; the code if a value has not. */
const FORMATS = {
  email: { is: isEmailInput, code: "TYPE_EMAIL" },
  url: { is: isUrlInput, code: "TYPE_URL" },
  number: { is: (text: string) => numberOf(text) !== undefined, code: "TYPE_NUMERIC" },
  date: { is: isDate, code: "TYPE_DATE" },
} as const satisfies Partial<
  Record<FieldRule["type"], { readonly is: (text: string) => boolean; readonly code: RuleCode }>
>;
const isFormat = (type: string): type is keyof typeof FORMATS => type in FORMATS;

function textCheck(rule: FieldRule): TextCheck {
  const checks = [...formatChecks(rule), ...rangeChecks(rule), ...patternChecks(rule)];
  // Browsers trim these before they send them.
  const isTrimmed = isFormat(rule.type);
  return (sent) => {
    const value = isTrimmed ? sent.trim() : sent;
    for (const check of checks) {
      const found = check(value);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function formatChecks({ type }: FieldRule): readonly TextCheck[] {
  if (!isFormat(type)) return [];
  const { is, code } = FORMATS[type];
  return [(value) => (is(value) ? undefined : broken(code))];
}

function rangeChecks(rule: FieldRule): readonly TextCheck[] {
  const { min, max } = rule;
  if (min === undefined && max === undefined) return [];
  if (rangeOf(rule) !== "length") {
    const sizeOf = rangeOf(rule) === "number" ? Number : (text: string) => text;
    return [
      (value) => {
        if (min !== undefined && sizeOf(value) < min) return broken("VALUE_TOO_LOW", min);
        return max !== undefined && sizeOf(value) > max ? broken("VALUE_TOO_HIGH", max) : undefined;
      },
    ];
  }
  return [
    (value) => {
      const length = inputLength(value);
      if (min !== undefined && length < Number(min)) return broken("TOO_SHORT", min);
      return max !== undefined && length > Number(max) ? broken("TOO_LONG", max) : undefined;
    },
  ];
}

function patternChecks({ pattern }: FieldRule): readonly TextCheck[] {
  const compiled = pattern === undefined ? undefined : compilePattern(pattern);
  // A version that knew more patterns may have saved it.
  if (compiled === undefined || "problem" in compiled) return [];
  return [(value) => (compiled.matches(value) ? undefined : broken("PATTERN_MISMATCH"))];
}

const fileRule = (rule: FieldRule): FileRule => ({
  rule,
  maxFiles: takesSeveral(rule) ? Number(rule.max ?? Infinity) : 1,
  maxBytes: rule.max_bytes ?? Infinity,
  accepts: rule.accept === undefined ? () => true : acceptedFiles(rule.accept),
});

function checkFiles({ rule, maxFiles, maxBytes, accepts }: FileRule, files: readonly SentFile[]) {
  if (!files.every(accepts)) return broken("FILE_TYPE", rule.accept);
  if (files.some(({ file_size }) => file_size > maxBytes)) return broken("FILES_TOO_BIG", maxBytes);
  if (files.length > maxFiles) return broken("TOO_MANY_FILES", maxFiles);
  const min = Number(rule.min ?? 0);
  return files.length < min ? broken("TOO_FEW_FILES", min) : undefined;
}
