/** Makes the text part of a mail from its HTML, for the templates of forms. */

/** Elements that are not shown; their text has no markup. */
const HIDDEN = new Set(["script", "style", "title"]);
const BREAKS = new Set(["br", "hr", "tr", "li", "dt", "dd", "div"]);
const PARAGRAPHS = new Set(
  "p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre section article header footer".split(" "),
);

/**
 * A comment, a declaration, or a tag with its name and attributes. Each ends at the end of the text at the latest,
 * as in a browser, so that the search takes linear time.
 */
const MARKUP =
  /<!--[^]*?(?:--!?>|$)|<[!?][^>]*(?:>|$)|<(\/?)([a-z][^\s/>]*)((?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^"'>]+)*)(?:>|$)/gi;

/** Returns the text of the document: blocks as lines, and the address of each link behind it. */
export function textOfHtml(html: string): string {
  let text = "";
  let at = 0;
  const links: string[] = [];
  for (const { markup, isEnd, name, attributes, index } of markupOf(html)) {
    text += textBetween(html.slice(at, index));
    at = index + markup.length;
    if (name === "a") {
      if (!isEnd) links.push(attribute(attributes, "href"));
      else text += linkAfter(text, links.pop() ?? "");
    } else if (name === "img") {
      text += attribute(attributes, "alt");
    } else if (PARAGRAPHS.has(name)) {
      text += "\n\n";
    } else if (BREAKS.has(name)) {
      text += "\n";
    } else if (isEnd && (name === "td" || name === "th")) {
      text += " ";
    }
  }
  text += textBetween(html.slice(at));
  const lines = text.split("\n").map((line) => line.replaceAll(/ +/g, " ").trim());
  return `${lines
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

/** The markup in its order; a hidden element is one, with all that it contains. */
function* markupOf(html: string) {
  const search = new RegExp(MARKUP);
  for (;;) {
    const found = search.exec(html);
    if (found === null) return;
    const { 0: start, 1: slash, 2: tag = "", 3: attributes = "", index } = found;
    const name = tag.toLowerCase();
    const isEnd = slash === "/";
    if (HIDDEN.has(name) && !isEnd) {
      const end = new RegExp(`</${name}[^>]*(?:>|$)|$`, "gi");
      end.lastIndex = search.lastIndex;
      end.exec(html);
      search.lastIndex = Math.max(end.lastIndex, search.lastIndex);
    }
    const markup = HIDDEN.has(name) ? html.slice(index, search.lastIndex) : start;
    yield { markup, isEnd, name, attributes, index };
    if (search.lastIndex >= html.length) return;
  }
}

/** White space of the source is one space, as in a browser. */
const textBetween = (html: string) => decode(html.replaceAll(/[ \t\r\n\f]+/g, " "));

/** The address in parentheses, unless the link shows it. */
function linkAfter(before: string, href: string): string {
  const shown = href.replace(/^mailto:/i, "");
  return shown === "" || shown === "#" || before.endsWith(shown) ? "" : ` (${shown})`;
}

function attribute(attributes: string, name: string): string {
  const found = new RegExp(
    `(?<![\\w-])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`,
    "i",
  ).exec(attributes);
  return decode(found?.[1] ?? found?.[2] ?? found?.[3] ?? "").trim();
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  shy: "",
  copy: "©",
  reg: "®",
  euro: "€",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  middot: "·",
  bull: "•",
  rarr: "→",
  times: "×",
};

/** Unknown references stay as they are written. */
const decode = (html: string): string =>
  html.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code).toWellFormed() : "\uFFFD";
    },
  );
