/** Which page a post came from. */

/** The parts of `source_url`; all `null` when no page is known. */
export interface Source {
  readonly source_url: string | null;
  readonly source_host: string | null;
  readonly source_path: string | null;
  readonly source_fragment: string | null;
  /** JSON of `[[name, value], …]`. */
  readonly source_query: string | null;
}

const UNKNOWN: Source = {
  source_url: null,
  source_host: null,
  source_path: null,
  source_fragment: null,
  source_query: null,
};

/** Beyond this, an address is no page but an attempt to fill the table. */
const MAX_URL_CHARACTERS = 2_000;

/**
 * From `_source_url`, else from `Referer`. A browser often sends of a foreign page only its origin:
 * then the path is unknown, and so are query and fragment.
 */
export function sourceOf(stated: string | null, referrer: string | null): Source {
  return parse(stated, true) ?? parse(referrer, false) ?? UNKNOWN;
}

function parse(text: string | null, isStated: boolean): Source | undefined {
  if (text === null || text.length > MAX_URL_CHARACTERS || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  url.username = "";
  url.password = "";
  const isOriginOnly = !isStated && url.pathname === "/" && url.search === "" && url.hash === "";
  if (isOriginOnly) return { ...UNKNOWN, source_url: url.href, source_host: url.host };
  return {
    source_url: url.href,
    source_host: url.host,
    source_path: url.pathname,
    source_fragment: url.hash === "" ? null : url.hash.slice(1),
    source_query: JSON.stringify([...url.searchParams]),
  };
}
