/** What a form of the dashboard posted. */
import { AppError } from "../../domain/errors.ts";
import type { DashboardContext } from "./env.ts";

/** Texts by name; a name that came more than once is a list. */
export interface Posted {
  /** The first value; empty when there is none. */
  text(name: string): string;
  /** Every value, in their order. */
  texts(name: string): readonly string[];
  /** Whether a box was ticked. */
  has(name: string): boolean;
  /** Its lines, trimmed, without empty ones. */
  lines(name: string): readonly string[];
}

const URLENCODED = "application/x-www-form-urlencoded";

/** @throws AppError `unsupported_type` for anything but what a form without files sends. */
export async function readPosted(c: DashboardContext): Promise<Posted> {
  const type = c.req.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  // A button that sends nothing besides itself sends no type either.
  if (type !== undefined && type !== URLENCODED) {
    throw new AppError("unsupported_type", `The dashboard's forms send ${URLENCODED}.`);
  }
  const values = new URLSearchParams(await c.req.text());
  const text = (name: string) => values.get(name) ?? "";
  return {
    text,
    texts: (name) => values.getAll(name),
    has: (name) => text(name) !== "",
    // Browsers write line ends as CR LF.
    lines: (name) =>
      text(name)
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== ""),
  };
}
