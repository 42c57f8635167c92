/** Renders a template with samples before it is saved, to find problems before a real submission does. */
import { compileTemplate } from "./compile.ts";
import type { TemplateSyntax } from "./content-types.ts";
import { jsonProblem } from "../../platform/json-scanner.ts";
import { pairsOf } from "./multipart.ts";
import type { CompiledTemplate, TemplateOperation } from "./operation.ts";
import { type Position, positionIn, START, type TemplateProblem, RenderError } from "./problem.ts";
import { bodyOf, run } from "./render.ts";
import { type DocumentProblem, xmlProblem } from "./xml-problem.ts";
import type { PayloadSource } from "../../domain/delivery/payload-source.ts";

/** The first problem in a rendered document. */
type Check = (text: string) => DocumentProblem | undefined;

const CHECKS = {
  "application/json": { syntax: "JSON", check: jsonProblem },
  "application/xml": { syntax: "XML", check: xmlProblem },
  "multipart/form-data": { syntax: "lines of name=value", check: lineProblem },
  "application/x-www-form-urlencoded": undefined,
  "text/plain": undefined,
  "application/graphql": undefined,
  // Mail programs accept any HTML.
  "text/html": undefined,
} as const satisfies Record<
  TemplateSyntax,
  { readonly syntax: string; readonly check: Check } | undefined
>;

/**
 * The first problem of a template: it does not compile, or for one of the samples it renders no body or a
 * body that is not valid for the content type. The position is always one in the template.
 */
export function checkTemplate(
  source: string,
  contentType: TemplateSyntax,
): TemplateProblem | undefined {
  const compiled = compileTemplate(source, contentType);
  if (compiled.kind === "problem") return compiled.problem;
  for (const sample of samplesFor(compiled.template)) {
    const problem = problemWith(compiled.template, sample);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** A piece of output and the operation that wrote it. */
type Piece = { readonly offset: number; readonly text: string; readonly by: TemplateOperation };

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
      bodyOf(template, written);
      return undefined;
    }
    const { at, advice } = originOf(pieces, found.offset);
    const message = `For ${sample.name} the template does not write valid ${check.syntax}: ${found.message}. ${adviceFor(advice, template.contentType)}`;
    return { ...at, message: message.trim() };
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    return { ...(error.at ?? START), message: `For ${sample.name}: ${error.message}` };
  }
}

/** The position in the template that wrote the character at `offset`, and advice for the author. */
function originOf(
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
  raw: "A tag with three braces is not escaped. Write it with two braces, {{ }}.",
  unquoted: "Write the tag between quotes, or with JSONstringify.",
  empty:
    "The value of the tag is empty here. Use {{JSONstringify …}}, which writes null for a missing value.",
} as const;

/** Advice about JSONstringify only applies to JSON. */
const adviceFor = (advice: keyof typeof ADVICE, contentType: TemplateSyntax) =>
  advice === "raw" || contentType === "application/json" ? ADVICE[advice] : "";

/** The last tag before `offset` that wrote nothing, if only white space was written since. */
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

interface Sample {
  /** Completes the phrase "for …" in messages. */
  readonly name: string;
  readonly source: PayloadSource;
}

/** Contains the special characters of every content type, so that missing escapes show up. */
const AWKWARD = 'O\'Neil "&" <b>Söhne</b> ]]> 100 % \\ 東京 👩‍💻 = 1\r\nsecond line\t';

/** Sample submissions for checking a template before it is saved. */
export const EMPTY_SUBMISSION: PayloadSource = {
  id: 1,
  form_name: "Contact",
  created_at: 0,
  source_url: null,
  source_host: null,
  source_path: null,
  source_fragment: null,
  source_query: [],
  email: null,
  fields: [],
  spam_score: 0,
  attachments: [],
  lead: null,
};

/** All values, all values except files, and an empty form. */
function samplesFor({ fieldNames, rawFieldNames }: CompiledTemplate): readonly Sample[] {
  const common = ["name", "email", "your message", "2nd", "id", "empty"];
  const names = [...new Set([...common, ...fieldNames])];
  const raw = new Set(rawFieldNames);
  // A field that is written raw as a JSON or XML value is meant to contain such a value.
  const valueOf = (name: string) => (raw.has(name) ? "42" : name === "empty" ? "" : AWKWARD);
  const full: PayloadSource = {
    id: 4_711,
    form_name: AWKWARD,
    created_at: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    source_url: "https://example.org/contact?a=1&b=%22#top",
    source_host: "example.org",
    source_path: "/contact",
    source_fragment: "top",
    source_query: [
      ["a", "1"],
      ["b", AWKWARD],
    ],
    email: "ada@example.org",
    fields: [
      ...names.map((name) => [name, valueOf(name)] as const),
      ["several", [AWKWARD, "b"]],
      ["none", []],
    ],
    spam_score: 0.75,
    attachments: ["cv.pdf", AWKWARD].map((name) => ({
      name,
      attachment_proxy_url: "https://example.org/api/v1/attachments/1",
      public_url: "https://example.org/api/v1/attachments/token/public",
      file_size: 1_024,
    })),
    lead: { score: 82, score_reasoning: AWKWARD, score_location_info: null },
  };
  return [
    { name: "a submission with all values", source: full },
    { name: "a submission without files", source: { ...full, attachments: [] } },
    { name: "a submission of an empty form, without files or a score", source: EMPTY_SUBMISSION },
  ];
}
