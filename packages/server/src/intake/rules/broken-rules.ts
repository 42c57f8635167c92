/** Rejects a post whose fields break the rules of its form. */
import { AppError, type FieldProblem } from "../../domain/errors.ts";
import type { BrokenRule, FieldRules, SentFile } from "../../domain/fields/check-fields.ts";
import { checkFields } from "../../domain/fields/check-fields.ts";
import type { Fields } from "../../domain/submission/submission.ts";
import { readableBytes } from "../parse/limits.ts";
import { TEXTS, type PageTexts } from "../texts.ts";

/** An error `invalid` with one problem for each field. Its messages are in English. */
export class BrokenRulesError extends AppError {
  readonly broken: readonly BrokenRule[];

  constructor(broken: readonly BrokenRule[]) {
    const shown = broken.slice(0, MAX_SHOWN).map(({ rule }) => `"${rule.label ?? rule.name}"`);
    const more = broken.length > MAX_SHOWN ? ` and ${broken.length - MAX_SHOWN} more` : "";
    super(
      "invalid",
      `The post was not stored, because these fields break the form's rules: ${shown.join(", ")}${more}. Correct them and send it again.`,
      { fields: problemsIn(TEXTS.en.rules, broken) },
    );
    this.broken = broken;
  }
}

/** Fields that the sentence names; the list of problems has them all. */
const MAX_SHOWN = 5;

/**
 * Returns the names of fields without a rule.
 *
 * @throws BrokenRulesError
 */
export function requireRules(
  rules: FieldRules,
  fields: Fields,
  files: readonly SentFile[],
  onRejected: (withoutRule: ReadonlySet<string>) => void,
): ReadonlySet<string> {
  const { broken, withoutRule } = checkFields(rules, fields, files);
  if (broken.length === 0) return withoutRule;
  onRejected(withoutRule);
  throw new BrokenRulesError(broken);
}

/** One problem for each field, worded for the visitor. */
export const problemsIn = (
  texts: PageTexts["rules"],
  broken: readonly BrokenRule[],
): FieldProblem[] =>
  broken.map((one) => ({
    field: one.rule.name,
    code: one.code,
    message: messageOf(texts, one),
  }));

function messageOf(texts: PageTexts["rules"], { code, limit }: BrokenRule): string {
  switch (code) {
    case "REQUIRED_FIELD_MISSING":
    case "REQUIRED_FIELD_EMPTY":
      return texts.required;
    case "TYPE_TEXT":
      return texts.oneValue;
    case "TYPE_EMAIL":
      return texts.email;
    case "TYPE_URL":
      return texts.url;
    case "TYPE_NUMERIC":
      return texts.number;
    case "TYPE_DATE":
      return texts.date;
    case "TYPE_FILE":
      return texts.file;
    case "TOO_SHORT":
      return texts.minLength(limit);
    case "TOO_LONG":
      return texts.maxLength(limit);
    case "VALUE_TOO_LOW":
      return texts.min(limit);
    case "VALUE_TOO_HIGH":
      return texts.max(limit);
    case "PATTERN_MISMATCH":
      return texts.pattern;
    case "OPTION_UNKNOWN":
      return texts.option;
    case "TOO_FEW_VALUES":
      return texts.minValues(limit);
    case "TOO_MANY_VALUES":
      return texts.maxValues(limit);
    case "TOO_FEW_FILES":
      return texts.minFiles(limit);
    case "TOO_MANY_FILES":
      return texts.maxFiles(limit);
    case "FILE_TYPE":
      return texts.fileType(String(limit));
    case "FILES_TOO_BIG":
      return texts.fileSize(readableBytes(Number(limit)));
  }
}
