/** The errors of a rejected form: a summary with links above it, and the message of each input. */
import { createContext, type Child, useContext } from "hono/jsx";
import { html } from "hono/html";
import type { AppError, FieldProblem } from "../../domain/errors.ts";

interface WrongInput {
  readonly id: string;
  readonly problems: readonly FieldProblem[];
  readonly messages: readonly string[];
}

/** The wrong inputs of the form that is being rendered, in the order of the page. */
const WrongInputs = createContext<WrongInput[] | undefined>(undefined);

interface Input {
  readonly id: string;
  readonly label: string;
  /** The API member that the input sets. */
  readonly member: string;
  readonly error: AppError | undefined;
}

/**
 * Returns what is wrong with an input, as one text, and whether it gets the focus: the first wrong input of
 * {@link CheckedForm}. Lists have one sentence for each wrong line.
 */
export function problemOf({ id, label, member, error }: Input): {
  readonly wrong: string | undefined;
  readonly isFirst: boolean;
} {
  const problems = error?.fields.filter(({ field }) => isOf(field, member)) ?? [];
  if (problems.length === 0) return { wrong: undefined, isFirst: false };
  const messages = problems.map((problem) => sentence(problem, member, label));
  const inputs = useContext(WrongInputs);
  inputs?.push({ id, problems, messages });
  return { wrong: messages.join(" "), isFirst: inputs?.length === 1 };
}

const isOf = (field: string, member: string) => field === member || field.startsWith(`${member}.`);

/**
 * Renders a form with the summary of its errors above it. Errors whose member has no input in the form are in
 * the summary without a link.
 */
export async function CheckedForm({
  error,
  children,
}: {
  readonly error: AppError | undefined;
  readonly children?: Child;
}) {
  if (error === undefined) return <>{children}</>;
  const inputs: WrongInput[] = [];
  // The form is rendered first: its inputs say which of them are wrong.
  const form = await html`${(
    <WrongInputs.Provider value={inputs}>{children}</WrongInputs.Provider>
  )}`;
  return (
    <>
      <Summary error={error} inputs={inputs} />
      {form}
    </>
  );
}

function Summary({
  error,
  inputs,
}: {
  readonly error: AppError;
  readonly inputs: readonly WrongInput[];
}) {
  const shown = new Set(inputs.flatMap(({ problems }) => problems));
  const others = error.fields.filter((problem) => !shown.has(problem));
  const links = inputs.flatMap(({ id, messages }) => messages.map((message) => ({ id, message })));
  if (links.length === 0) {
    return (
      <div class="alert" role="alert">
        <p>{error.message}</p>
        {others.length > 1 ? (
          <ul>
            {others.map(({ message }) => (
              <li>{message}</li>
            ))}
          </ul>
        ) : null}
      </div>
    );
  }
  return (
    <div class="alert" role="alert">
      <p>{`Nothing was saved. Correct ${links.length + others.length === 1 ? "this" : "these"}:`}</p>
      <ul>
        {links.map(({ id, message }) => (
          <li>
            <a href={`#${id}`}>{message}</a>
          </li>
        ))}
        {others.map(({ message }) => (
          <li>{message}</li>
        ))}
      </ul>
    </div>
  );
}

/** Patterns of messages of the request schemas, and what people read instead. */
const SENTENCES: readonly (readonly [RegExp, (label: string, limit: string) => string])[] = [
  [/^too small: expected string to have >=1 char/i, (label) => `${label} is empty. Fill it in.`],
  [
    /^too small: expected string to have >=(\d+)/i,
    (label, n) => `${label} must have at least ${n} characters.`,
  ],
  [
    /^too big: expected string to have <=(\d+)/i,
    (label, n) => `${label} must have at most ${n} characters.`,
  ],
  [
    /^too big: expected array to have <=(\d+)/i,
    (label, n) => `${label} must have at most ${n} lines.`,
  ],
  [
    /^too small: expected (?:number|int) to be >=?(-?\d+)/i,
    (label, n) => `${label} must be at least ${n}.`,
  ],
  [
    /^too big: expected (?:number|int) to be <=?(-?\d+)/i,
    (label, n) => `${label} must be at most ${n}.`,
  ],
  [/^invalid input: expected int/i, (label) => `${label} must be a whole number.`],
  [/^invalid input: expected number/i, (label) => `${label} must be a number.`],
  [/^invalid url/i, (label) => `${label} is not a URL. It must start with https:// or http://.`],
  [/^invalid email/i, (label) => `${label} is not an e-mail address.`],
  [/^invalid option/i, (label) => `${label} must be one of the choices.`],
  [/^invalid string: must match pattern/i, (label) => `${label} has a wrong format.`],
];

/** A sentence about an input that names its label instead of the API member. */
function sentence({ field, message }: FieldProblem, member: string, label: string): string {
  const bare = message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;
  const line = /^\.(\d+)(?:\.|$)/.exec(field.slice(member.length))?.[1];
  const name = line === undefined ? label : `${label}, line ${Number(line) + 1},`;
  for (const [pattern, text] of SENTENCES) {
    const found = pattern.exec(bare);
    if (found !== null) return text(name, Number(found[1] ?? 0).toLocaleString("en"));
  }
  // A name of one word may stand in the message as that word.
  const named = field.includes("_")
    ? bare.replaceAll(`The member ${field}`, () => name).replaceAll(field, () => name)
    : bare;
  const full = named.toLowerCase().includes(label.toLowerCase()) ? named : `${name}: ${named}`;
  const capital = full.charAt(0).toUpperCase() + full.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
