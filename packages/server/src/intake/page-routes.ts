/** What pages of forms load, and the small pages beside a form. */
import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { packageFile } from "../platform/version.ts";
import { createStaticFile } from "../platform/static-file.ts";
import { AppError } from "../domain/errors.ts";
import type { IntakeParts } from "./accept.ts";
import { findPostedForm } from "./form-address.ts";
import { languageOf } from "./language.ts";
import { answerPage } from "./page-answer.ts";
import { thanksPage, tryPage } from "./pages.tsx";

/** One hour, so that pages get a new version of a script soon after an upgrade. */
const CACHE_SECONDS = 3_600;

const SCRIPTS = ["intray.js", "captcha.js", "form-view.js"] as const;

/** A script without comments, indentation and empty lines. */
export const serveScript = (name: (typeof SCRIPTS)[number]): string =>
  readFileSync(packageFile(`assets/${name}`), "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("//"))
    .join("\n");

/** `GET /intray.js`, `/captcha.js` and `/form-view.js`: scripts for the pages of forms. Every origin may load them. */
export function scriptRoutes(): Hono {
  const routes = new Hono();
  for (const name of SCRIPTS) {
    const script = createStaticFile(serveScript(name), {
      type: "text/javascript; charset=utf-8",
      cache: `public, max-age=${CACHE_SECONDS}`,
    });
    routes.get(`/${name}`, (c) => {
      c.header("Access-Control-Allow-Origin", "*");
      c.header("Cross-Origin-Resource-Policy", "cross-origin");
      return script.answer(c);
    });
  }
  return routes;
}

/** `GET /f/<form>/challenge`: the ALTCHA challenge that the widget solves before the form is sent. */
export function challengeRoutes(parts: Pick<IntakeParts, "store" | "externalServices">): Hono {
  const routes = new Hono();
  routes.get("/f/:form/challenge", async (c) => {
    const { captcha } = await findPostedForm(parts, c.req.param("form"));
    if (captcha?.provider !== "altcha" || captcha.secret == null) {
      throw new AppError(
        "not_found",
        'This form does not use ALTCHA. Its owner can set captcha to {"provider":"altcha"}.',
      );
    }
    c.header("Access-Control-Allow-Origin", "*");
    c.header("Cache-Control", "no-store");
    return c.json(await parts.externalServices.altcha.challenge(captcha.secret));
  });
  return routes;
}

/** `GET /f/<form>/thanks`: the thank-you page of a form, which scripts may open after a post. */
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

/** `GET /try/<form>`: a sample form for testing a form's address. */
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
