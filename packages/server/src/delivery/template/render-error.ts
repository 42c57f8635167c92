/** Why a template produced no body. The delivery fails without retries, since each would fail the same way. */
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
  /** `undefined` if the error has no single position in the template. */
  readonly at: Position | undefined;

  constructor(code: RenderErrorCode, message: string, at?: Position) {
    super(message);
    this.code = code;
    this.at = at;
  }
}
