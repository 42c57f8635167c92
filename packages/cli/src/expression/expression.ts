/** `--jq` and `--template`: what a command prints of its JSON. The libraries are loaded when one is given. */
import { usageFailure } from "../errors/failure.ts";
import { escapeJson } from "../terminal/text.ts";

/** The text to print of a document, with a line break at the end of each line; empty for nothing. */
export type Expression = (document: unknown) => string;

export interface ExpressionFlags {
  readonly jq?: string | undefined;
  readonly template?: string | undefined;
}

/** The expression of the flags. @throws Failure 2 for one that cannot be read, with the place. */
export async function readExpression({
  jq,
  template,
}: ExpressionFlags): Promise<Expression | undefined> {
  if (jq !== undefined) return compileJq(jq);
  return template === undefined ? undefined : compileTemplate(template);
}

/** jq writes the place, an excerpt and a caret between them. */
const JQ_NOISE = /^jq: error(?: \(at \S+\))?:? |\njq: \d+ compile errors?$/g;

/** Strings are printed as they are, like `jq -r` does, and other values as JSON on one line. */
async function compileJq(query: string): Promise<Expression> {
  const { loadJq } = await import("jq-wasm/inline");
  const jq = await loadJq();
  const run = (input: string) => {
    // behind `--` an expression may begin with a minus
    const { stdout, stderr, exitCode } = jq.raw(input, query, ["-c", "--"]);
    if (exitCode === 0) return stdout;
    throw usageFailure(
      `--jq: ${stderr.replaceAll(JQ_NOISE, "")}`,
      "jqlang.org/manual describes it.",
    );
  };
  run("");
  return (document) =>
    run(JSON.stringify(document))
      .split("\n")
      .map((line) =>
        line === ""
          ? ""
          : `${line.startsWith('"') ? String(JSON.parse(line)) : escapeJson(line)}\n`,
      )
      .join("");
}

/** Each record of a list is a line. A member that a record does not have is an error, except for form fields. */
async function compileTemplate(text: string): Promise<Expression> {
  const { default: Handlebars } = await import("handlebars");
  const handlebars = Handlebars.create();
  handlebars.registerHelper("json", (value: unknown) => JSON.stringify(value));
  const options = { noEscape: true, strict: true };
  const render = handlebars.compile(text, options);
  explained(() => handlebars.precompile(text, options));
  return (document) =>
    (Array.isArray(document) ? document : [document])
      .map((record: unknown) => `${explained(() => render(withAnyField(record)), record)}\n`)
      .join("");
}

const MISSING_MEMBER = /^"(.*)" not defined in .* - (\d+):(\d+)$/s;

function explained<Result>(action: () => Result, record?: unknown): Result {
  try {
    return action();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, name = "", line, column] = MISSING_MEMBER.exec(message) ?? [];
    const hint = "{{email}} writes a member, {{json tags}} its JSON.";
    if (line === undefined) throw usageFailure(`--template: ${message}`, hint);
    throw usageFailure(
      `--template: There is no member "${name}" (line ${line}, column ${Number(column) + 1}).`,
      hint,
      { given: name, possible: Object.keys(record ?? {}) },
    );
  }
}

/** The record, in which every form field is there: those that it lacks are empty. */
function withAnyField(record: unknown): unknown {
  if (typeof record !== "object" || record === null || !("payload_params" in record)) return record;
  const fields = Object(record.payload_params) as object;
  return { ...record, payload_params: new Proxy(fields, { has: () => true }) };
}
