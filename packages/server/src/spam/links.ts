/** Finds the links in a text, and their hosts. */

export interface Link {
  /** In lower case, without port and user. */
  readonly host: string;
  readonly length: number;
}

/** Limits the work per text; a text with more links is spam anyway. */
const MAX_LINKS = 100;
// A run of bounded length without spaces, which cannot backtrack.
const LINK = /(?:https?:\/\/|\bwww\.)[^\s<>"'[\]()]{1,300}/gi;

/** A cheap test that is false for most texts without links. */
export const mayHaveLinks = (text: string): boolean =>
  text.includes("://") || text.includes("www.") || text.includes("WWW.");

export function linksIn(text: string): readonly Link[] {
  if (!mayHaveLinks(text)) return [];
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
