/** What is wrong with a template, and where. */

/** A place in a template's text; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface TemplateProblem extends Position {
  /** For its author: what, and what to write instead. */
  readonly message: string;
}

/** Breaks off the compiling of a template. It never leaves this folder. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly at: Position;

  constructor(at: Position, message: string) {
    super(message);
    this.at = at;
  }
}

/** The place of the character at `offset` in a text that itself begins at `from`. */
export function positionIn(text: string, offset: number, from: Position): Position {
  const before = text.slice(0, offset);
  const lastBreak = before.lastIndexOf("\n");
  if (lastBreak === -1) return { line: from.line, column: from.column + before.length };
  return {
    line: from.line + before.split("\n").length - 1,
    column: before.length - lastBreak,
  };
}

export const START: Position = { line: 1, column: 1 };
