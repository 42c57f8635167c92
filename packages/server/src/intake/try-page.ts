/** `GET /try/<form>`: a sample form for testing a form's address. */
import { Hono } from "hono";
import { AppError } from "../domain/errors.ts";
import type { IntakeParts } from "./accept.ts";
import { findForm } from "./form-address.ts";
import { tryPage } from "./pages.tsx";
import { errorResponse, type FormResponse, page } from "./respond.ts";

export function tryRoutes(parts: Pick<IntakeParts, "store">): Hono {
  const routes = new Hono();
  routes.get("/try/:form", async (c) => {
    const name = c.req.param("form");
    const requestId = c.res.headers.get("X-Request-Id") ?? "";
    try {
      const form = await findForm(parts, name);
      const body = await tryPage(form, `/f/${name}`);
      return sent(page(200, body, "en", form.look), requestId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const context = { path: name, headers: c.req.header() };
      return sent(await errorResponse(context, error, requestId), requestId);
    }
  });
  return routes;
}

const sent = ({ status, headers, body }: FormResponse, requestId: string) =>
  new Response(body, { status, headers: { ...headers, "X-Request-Id": requestId } });
