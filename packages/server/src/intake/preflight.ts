/** The response to a CORS preflight: a page may post with every header that it asks for. */
import type { IncomingHttpHeaders } from "node:http";
import type { FormResponse } from "./respond.ts";

/** Allowed without being asked for, since the preflight of some clients does not name all headers. */
const ALWAYS = ["Content-Type", "X-Requested-With", "Idempotency-Key"];
/** Pages ask for less than ten; the limits keep a response from growing with its request. */
const MAX_HEADERS = 50;
const MAX_CHARACTERS = 100;
/** A token (RFC 9110, section 5.6.2). */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

export function preflightResponse(headers: IncomingHttpHeaders): FormResponse {
  const asked = (headers["access-control-request-headers"] ?? "")
    .split(",", MAX_HEADERS)
    .map((name) => name.trim())
    .filter((name) => name.length <= MAX_CHARACTERS && HEADER_NAME.test(name));
  const known = new Set(ALWAYS.map((name) => name.toLowerCase()));
  const others = new Set(
    asked.map((name) => name.toLowerCase()).filter((name) => !known.has(name)),
  );
  return {
    status: 204,
    headers: {
      "Access-Control-Allow-Methods": "POST",
      "Access-Control-Allow-Headers": [...ALWAYS, ...others].join(", "),
      "Access-Control-Max-Age": "86400",
      Vary: "Access-Control-Request-Headers",
    },
    body: "",
  };
}
