/** Problems of templates, before and while they are rendered, and their positions. */

/** A position in the text of a template; line and column start at 1. */
export type Position = { readonly line: number; readonly column: number };

export interface TemplateProblem extends Position {
  /** For the author of the template: what is wrong and what to write instead. */
  readonly message: string;
}

export const wrongTemplate = ({ line, column, message }: TemplateProblem): string =>
  `The template is wrong in line ${line}, column ${column}: ${message}`;

/** Thrown at the first problem of a template and caught by `compileTemplate`. */
export class CompileError extends Error {
  override readonly name = "CompileError";
  readonly at: Position;

  constructor(at: Position, message: string) {
    super(message);
    this.at = at;
  }
}

/** The position of the character at `offset` in a text that starts at `from`. */
export function positionIn(text: string, offset: number, from: Position): Position {
  const before = text.slice(0, offset);
  const lastBreak = before.lastIndexOf("\n");
  if (lastBreak === -1) return { line: from.line, column: from.column + before.length };
  return { line: from.line + before.split("\n").length - 1, column: before.length - lastBreak };
}

export const START: Position = { line: 1, column: 1 };

type RenderErrorCode =
  | "no_template"
  | "not_compiled"
  | "unknown_content_type"
  | "too_many_steps"
  | "too_large"
  | "not_a_pair";

/** Why a template produced no body. The delivery fails without retries, since each would fail the same way. */
export class RenderError extends Error {
  override readonly name = "RenderError";
  readonly code: RenderErrorCode;
  /** `undefined` if the error has no single position in the template. */
  readonly at: Position | undefined;

  constructor(code: RenderErrorCode, message: string, at?: Position) {
    super(message);
    this.code = code;
    this.at = at;
  }
}
