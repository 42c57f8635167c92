/** Reads the fields of a form on a page, as a browser would post them unchanged. */

/** Returns all values by field name, for the forms in the card with this id. */
export function shownForm(page: string, card: string): Record<string, string[]> {
  const [section = ""] =
    new RegExp(`<section class="card" id="${card}">.*?</section>`, "s").exec(page) ?? [];
  const sent: Record<string, string[]> = {};
  const send = (tag: string, value: string) => {
    const name = attribute(tag, "name");
    if (name !== undefined) (sent[name] ??= []).push(plain(value));
  };
  for (const [tag] of section.matchAll(/<input[^>]*>/g)) {
    const isBox = /type="(?:checkbox|radio)"/.test(tag);
    if (!isBox || tag.includes(" checked")) send(tag, attribute(tag, "value") ?? "");
  }
  for (const [tag, , value = ""] of section.matchAll(/<textarea([^>]*)>\n?(.*?)<\/textarea>/gs)) {
    send(tag, value);
  }
  for (const [tag] of section.matchAll(/<select.*?<\/select>/gs)) {
    const options = [...tag.matchAll(/<option[^>]*>/g)].map(([option]) => option);
    const selected = options.find((option) => option.includes(" selected")) ?? options[0];
    if (selected !== undefined) send(tag, attribute(selected, "value") ?? "");
  }
  return sent;
}

const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

const plain = (html: string) =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
