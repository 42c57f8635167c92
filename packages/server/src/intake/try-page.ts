/** `GET /try/<form>`: a sample form for testing a form's address. */
import { Hono } from "hono";
import type { IntakeParts } from "./accept.ts";
import { answerPage } from "./page-answer.ts";
import { tryPage } from "./pages.tsx";

export function tryRoutes(parts: Pick<IntakeParts, "store">): Hono {
  const routes = new Hono();
  routes.get("/try/:form", (c) => {
    const name = c.req.param("form");
    return answerPage(c, parts, name, {
      languageFor: () => "en",
      hasCaptcha: true,
      ancestorsFor: () => "'none'",
      render: (form) => tryPage(form, `/f/${name}`),
    });
  });
  return routes;
}
