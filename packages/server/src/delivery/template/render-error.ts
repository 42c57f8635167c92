/** Why a template gave no body. The delivery ends with it: a retry would meet the same. */
import type { Position } from "./problem.ts";

export type RenderErrorCode =
  | "no_template"
  | "not_compiled"
  | "unknown_content_type"
  | "too_many_steps"
  | "too_large"
  | "not_a_pair";

export class RenderError extends Error {
  override readonly name = "RenderError";
  readonly code: RenderErrorCode;
  /** Where in the template, when it is one place. */
  readonly at: Position | undefined;

  constructor(code: RenderErrorCode, message: string, at?: Position) {
    super(message);
    this.code = code;
    this.at = at;
  }
}
