/** `--jq`: what a command prints of its JSON. jq is loaded when it is given. */
import { usageFailure } from "../errors/failure.ts";
import { escapeJson } from "../terminal/text.ts";

/** The text to print of a document, with a line break at the end of each line; empty for nothing. */
export type Expression = (document: unknown) => string;

/** jq writes the place, an excerpt and a caret between them. */
const JQ_NOISE = /^jq: error(?: \(at \S+\))?:? |\njq: \d+ compile errors?$/g;

/**
 * Strings are printed as they are, like `jq -r` does, and other values as JSON on one line.
 *
 * @throws Failure 2 for an expression that cannot be read, with the place.
 */
export async function compileJq(query: string): Promise<Expression> {
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
