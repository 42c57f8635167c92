/** The errors of a rejected form: a summary with links above it, and the message of each input. */
import { createContext, type Child, useContext } from "hono/jsx";
import { html } from "hono/html";
import type { AppError, Expected, FieldProblem } from "../../domain/errors.ts";

interface WrongInput {
  readonly id: string;
  readonly problems: readonly FieldProblem[];
  readonly messages: readonly string[];
}

/** The error of the form that is being rendered, and its wrong inputs so far, in the order of the page. */
const Checked = createContext<
  { readonly error: AppError; readonly inputs: WrongInput[] } | undefined
>(undefined);

/** The error of the form that is being rendered. */
export const useFormError = (): AppError | undefined => useContext(Checked)?.error;

interface Input {
  readonly id: string;
  readonly label: string;
  /** The API member that the input sets. */
  readonly member: string;
}

/**
 * Returns what is wrong with an input, as one text, and whether it gets the focus: the first wrong input of
 * {@link CheckedForm}. Lists have one sentence for each wrong line.
 */
export function problemOf({ id, label, member }: Input): {
  readonly wrong: string | undefined;
  readonly isFirst: boolean;
} {
  const checked = useContext(Checked);
  const problems = checked?.error.fields.filter(({ field }) => isOf(field, member)) ?? [];
  if (problems.length === 0) return { wrong: undefined, isFirst: false };
  const messages = problems.map((problem) => sentence(problem, member, label));
  checked?.inputs.push({ id, problems, messages });
  return { wrong: messages.join(" "), isFirst: checked?.inputs.length === 1 };
}

const isOf = (field: string, member: string) => field === member || field.startsWith(`${member}.`);

interface CheckedFormProps {
  readonly error?: AppError | undefined;
  readonly marked?: AppError | undefined;
  readonly children?: Child;
}

/**
 * Renders a form with the summary of its errors above it. Errors whose member has no input in the form are in
 * the summary without a link.
 *
 * @param props.marked An error that is only shown at the inputs that it is about.
 */
export async function CheckedForm({ error, marked, children }: CheckedFormProps) {
  const shown = error ?? marked;
  if (shown === undefined) return <>{children}</>;
  const inputs: WrongInput[] = [];
  // The form is rendered first: its inputs say which of them are wrong.
  const form = await html`${(
    <Checked.Provider value={{ error: shown, inputs }}>{children}</Checked.Provider>
  )}`;
  return (
    <>
      {error === undefined ? null : <Summary error={error} inputs={inputs} />}
      {form}
    </>
  );
}

/** Shows the error of a rejected form; several invalid fields are also listed one by one. */
export function ErrorMessage({ error }: { readonly error: AppError | undefined }) {
  if (error === undefined) return null;
  return (
    <Problems
      sentence={error.message}
      items={error.fields.length > 1 ? error.fields.map(({ message }) => message) : []}
    />
  );
}

type SummaryProps = { readonly error: AppError; readonly inputs: readonly WrongInput[] };

function Summary({ error, inputs }: SummaryProps) {
  const shown = new Set(inputs.flatMap(({ problems }) => problems));
  const items: readonly Child[] = [
    ...inputs.flatMap(({ id, messages }) =>
      messages.map((message) => <a href={`#${id}`}>{message}</a>),
    ),
    ...error.fields.flatMap((problem) => (shown.has(problem) ? [] : [problem.message])),
  ];
  if (shown.size === 0) return <ErrorMessage error={error} />;
  return (
    <Problems
      sentence={`Nothing was saved. Correct ${items.length === 1 ? "this" : "these"}:`}
      items={items}
    />
  );
}

type ProblemsProps = { readonly sentence: string; readonly items: readonly Child[] };

const Problems = ({ sentence: text, items }: ProblemsProps) => (
  <div class="alert" role="alert">
    <p>{text}</p>
    {items.length === 0 ? null : (
      <ul>
        {items.map((item) => (
          <li>{item}</li>
        ))}
      </ul>
    )}
  </div>
);

/** What follows the label of an input, except for limits. */
const EXPECTED = {
  integer: "must be a whole number.",
  number: "must be a number.",
  option: "must be one of the choices.",
  pattern: "has a wrong format.",
} as const satisfies Record<Exclude<Expected["kind"], "min" | "max">, string>;

const UNITS = { number: "", string: " characters", array: " lines" } as const;

function wordExpected(expected: Expected): string {
  if (expected.kind !== "min" && expected.kind !== "max") return EXPECTED[expected.kind];
  const { kind, limit, of } = expected;
  if (kind === "min" && limit === 1 && of === "string") return "is empty. Fill it in.";
  const bound = `at ${kind === "min" ? "least" : "most"} ${limit.toLocaleString("en")}`;
  return `must ${of === "number" ? "be" : "have"} ${bound}${UNITS[of]}.`;
}

/** A sentence about an input that names its label instead of the API member. */
function sentence({ field, message, expected }: FieldProblem, member: string, label: string) {
  const line = /^\.(\d+)(?:\.|$)/.exec(field.slice(member.length))?.[1];
  const name = line === undefined ? label : `${label}, line ${Number(line) + 1},`;
  if (expected !== undefined) return `${name} ${wordExpected(expected)}`;
  const bare = message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;
  // A name of one word may stand in the message as that word.
  const named = field.includes("_")
    ? bare.replaceAll(`The member ${field}`, () => name).replaceAll(field, () => name)
    : bare;
  const full = named.toLowerCase().includes(label.toLowerCase()) ? named : `${name}: ${named}`;
  const capital = full.charAt(0).toUpperCase() + full.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
