/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability of this installation. */
import { Hono } from "hono";
import type { Clock } from "../platform/clock.ts";

/** The file names an end of its validity; a copy older than this is to be fetched again. */
const VALID_MS = 180 * 86_400_000;

export interface SecurityTxtParts {
  /** A URI; `undefined` = there is no such file. */
  readonly securityContact: string | undefined;
  readonly publicUrl: () => string;
  readonly clock: Clock;
}

export function securityTxtRoutes({ securityContact, publicUrl, clock }: SecurityTxtParts): Hono {
  const routes = new Hono();
  if (securityContact === undefined) return routes;
  const path = "/.well-known/security.txt";
  routes.get(path, (c) => {
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(clock.now() + VALID_MS).toISOString()}`,
      // Section 2.5.2 allows only https here.
      ...(publicUrl().startsWith("https:") ? [`Canonical: ${publicUrl()}${path}`] : []),
    ];
    c.header("X-Content-Type-Options", "nosniff");
    return c.text(lines.map((line) => `${line}\n`).join(""));
  });
  return routes;
}
