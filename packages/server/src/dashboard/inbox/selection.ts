/** Which submissions a button of the inbox is for: the ticked ones, those of the page, or all that match. */
import { invalid } from "../../domain/errors.ts";
import type { Posted } from "../http/body.ts";

/** The most that one call of the API takes. */
const MAX_IDS = 1_000;

export type Selection =
  | { readonly kind: "named"; readonly ids: readonly number[] }
  | {
      readonly kind: "matching";
      /** What came in since then is not meant; ISO 8601. */
      readonly until: string;
    };

/** @throws AppError `invalid` for what no page of ours sends. */
export function readSelection(posted: Posted): Selection {
  if (posted.text("which") === "match") return { kind: "matching", until: posted.text("until") };
  const texts = posted.texts(posted.text("which") === "page" ? "shown" : "id");
  if (texts.length > MAX_IDS) {
    throw invalid(
      "id",
      `These are ${texts.length} submissions; up to ${MAX_IDS} are taken at once.`,
    );
  }
  return { kind: "named", ids: texts.map(toId) };
}

function toId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw invalid("id", `"${text.slice(0, 40)}" is no submission's id.`);
}
