/** Reads the forms of a page, as a browser without script would post them. */

export type ShownForm = ReturnType<typeof formsOn>[number];
export type ShownButton = ShownForm["buttons"][number];

export const formsOn = (page: string) =>
  [...page.matchAll(/<form([^>]*method="post"[^>]*)>(.*?)<\/form>/gs)].map(
    ([, head = "", body = ""]) => {
      const id = attribute(head, "id");
      const action = unescapeHtml(attribute(head, "action") ?? "");
      const outside = [...page.matchAll(/<button([^>]*)>/g)].filter(
        ([, tag = ""]) => id !== undefined && attribute(tag, "form") === id,
      );
      const buttons = [...body.matchAll(/<button([^>]*)>/g), ...outside].flatMap(([, tag = ""]) =>
        tag.includes(' type="button"')
          ? []
          : {
              /** What the button itself posts; no name: nothing. */
              name: attribute(tag, "name"),
              value: unescapeHtml(attribute(tag, "value") ?? ""),
              action: unescapeHtml(attribute(tag, "formaction") ?? action),
            },
      );
      /** What a person sees. */
      const seen = fieldsIn(body.replaceAll(/<input type="hidden"[^>]*>/g, ""));
      const isFilled = Object.values(seen)
        .flat()
        .some((value) => value !== "");
      return { action, fields: fieldsIn(body), isFilled, buttons };
    },
  );

/** Returns all values by field name, for the forms in the card with this id. */
export function shownForm(page: string, card: string): Record<string, string[]> {
  const [section = ""] =
    new RegExp(`<section class="card" id="${card}">.*?</section>`, "s").exec(page) ?? [];
  return fieldsIn(section);
}

function fieldsIn(section: string): Record<string, string[]> {
  const sent: Record<string, string[]> = {};
  const send = (tag: string, value: string) => {
    const name = attribute(tag, "name");
    if (name !== undefined) (sent[name] ??= []).push(unescapeHtml(value));
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

/** The text that a browser shows for escaped HTML. */
export const unescapeHtml = (html: string) =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
