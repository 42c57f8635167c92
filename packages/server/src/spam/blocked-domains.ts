/** Finds links and e-mail addresses at the domains that a form blocks. */
import { linksIn } from "./links.ts";
import { textsOf } from "./text.ts";
import type { SpamCheck } from "./verdict.ts";

// Bounded on both sides, so that a megabyte of "@" is matched in linear time.
const MAIL_HOST = /(?<=[^\s@]@)[\p{L}\p{N}.-]{3,253}/giu;

/** A domain also blocks its subdomains. */
export function blockedDomains(list: readonly string[]): SpamCheck {
  const blocked = new Set(list.map((domain) => domain.toLowerCase()));
  return ({ fields }) => {
    for (const [, text] of textsOf(fields)) {
      for (const host of hostsIn(text)) {
        const domain = parents(host).find((one) => blocked.has(one));
        if (domain === undefined) continue;
        return {
          check: "blocked_domains",
          weight: 1,
          sentence: `The post contains ${domain}, a domain that this form blocks.`,
        };
      }
    }
    return undefined;
  };
}

const MAX_MAIL_HOSTS = 100;

function hostsIn(text: string): readonly string[] {
  const mailHosts = text.includes("@") ? (text.match(MAIL_HOST) ?? []) : [];
  return [
    ...linksIn(text).map(({ host }) => host),
    ...mailHosts.slice(0, MAX_MAIL_HOSTS).map((host) => host.toLowerCase().replace(/[.-]+$/, "")),
  ].map(asAscii);
}

/** `bücher.example` as punycode, which is how the API stores blocked domains. */
function asAscii(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
}

const MAX_LABELS = 12;

/** `a.b.c`, `b.c`, `c`. */
function parents(host: string): readonly string[] {
  const labels = host.split(".").slice(-MAX_LABELS);
  return labels.map((_, n) => labels.slice(n).join("."));
}
