/** Pages that show only an error. */
import { type AppError, HTTP_STATUS } from "../../domain/errors.ts";
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
      <p class="alert">{error.message}</p>
      <p>
        <a href="/dashboard">Back to the overview</a>
      </p>
    </>
  );
  const status = HTTP_STATUS[error.code];
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  // Menus show counts and projects, which a password alone does not open.
  return c.var.session === undefined || c.var.session.isPending
    ? showCard(c, { title, content, status })
    : showPage(c, { title, content, status });
}
