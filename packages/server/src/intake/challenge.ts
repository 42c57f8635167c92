/** `GET /f/<form>/challenge`: the ALTCHA challenge that the widget solves before the form is sent. */
import { Hono } from "hono";
import { AppError } from "../domain/errors.ts";
import type { IntakeParts } from "./accept.ts";
import { findForm } from "./form-address.ts";

export function challengeRoutes(parts: Pick<IntakeParts, "store" | "externalServices">): Hono {
  const routes = new Hono();
  routes.get("/f/:form/challenge", async (c) => {
    const { captcha } = await findForm(parts, c.req.param("form"));
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
