/** Finds the URL of the page that a post came from. */

/** The parts of `source_url`; all `null` if the page is unknown. */
export interface Source {
  readonly source_url: string | null;
  readonly source_host: string | null;
  readonly source_path: string | null;
  readonly source_fragment: string | null;
  /** JSON of `[[name, value], …]`; `null` without any. */
  readonly source_query: string | null;
}

const UNKNOWN: Source = {
  source_url: null,
  source_host: null,
  source_path: null,
  source_fragment: null,
  source_query: null,
};

/** The hosts of the form's pages, to which links are no sign of spam. */
export const ownHosts = (
  { allowed_domains }: { readonly allowed_domains: readonly string[] },
  { source_host }: Pick<Source, "source_host">,
): readonly string[] => [...allowed_domains, (source_host ?? "").replace(/^www\.|:\d+$/g, "")];

/** Longer URLs are ignored, so that senders cannot fill the database with them. */
const MAX_URL_CHARACTERS = 2_000;

/**
 * Reads `_source_url`, or `Referer` if that is missing or invalid. For another site browsers often send only the
 * origin in `Referer`: then path, query and fragment are unknown.
 */
export const sourceOf = (reported: string | null, referrer: string | null): Source =>
  parse(reported, true) ?? parse(referrer, false) ?? UNKNOWN;

function parse(text: string | null, isReported: boolean): Source | undefined {
  if (text === null || text.length > MAX_URL_CHARACTERS || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  url.username = "";
  url.password = "";
  const isOriginOnly = !isReported && url.pathname === "/" && url.search === "" && url.hash === "";
  if (isOriginOnly) return { ...UNKNOWN, source_url: url.href, source_host: url.host };
  return {
    source_url: url.href,
    source_host: url.host,
    source_path: url.pathname,
    source_fragment: url.hash === "" ? null : url.hash.slice(1),
    source_query: url.searchParams.size === 0 ? null : JSON.stringify([...url.searchParams]),
  };
}
