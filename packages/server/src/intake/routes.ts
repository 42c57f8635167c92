/** The addresses that web pages post to. */
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { AppError } from "../errors.ts";
import type { IntakeForm } from "../store/form-lookup.ts";
import { acceptPost, type IntakeParts } from "./accept.ts";
import { requireAllowedOrigin } from "./allowed-origin.ts";
import { postOnlyPage, tryPage } from "./pages.tsx";
import { answerAccepted, answerRefused } from "./respond.ts";

interface Env {
  Bindings: HttpBindings;
}

/** `POST /f/<form>` and `/f/<form>.json`, open to every origin; `GET /try/<form>`. */
export function intakeRoutes(parts: IntakeParts): Hono<Env> {
  const routes = new Hono<Env>();

  routes.options("/f/:form", (c) => {
    c.header("Access-Control-Allow-Origin", "*");
    c.header("Access-Control-Allow-Methods", "POST");
    c.header("Access-Control-Allow-Headers", "Content-Type, X-Requested-With, Idempotency-Key");
    c.header("Access-Control-Max-Age", "86400");
    return c.body(null, 204);
  });

  routes.post("/f/:form", async (c) => {
    c.header("Access-Control-Allow-Origin", "*");
    const { incoming } = c.env;
    try {
      const form = findForm(parts, c.req.param("form"));
      const { origin, referer: referrer } = incoming.headers;
      requireAllowedOrigin({ origin, referrer }, form.allowed_domains);
      return await answerAccepted(c, form, await acceptPost(incoming, form, parts));
    } catch (error) {
      if (error instanceof AppError) return answerRefused(c, error);
      throw error;
    }
  });

  routes.all("/f/:form", async (c) => {
    c.header("Allow", "POST, OPTIONS");
    c.header("Access-Control-Allow-Origin", "*");
    return c.html(await postOnlyPage(c.req.url), 405);
  });

  routes.get("/try/:form", async (c) => {
    try {
      const form = findForm(parts, c.req.param("form"));
      return c.html(await tryPage(form, `/f/${c.req.param("form")}`));
    } catch (error) {
      if (error instanceof AppError) return answerRefused(c, error);
      throw error;
    }
  });

  return routes;
}

function findForm({ store }: IntakeParts, name: string): IntakeForm {
  const form = store.findForm(name.replace(/\.json$/, ""));
  if (form === undefined) {
    throw new AppError(
      "not_found",
      "There is no form at this address. Check the form's action against the address that its owner was given.",
    );
  }
  return form;
}
