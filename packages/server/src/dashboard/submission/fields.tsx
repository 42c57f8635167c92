/** The submitted fields, in their order, truncated so that the page stays small. */
import type { FormParam, Submission } from "@intray/sdk/schemas";
import type { TruncatedText, TextBudget } from "../../platform/text/truncation.ts";
import { truncateAt, UNLIMITED_TEXT, createTextBudget } from "../../platform/text/truncation.ts";
import { LinkedText, Text } from "../layout/user-text.tsx";

/** Of one value. */
const MAX_CHARACTERS = 20_000;
/** Of all values together, as HTML. */
const MAX_BYTES = 45_000;
const MAX_NAME_CHARACTERS = 200;
/** Longer values are folded: the beginning is shown, and the rest on demand. */
const FOLD_ABOVE = { characters: 1_500, lines: 25 };
/** The length of that beginning. */
const FOLDED_LENGTH = { characters: 900, lines: 12 };

interface SubmissionFieldsProps {
  readonly submission: Submission;
  /** Shows all values without truncation. */
  readonly isWhole: boolean;
  /** URL of the page without truncation. */
  readonly whole: string;
}

export function SubmissionFields({ submission, isWhole, whole }: SubmissionFieldsProps) {
  const budget = isWhole
    ? UNLIMITED_TEXT
    : createTextBudget({ maxCharacters: MAX_CHARACTERS, maxBytes: MAX_BYTES });
  const { form_params } = submission;
  const shown = truncateFields(form_params, budget);
  const isCut = shown.length < form_params.length || shown.some((field) => field.isCut);
  return (
    <section class="card">
      <h2 class="visually-hidden">Fields</h2>
      <dl class="values">
        {shown.map((field) => (
          <div>
            <dt>
              <Text of={field.name} />
            </dt>
            <dd>
              {field.isList ? (
                <ul>
                  {field.values.map((value) => (
                    <li>
                      <Value value={value} />
                    </li>
                  ))}
                </ul>
              ) : (
                field.values.map((value) => <Value value={value} />)
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isCut ? (
        <p class="small">
          {`Long values are truncated. `}
          <a href={whole}>Show everything</a>
        </p>
      ) : null}
    </section>
  );
}

interface ShownField {
  readonly name: string;
  readonly values: readonly TruncatedText[];
  readonly isList: boolean;
  readonly isCut: boolean;
}

function truncateFields(fields: readonly FormParam[], budget: TextBudget): readonly ShownField[] {
  const shown: ShownField[] = [];
  for (const { name, value } of fields) {
    if (budget.isSpent) break;
    const all = typeof value === "string" ? [value] : value;
    const values: TruncatedText[] = [];
    for (const one of all) {
      if (budget.isSpent) break;
      values.push(budget.truncate(one));
    }
    const label = budget.truncate(
      budget === UNLIMITED_TEXT ? name : truncateAt(name, MAX_NAME_CHARACTERS),
    ).text;
    const isNameCut = label.length < name.length;
    shown.push({
      name: isNameCut ? `${label} …` : label,
      values,
      isList: typeof value !== "string",
      isCut: isNameCut || values.length < all.length || values.some(({ cut }) => cut > 0),
    });
  }
  return shown;
}

function Value({ value: { text, cut } }: { readonly value: TruncatedText }) {
  if (text === "" && cut === 0) return <span class="soft">empty</span>;
  const end = foldAt(text);
  const left =
    cut === 0 ? null : (
      <span class="soft">{` … and ${cut.toLocaleString("en")} more characters`}</span>
    );
  if (end === undefined) {
    return (
      <div class="text">
        <LinkedText of={text} />
        {left}
      </div>
    );
  }
  return (
    <>
      <div class="text">
        <LinkedText of={text.slice(0, end).trimEnd()} />
      </div>
      <details>
        <summary>{`The rest (${(text.length - end).toLocaleString("en")} characters)`}</summary>
        <div class="text">
          <LinkedText of={text.slice(end)} />
          {left}
        </div>
      </details>
    </>
  );
}

/** Returns the index to fold a long text at, between words if possible; `undefined` for a short text. */
function foldAt(text: string): number | undefined {
  const isLong =
    text.length > FOLD_ABOVE.characters || nthLine(text, FOLD_ABOVE.lines) !== undefined;
  if (!isLong) return undefined;
  const max = Math.min(FOLDED_LENGTH.characters, nthLine(text, FOLDED_LENGTH.lines) ?? Infinity);
  const space = text.slice(0, max).search(/\s\S*$/);
  return space > max / 2 ? space + 1 : truncateAt(text, max).length;
}

/** Returns the index at which a line begins; lines are numbered from 0. */
function nthLine(text: string, number: number): number | undefined {
  let start = 0;
  for (let line = 0; line < number; line += 1) {
    const end = text.indexOf("\n", start);
    if (end === -1) return undefined;
    start = end + 1;
  }
  return start;
}
