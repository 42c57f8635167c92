/** `GET /f/<form>/thanks`: the thank-you page of a form, which scripts may open after a post. */
import { Hono } from "hono";
import type { IntakeParts } from "./accept.ts";
import { languageOf } from "./language.ts";
import { answerPage } from "./page-answer.ts";
import { thanksPage } from "./pages.tsx";

export function thanksRoutes(parts: Pick<IntakeParts, "store">): Hono {
  const routes = new Hono();
  routes.get("/f/:form/thanks", (c) => {
    const referrer = c.req.header("referer");
    return answerPage(c, parts, c.req.param("form"), {
      languageFor: ({ look }) =>
        languageOf(c.req.header("accept-language"), look.language ?? undefined),
      render: (form, language) => thanksPage({ form, language, referrer }),
    });
  });
  return routes;
}
