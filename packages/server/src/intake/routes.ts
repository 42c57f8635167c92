/** The addresses that web pages post to. */
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { IntakeForm } from "../store/form-lookup.ts";
import { acceptPost, type IntakeParts } from "./accept.ts";
import { requireAllowedOrigin } from "./allowed-origin.ts";
import { postOnlyPage, tryPage } from "./pages.tsx";
import { type AnswerHeaders, answerAccepted, answerRefused } from "./respond.ts";

const OPEN_TO_ALL = { "Access-Control-Allow-Origin": "*" } as const;

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
    c.header("X-Request-Id", parts.ids.requestId());
    return c.body(null, 204);
  });

  routes.post("/f/:form", async (c) => {
    const { incoming } = c.env;
    const headers = { ...OPEN_TO_ALL, "X-Request-Id": parts.ids.requestId() };
    try {
      const form = findForm(parts, c.req.param("form"));
      const { origin, referer: referrer } = incoming.headers;
      requireAllowedOrigin({ origin, referrer }, form.allowed_domains);
      return await answerAccepted(c, form, await acceptPost(incoming, form, parts), headers);
    } catch (error) {
      return answerRefused(c, known(error, headers, parts.log), headers);
    }
  });

  routes.all("/f/:form", async (c) => {
    const headers = {
      ...OPEN_TO_ALL,
      Allow: "POST, OPTIONS",
      "X-Request-Id": parts.ids.requestId(),
    };
    return c.html(await postOnlyPage(c.req.url), 405, headers);
  });

  routes.get("/try/:form", async (c) => {
    const headers = { "X-Request-Id": parts.ids.requestId() };
    try {
      const form = findForm(parts, c.req.param("form"));
      return c.html(await tryPage(form, `/f/${c.req.param("form")}`), 200, headers);
    } catch (error) {
      return answerRefused(c, known(error, headers, parts.log), headers);
    }
  });

  return routes;
}

/** What is no refusal of ours is a bug: logged whole, told in a plain sentence. */
function known(error: unknown, headers: AnswerHeaders, log: Log): AppError {
  if (error instanceof AppError) return error;
  const request_id = headers["X-Request-Id"];
  log.error({ err: error, request_id }, "A post failed.");
  return new AppError(
    "internal",
    `The server failed at this post, and it was not stored. Send it again, and name ${request_id} when you report it.`,
  );
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
