/** What the forms on a submission's page share: they are saved, or shown again with what was typed. */
import type { Submission } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import { type Posted, readPosted } from "../http/body.ts";
import type { DashboardContext } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { findSubmission, originQuery } from "./find-submission.ts";

/** What a person typed that could not be saved. */
export interface Unsaved {
  /** The form: `tags`, `reply`, `note`, or `note-7` of an existing note. */
  readonly form: string;
  readonly posted: Posted;
  readonly error: AppError;
}

/** What the forms on the page are rendered with. */
export interface FormProps {
  readonly submission: Submission;
  /** Query string of the list that the submission was opened from. */
  readonly query: string;
  readonly unsaved: Unsaved | undefined;
}

/** Shows the page with what was typed. */
export type ShowAgain = (
  c: DashboardContext,
  submission: Submission,
  unsaved: Unsaved,
) => Promise<Response>;

const SHOWN_AGAIN: ReadonlySet<string> = new Set(["invalid", "conflict", "rate_limited"]);

/** Whether a page with this error says what to do about it. */
export const isShownAgain = (error: unknown): error is AppError =>
  error instanceof AppError && SHOWN_AGAIN.has(error.code);

interface SavedForm {
  readonly form: string;
  /** Id of its card. */
  readonly card: string;
  readonly showAgain: ShowAgain;
  /** Returns what is said then. */
  readonly save: (posted: Posted, submission: Submission) => Promise<string>;
}

export async function saveForm(
  c: DashboardContext,
  { form, card, showAgain, save }: SavedForm,
): Promise<Response> {
  const submission = await findSubmission(c);
  const posted = await readPosted(c);
  try {
    const notice = await save(posted, submission);
    const to = `/dashboard/submissions/${submission.id}${originQuery(c)}#${card}`;
    return redirectWithNotice(c, to, notice);
  } catch (error) {
    if (!isShownAgain(error)) throw error;
    return showAgain(c, submission, { form, posted, error });
  }
}

/** Returns what was typed into this form of the page. */
export const typedIn = (unsaved: Unsaved | undefined, form: string): Unsaved | undefined =>
  unsaved?.form === form ? unsaved : undefined;
