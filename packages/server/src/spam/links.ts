/** The links in a text, and their hosts. */

export interface Link {
  /** Lower case, without port and user. */
  readonly host: string;
  readonly length: number;
}

/** Of one text; whoever sends more links has said enough. */
const MAX_LINKS = 100;
// A run without spaces, of bounded length: no part of the pattern can give back what another took.
const LINK = /(?:https?:\/\/|\bwww\.)[^\s<>"'[\]()]{1,300}/gi;

/** Whether a text may hold a link at all; most do not, and a search is cheap. */
export const mayHoldLinks = (text: string): boolean =>
  text.includes("://") || text.includes("www.") || text.includes("WWW.");

export function linksIn(text: string): readonly Link[] {
  if (!mayHoldLinks(text)) return [];
  const links: Link[] = [];
  for (const [link] of text.matchAll(LINK)) {
    links.push({ host: hostOf(link), length: link.length });
    if (links.length >= MAX_LINKS) break;
  }
  return links;
}

function hostOf(link: string): string {
  const [authority = ""] = link.replace(/^https?:\/\//i, "").split(/[/?#\\]/, 1);
  return authority
    .slice(authority.lastIndexOf("@") + 1)
    .replace(/:\d*$/, "")
    .replace(/[.,;!]+$/, "")
    .toLowerCase();
}
