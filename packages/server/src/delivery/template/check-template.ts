/** Tries a template before it is saved: what fails here would fail on somebody's submission. */
import { compileTemplate } from "./compile.ts";
import type { TemplateContentType } from "./content-types.ts";
import { type DocumentProblem, jsonProblem } from "./json-problem.ts";
import { pairsOf } from "./multipart.ts";
import type { CompiledTemplate, Operation } from "./operation.ts";
import { type Position, positionIn, START, type TemplateProblem } from "./problem.ts";
import { renderTemplate, run } from "./render.ts";
import { RenderError } from "./render-error.ts";
import { type Sample, samplesFor } from "./samples.ts";
import { xmlProblem } from "./xml-problem.ts";

/** What is wrong with the document that was written; `undefined` when nothing is. */
type Check = (text: string) => DocumentProblem | undefined;

const CHECKS = {
  "application/json": { called: "JSON", check: jsonProblem },
  "application/xml": { called: "XML", check: xmlProblem },
  "multipart/form-data": { called: "lines of name=value", check: lineProblem },
  "application/x-www-form-urlencoded": undefined,
  "text/plain": undefined,
  "application/graphql": undefined,
} as const satisfies Record<
  TemplateContentType,
  { readonly called: string; readonly check: Check } | undefined
>;

/**
 * The first thing that is wrong with the template: it does not compile, or one of three samples gives
 * no body, or one that is not JSON or XML where it should be. The place is always one in the template.
 */
export function checkTemplate(
  source: string,
  contentType: TemplateContentType,
): TemplateProblem | undefined {
  const compiled = compileTemplate(source, contentType);
  if (compiled.kind === "problem") return compiled.problem;
  for (const sample of samplesFor(compiled.template)) {
    const problem = problemWith(compiled.template, sample);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** A stretch of what was written, and the operation that wrote it. */
interface Piece {
  readonly offset: number;
  readonly text: string;
  readonly by: Operation;
}

function problemWith(template: CompiledTemplate, sample: Sample): TemplateProblem | undefined {
  const pieces: Piece[] = [];
  let written = "";
  const check = CHECKS[template.contentType];
  try {
    run(template, sample.source, (text, by) => {
      pieces.push({ offset: written.length, text, by });
      written += text;
    });
    const found = check?.check(written);
    if (check === undefined || found === undefined) {
      renderTemplate(template, sample.source);
      return undefined;
    }
    const { at, advice } = blamed(pieces, found.offset);
    const message = `With ${sample.name} this is not ${check.called}. ${found.message}. ${adviceFor(advice, template.contentType)}`;
    return { ...at, message: message.trim() };
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    return { ...(error.at ?? START), message: `With ${sample.name}: ${error.message}` };
  }
}

/** Where in the template the character at `offset` came from, and what its author could do about it. */
function blamed(
  pieces: readonly Piece[],
  offset: number,
): { readonly at: Position; readonly advice: keyof typeof ADVICE } {
  const reached = pieces.filter((piece) => piece.offset <= offset);
  const inside = reached.findLast(({ text }) => text !== "");
  if (inside?.by.kind === "print" && offset < inside.offset + inside.text.length) {
    return { at: inside.by.at, advice: inside.by.isRaw ? "raw" : "unquoted" };
  }
  const empty = emptyBefore(reached, offset);
  if (empty !== undefined) return { at: empty.by.at, advice: "empty" };
  if (inside === undefined) return { at: START, advice: "none" };
  const { by, text } = inside;
  const at = by.kind === "text" ? positionIn(text, offset - inside.offset, by.at) : by.at;
  return { at, advice: "none" };
}

const ADVICE = {
  none: "",
  raw: "A raw tag writes what was filled in as it is; write it with two braces, {{ }}.",
  unquoted: "Write the tag between quotes, or with JSONstringify.",
  empty: "The tag has nothing to write here; {{JSONstringify …}} writes null then.",
} as const;

/** What is of no use but in JSON is said there alone. */
const adviceFor = (advice: keyof typeof ADVICE, contentType: TemplateContentType) =>
  advice === "raw" || contentType === "application/json" ? ADVICE[advice] : "";

/** A tag that wrote nothing, with nothing but white space between it and `offset`. */
function emptyBefore(reached: readonly Piece[], offset: number): Piece | undefined {
  for (const piece of reached.toReversed()) {
    if (piece.text === "") {
      if (piece.by.kind === "print") return piece;
    } else if (piece.text.slice(0, offset - piece.offset).trim() !== "") {
      return undefined;
    }
  }
  return undefined;
}

function lineProblem(rendered: string): DocumentProblem | undefined {
  const pairs = pairsOf(rendered);
  return "badOffset" in pairs ? { offset: pairs.badOffset, message: "A line has no =" } : undefined;
}
