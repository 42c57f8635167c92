/** Headers of the response to a CORS preflight, which allows whatever headers a page asks for. */

/** Pages ask for less than ten; the limits keep a response from growing with its request. */
const MAX_HEADERS = 50;
const MAX_CHARACTERS = 100;
/** A token (RFC 9110, section 5.6.2). */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

interface Allowed {
  readonly methods: string;
  /** Allowed without being asked for, since the preflight of some clients does not name all headers. */
  readonly always: readonly string[];
}

/** @param requested The value of `Access-Control-Request-Headers`. */
export function preflightHeaders(requested: string | undefined, { methods, always }: Allowed) {
  const asked = (requested ?? "")
    .split(",", MAX_HEADERS)
    .map((name) => name.trim())
    .filter((name) => name.length <= MAX_CHARACTERS && HEADER_NAME.test(name));
  const known = new Set(always.map((name) => name.toLowerCase()));
  const others = new Set(
    asked.map((name) => name.toLowerCase()).filter((name) => !known.has(name)),
  );
  return {
    "Access-Control-Allow-Methods": methods,
    "Access-Control-Allow-Headers": [...always, ...others].join(", "),
    "Access-Control-Max-Age": "86400",
    Vary: "Access-Control-Request-Headers",
  };
}
