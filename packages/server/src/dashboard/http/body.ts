/** Reads the body of a dashboard form. */
import { AppError } from "../../domain/errors.ts";
import type { DashboardContext } from "./env.ts";

/** The posted fields by name. */
export type Posted = ReturnType<typeof postedOf>;

/** The hidden input beside each box, whose value is the name of the box. */
export const BOXES = "boxes";

const URLENCODED = "application/x-www-form-urlencoded";

/** @throws AppError `unsupported_type` for any other content type than URL-encoded. */
export async function readPosted(c: DashboardContext): Promise<Posted> {
  const type = c.req.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  // Browsers send no content type with an empty body, such as that of a lone button.
  if (type !== undefined && type !== URLENCODED) {
    throw new AppError("unsupported_type", `Dashboard forms must be sent as ${URLENCODED}.`);
  }
  return postedOf(new URLSearchParams(await c.req.text()));
}

function postedOf(values: URLSearchParams) {
  const text = (name: string) => values.get(name) ?? "";
  const textArea = (name: string) => text(name).replaceAll("\r\n", "\n");
  return {
    /** Returns the field's first value; empty if it is missing. */
    text,
    /** As {@link text}, of a text area: with LF for each line break, which browsers send as CR LF. */
    textArea,
    /** Returns all values of the field, in order. */
    texts: (name: string) => values.getAll(name),
    /** Returns true if the field is present and not empty, such as a checked box. */
    has: (name: string) => text(name) !== "",
    /** Returns true if the page has an input of that name. A box that is not checked posts only its {@link BOXES}. */
    isOnPage: (name: string) => values.has(name) || values.getAll(BOXES).includes(name),
    /** Returns the lines of the field's first value, trimmed, without empty ones. */
    lines: (name: string) =>
      textArea(name)
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== ""),
  };
}

/** What a page without typed text begins with. */
export const NOTHING_POSTED: Posted = postedOf(new URLSearchParams());
