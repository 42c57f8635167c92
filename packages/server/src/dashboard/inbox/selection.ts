/** The submissions that a bulk action applies to. */
import { invalid } from "../../domain/errors.ts";
import type { Posted } from "../http/body.ts";

/** The API's limit for one call. */
const MAX_IDS = 1_000;

export type Selection =
  | { readonly kind: "ids"; readonly ids: readonly number[] }
  | {
      readonly kind: "matching";
      /** ISO 8601; submissions created later are left out. */
      readonly until: string;
    };

/** @throws AppError `invalid` for an invalid id or too many of them. */
export function readSelection(posted: Posted): Selection {
  const scope = posted.text("scope");
  if (scope === "matching") return { kind: "matching", until: posted.text("until") };
  const texts = posted.texts(scope === "page" ? "on_page" : "id");
  if (texts.length > MAX_IDS) {
    throw invalid(
      "id",
      `${texts.length} submissions are selected; select at most ${MAX_IDS} at a time.`,
    );
  }
  return { kind: "ids", ids: texts.map(toId) };
}

function toId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw invalid("id", `"${text.slice(0, 40)}" is not a submission id.`);
}
