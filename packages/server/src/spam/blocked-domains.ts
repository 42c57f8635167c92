/** A form's list of domains that its posts may neither link to nor come from. */
import { linksIn } from "./links.ts";
import type { Check } from "./screen.ts";
import { textsOf } from "./text.ts";

// Bounded on both sides, so that a megabyte of "@" costs no more than one look at each.
const MAIL_HOST = /(?<=[^\s@]@)[\p{L}\p{N}.-]{3,253}/giu;

/** A domain stands for its subdomains. */
export function blockedDomains(list: readonly string[]): Check {
  const blocked = new Set(list.map((domain) => domain.toLowerCase()));
  return ({ fields }) => {
    for (const [, text] of textsOf(fields)) {
      for (const host of hostsIn(text)) {
        const domain = parents(host).find((one) => blocked.has(one));
        if (domain === undefined) continue;
        return {
          check: "blocked_domains",
          weight: 1,
          sentence: `The post names ${domain}, which this form's list of domains forbids.`,
        };
      }
    }
    return undefined;
  };
}

function hostsIn(text: string): readonly string[] {
  const mails = text.includes("@") ? (text.match(MAIL_HOST) ?? []) : [];
  return [
    ...linksIn(text).map(({ host }) => host),
    ...mails.slice(0, 100).map((host) => host.toLowerCase().replace(/[.-]+$/, "")),
  ].map(asAscii);
}

/** `bücher.example` is kept as its punycode, the way browsers name it. */
function asAscii(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
}

const MAX_LABELS = 12;

/** `a.b.c`, `b.c`, `c`. */
function parents(host: string): readonly string[] {
  const labels = host.split(".").slice(-MAX_LABELS);
  return labels.map((_, n) => labels.slice(n).join("."));
}
