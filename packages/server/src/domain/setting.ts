/**
 * Settings of a record, each declared once, as `x-setting` in openapi.yaml: its default, what is accepted, how it is
 * stored, and its input on the dashboard. What is sent, read, stored, compared, shown and typed follows from it.
 */
import type { FieldProblem } from "./errors.ts";
import { parseAddress, parseAddressList } from "./mail/address.ts";
import { isTimeZone } from "../platform/time-zone.ts";
import { isOneLine } from "../platform/text/safe-text.ts";

interface Values {
  flag: boolean;
  choice: string | number | null;
  /** Text, in which an empty one is `null` if that is the default. */
  text: string | null;
  /** Text that reaches a header of a mail or stands alone on a line, so it has no control characters. */
  line: string | null;
  /** Text that must not be empty. */
  filled: string;
  timeZone: string;
  /** A whole number; 0 stands for `null`. */
  count: number | null;
  /** `#rrggbb` in lower case. */
  color: string | null;
  /** A URL of http or https. */
  webAddress: string | null;
  /** A URL of https without a password. */
  imageAddress: string | null;
  address: string | null;
  /** E-mail addresses, separated by `, `. */
  addresses: string;
  /** Hosts as browsers write them. */
  domains: readonly string[];
  lines: readonly string[];
  /** Templates of mails: of one line, of plain text and of HTML. */
  lineTemplate: string | null;
  plainTemplate: string | null;
  htmlTemplate: string | null;
  /** Its input and its check are written by hand; the group says where it is. */
  custom: unknown;
}
type Kind = keyof Values;

interface Labels {
  /** The inputs that are shown together. Without a group there is no input, or one that is written by hand. */
  readonly group?: string;
  /** The input is shown only while that setting has one of the values, or without values while it is on or not empty. */
  readonly when?: readonly [setting: string, ...values: string[]];
  readonly label?: string;
  readonly hint?: string;
  /** The mails about a submission whose content it changes. */
  readonly mails?: readonly ("notification" | "answer")[];
}

type Declaration<K extends Kind, Value> = Labels & {
  readonly kind: K;
  readonly default: Value;
  /** Shows several lines of the text. */
  readonly rows?: number;
} & (K extends "choice"
    ? {
        readonly options: Readonly<Record<Extract<Value, string | number>, string>>;
        /** The label of `null`. */
        readonly none?: string;
      }
    : unknown);

export type Setting<Value> = {
  [K in Kind]: [Value] extends [Values[K]] ? Declaration<K, Value> : never;
}[Kind];

/** Declarations whose values no longer matter. */
export type AnySetting = Labels & {
  readonly kind: Kind;
  readonly default: unknown;
  readonly rows?: number;
  readonly options?: Readonly<Record<string, string>>;
  readonly none?: string;
};
export type AnySettings = Readonly<Record<string, AnySetting>>;

/** The names of the settings that have an input in one of the groups; of all that have an input without `groups`. */
export const namesOf = <Settings extends AnySettings>(
  settings: Settings,
  groups?: readonly string[],
): readonly (keyof Settings & string)[] =>
  Object.keys(settings).filter((name) => {
    const group = settings[name]?.group;
    return group !== undefined && (groups === undefined || groups.includes(group));
  });

type SettingsIn<Settings extends AnySettings, Group> = {
  readonly [
    Name in keyof Settings as Settings[Name]["group"] extends Group ? Name : never
  ]: Settings[Name];
};

export const settingsIn = <Settings extends AnySettings, Group extends string>(
  settings: Settings,
  groups: readonly Group[],
): SettingsIn<Settings, Group> =>
  Object.fromEntries(namesOf(settings, groups).map((name) => [name, settings[name]])) as SettingsIn<
    Settings,
    Group
  >;

/** @returns The default of each setting. */
export const defaultsOf = <Settings extends AnySettings>(settings: Settings) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, setting.default]),
  ) as { readonly [Name in keyof Settings]: Settings[Name]["default"] };

type Normal = { readonly value: unknown } | { readonly problem: string };

/** How the values of a kind are stored, or why one is not accepted. Types are checked before, by the schema. */
const NORMALIZE: { readonly [K in Kind]?: (value: never, name: string) => Normal } = {
  line: requireOneLine,
  lineTemplate: requireOneLine,
  timeZone: (value: string, name) =>
    isTimeZone(value)
      ? { value }
      : { problem: `${name} must be a name such as Europe/Berlin, not "${value}".` },
  color: (value: string, name) =>
    /^#[0-9a-f]{6}$/i.test(value)
      ? { value: value.toLowerCase() }
      : { problem: `${name} must be a color such as #1a7f37, not "${value}".` },
  webAddress: (value: string, name) =>
    isWebAddress(value)
      ? { value }
      : { problem: `${name} must be a URL that begins with https:// or http://.` },
  imageAddress: (value: string, name) =>
    isImageAddress(value)
      ? { value }
      : { problem: `${name} must be the URL of an image that begins with https://.` },
  address: (value: string) => {
    const parsed = parseAddress(value.trim());
    return "problem" in parsed ? parsed : { value: parsed.address };
  },
  addresses: (value: string) => {
    const parsed = parseAddressList(value);
    return "problem" in parsed ? parsed : { value: parsed.addresses.join(", ") };
  },
  domains: (value: readonly string[], name) => {
    const wrong = value.find((domain) => hostOf(domain) !== domain.toLowerCase());
    return wrong === undefined ? { value } : { problem: `${name} ${adviseDomain(wrong)}` };
  },
};

/**
 * Returns the changed settings as they are stored, an empty text as `null` if that is its default; or the first
 * problem.
 */
export function normalizeSettings<Change extends object>(
  settings: AnySettings,
  change: Change,
): { readonly settings: Change } | { readonly problem: FieldProblem } {
  const stored = Object.fromEntries<unknown>(Object.entries(change));
  for (const [name, setting] of Object.entries(settings)) {
    if (stored[name] === "" && setting.default === null) stored[name] = null;
    const normalize = NORMALIZE[setting.kind] as
      ((value: unknown, name: string) => Normal) | undefined;
    if (stored[name] == null || normalize === undefined) continue;
    const normal = normalize(stored[name], name);
    if ("problem" in normal) {
      return { problem: { field: name, code: "invalid", message: normal.problem } };
    }
    stored[name] = normal.value;
  }
  return { settings: stored as Change };
}

function requireOneLine(value: string, name: string): Normal {
  return isOneLine(value)
    ? { value }
    : { problem: `${name} must be one line, without control characters.` };
}

function adviseDomain(domain: string): string {
  const host = hostOf(domain);
  return host === undefined
    ? `must contain domains such as example.org, which includes its subdomains; "${domain}" is not a domain.`
    : `must contain only domains: write "${host}" instead of "${domain}".`;
}

/** Returns the host as a browser writes it in Origin, or `undefined` if the text contains none. */
function hostOf(domain: string): string | undefined {
  const text = /^https?:\/\//i.test(domain) ? domain : `http://${domain}`;
  if (!URL.canParse(text)) return undefined;
  const { hostname } = new URL(text);
  return hostname === "" || hostname.includes("*") ? undefined : hostname;
}

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

function isImageAddress(text: string): boolean {
  if (/[\p{Cc}\s]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === "https:" && username === "" && password === "";
}
