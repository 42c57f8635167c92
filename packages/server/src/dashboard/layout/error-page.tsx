/** Error pages, and error messages next to a form. */
import type { AppError } from "../../domain/errors.ts";
import { HTTP_STATUS } from "../../domain/errors.ts";
import type { DashboardContext } from "../http/env.ts";
import { showCard, showPage } from "./page.tsx";

const TITLES: Partial<Record<AppError["code"], string>> = {
  not_found: "Not found",
  forbidden: "Not allowed",
  conflict: "Conflict",
  overloaded: "Server busy",
};

/** Answers with a page that shows only the error. */
export async function showErrorPage(c: DashboardContext, error: AppError): Promise<Response> {
  const title = TITLES[error.code] ?? "Error";
  const content = (
    <>
      <h1>{title}</h1>
      <p class="alert">{error.message}</p>
      <p>
        <a href="/dashboard">Back to the overview</a>
      </p>
    </>
  );
  const status = HTTP_STATUS[error.code];
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  return c.var.session === undefined
    ? showCard(c, { title, content, status })
    : showPage(c, { title, content, status });
}

/** Shows the error of a rejected form; several invalid fields are also listed one by one. */
export function ErrorMessage({ error }: { readonly error: AppError | undefined }) {
  if (error === undefined) return null;
  return (
    <div class="alert" role="alert">
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
