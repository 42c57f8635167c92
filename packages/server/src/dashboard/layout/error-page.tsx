/** What a page says when it cannot be shown. */
import type { AppError } from "../../domain/errors.ts";
import { HTTP_STATUS } from "../../domain/errors.ts";
import type { DashboardContext } from "../http/env.ts";
import { type Section, showCard, showPage } from "./page.tsx";

const TITLES: Partial<Record<AppError["code"], string>> = {
  not_found: "Not there",
  forbidden: "Not allowed",
  conflict: "Not done",
  overloaded: "Too busy",
};

/** The whole page is the refusal: nothing else could be shown. */
export async function showErrorPage(
  c: DashboardContext,
  error: AppError,
  section?: Section,
): Promise<Response> {
  const title = TITLES[error.code] ?? "That did not work";
  const content = (
    <>
      <h1>{title}</h1>
      <p class="trouble">{error.message}</p>
      <p>
        <a href="/dashboard">To the overview</a>
      </p>
    </>
  );
  const status = HTTP_STATUS[error.code];
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  return c.get("session") === undefined
    ? showCard(c, { title, content, status })
    : showPage(c, { title, content, status, ...(section === undefined ? {} : { section }) });
}

/** Beside a form that was refused: the sentence, and a list of the fields that no input shows. */
export function ErrorMessage({ error }: { readonly error: AppError | undefined }) {
  if (error === undefined) return null;
  return (
    <div class="trouble" role="alert">
      <p>{error.message}</p>
      {error.fields.length > 1 ? (
        <ul>
          {error.fields.map(({ message }) => (
            <li>{message}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
