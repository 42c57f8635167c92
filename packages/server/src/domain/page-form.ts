/** The form on a page that posts to a form here: how it posts, and what changed in it since the last look. */
import { Parser } from "htmlparser2";

export interface PageForm {
  /** An absolute URL. */
  readonly action: string;
  /** The names of its fields, in their order. */
  readonly fields: readonly string[];
  /** The provider whose widget stands in it. */
  readonly captcha: string | null;
  /** Whether the page has the script that posts without leaving the page. */
  readonly script: boolean;
}

/** More and longer names are not kept. */
const MAX_FIELDS = 200;
const MAX_NAME_CHARACTERS = 100;

const FIELDS: ReadonlySet<string> = new Set(["input", "select", "textarea"]);
const BUTTONS: ReadonlySet<string> = new Set(["submit", "button", "reset", "image"]);
const WIDGETS: Readonly<Record<string, string>> = {
  "cf-turnstile": "Turnstile",
  "h-captcha": "hCaptcha",
  "g-recaptcha": "reCAPTCHA",
};
const SCRIPT = /\/intray\.js$/;

/**
 * Finds the first form of a page whose `action` is the address of a form here, on whatever host.
 *
 * @param page.url The address of the page, which its relative addresses begin with.
 * @param page.formIds The ids that the address of the form may end with.
 */
export function findPageForm(
  html: string,
  { url, formIds }: { readonly url: string; readonly formIds: readonly string[] },
): PageForm | undefined {
  let base = url;
  let script = false;
  let open: (Omit<PageForm, "script"> & { fields: string[]; captcha: string | null }) | undefined;
  const found: Omit<PageForm, "script">[] = [];
  const resolve = (address: string) =>
    URL.canParse(address, base) ? new URL(address, base) : null;
  const parser = new Parser({
    onopentag(tag, { href, src, action, name, type = "", class: classes = "" }) {
      if (tag === "base" && href !== undefined) base = resolve(href)?.href ?? base;
      if (tag === "script" && src !== undefined)
        script ||= SCRIPT.test(resolve(src)?.pathname ?? "");
      if (tag === "form") {
        const to = resolve(action ?? "");
        const [, id = ""] = /\/f\/([^/]+)\/?$/.exec(to?.pathname ?? "") ?? [];
        open = { action: to?.href ?? "", fields: [], captcha: null };
        if (formIds.includes(id)) found.push(open);
      }
      if (open === undefined) return;
      const { fields } = open;
      const isField = FIELDS.has(tag) && !BUTTONS.has(type.toLowerCase()) && Boolean(name);
      const kept = (name ?? "").slice(0, MAX_NAME_CHARACTERS);
      if (isField && fields.length < MAX_FIELDS && !fields.includes(kept)) fields.push(kept);
      if (tag === "altcha-widget") open.captcha = "ALTCHA";
      for (const one of classes.split(/\s+/)) open.captcha ??= WIDGETS[one] ?? null;
    },
    onclosetag(tag) {
      if (tag === "form") open = undefined;
    },
  });
  parser.end(html);
  const [first] = found;
  return first === undefined ? undefined : { ...first, script };
}

/** What is different since the last look, in sentences. */
export function changesOf(before: PageForm, now: PageForm): readonly string[] {
  const without = (one: PageForm, other: PageForm) =>
    one.fields.filter((name) => !other.fields.includes(name)).join(", ");
  const gone = without(before, now);
  const added = without(now, before);
  return [
    ...(before.action === now.action
      ? []
      : [`It posts to ${now.action}, before to ${before.action}.`]),
    ...(gone === "" ? [] : [`Fields that are gone: ${gone}.`]),
    ...(added === "" ? [] : [`New fields: ${added}.`]),
    ...captchaChange(before.captcha, now.captcha),
    ...(before.script === now.script
      ? []
      : [now.script ? "The page has intray.js now." : "The page no longer has intray.js."]),
  ];
}

function captchaChange(before: string | null, now: string | null): readonly string[] {
  if (before === now) return [];
  if (now === null) return [`Its captcha ${before} is gone.`];
  return [
    before === null
      ? `It has the captcha ${now} now.`
      : `Its captcha is ${now}, no longer ${before}.`,
  ];
}
