/** The rules that score a lead. Each is a function in this file and an entry in RULES. */
import { isMailProvider } from "../domain/mail/mailbox.ts";
import type { Lead } from "../domain/submission/lead.ts";
import { type Topic, topicsOf } from "./words.ts";
import { isDisposableDomain } from "../domain/disposable-domain.ts";

export interface Signal {
  /** Below 0 for a worse score. */
  readonly points: number;
  /** Shown to users next to the score; no full stop. */
  readonly reason: string;
}

/** Input of the rules, computed once per lead. */
interface RuleInput {
  readonly lead: Lead;
  readonly filled: readonly { readonly name: string; readonly text: string }[];
  /** The longest text. */
  readonly message: string;
  readonly topics: ReadonlyMap<Topic, string>;
}

type Rule = (input: RuleInput) => Signal | undefined;

/** Only the beginning of longer texts is read. */
const MAX_CHARACTERS = 10_000;

export function signalsOf(lead: Lead): readonly Signal[] {
  const all = lead.fields.map(([name, value]) => ({
    name: name.toLowerCase(),
    text: (typeof value === "string" ? value : value.join(", ")).trim().slice(0, MAX_CHARACTERS),
  }));
  const filled = all.filter(({ text }) => text !== "");
  const message = filled.reduce(
    (longest, { text }) => (text.length > longest.length ? text : longest),
    "",
  );
  const everything = filled
    .map(({ text }) => text)
    .join("\n")
    .slice(0, MAX_CHARACTERS);
  const input = { lead, filled, message, topics: topicsOf(everything) };
  return RULES.flatMap((rule) => rule(input) ?? []);
}

const address: Rule = ({ lead: { email } }) => {
  if (email === null) return { points: -15, reason: "no e-mail address" };
  return {
    company: { points: 18, reason: "company e-mail domain" },
    free: { points: 0, reason: "free e-mail provider" },
    disposable: { points: -35, reason: "disposable e-mail address" },
  }[mailDomainOf(email)];
};

/** Matches the start of a field name, in several languages. */
const COMPANY =
  /^_?(?:your.?)?(?:compan|organi[sz]|business|firma|unternehmen|societe|société|entreprise|empresa|azienda|bedrijf|şirket|компани|会社|公司|회사)/;
const company: Rule = ({ filled }) =>
  filled.some(({ name, text }) => COMPANY.test(name) && text.length > 1)
    ? { points: 10, reason: "company named" }
    : undefined;

const PHONE = /phone|mobile|^tel|telefon|handy|telef|celular|cellulare|телефон|電話|电话|전화/;
const phone: Rule = ({ filled }) =>
  filled.some(({ name, text }) => PHONE.test(name) && (text.match(/\d/g)?.length ?? 0) >= 7)
    ? { points: 8, reason: "phone number" }
    : undefined;

const ROLE = /^(?:job|role|position|title|funktion|poste|cargo|ruolo|functie|должность|役職|职位)/;
const role: Rule = ({ filled }) =>
  filled.some(({ name, text }) => ROLE.test(name) && text.length > 1)
    ? { points: 4, reason: "role named" }
    : undefined;

const MANY_FIELDS = 5;
const completeness: Rule = ({ lead, filled }) => {
  const total = lead.fields.length;
  if (filled.length >= MANY_FIELDS && filled.length >= total * 0.8) {
    return { points: 6, reason: `${filled.length} of ${total} fields filled in` };
  }
  return total >= 4 && filled.length * 2 <= total
    ? { points: -6, reason: `only ${filled.length} of ${total} fields filled in` }
    : undefined;
};

const length: Rule = ({ message }) => {
  // A Chinese, Japanese or Korean character carries about as much text as three Latin letters.
  const cjkCharacters = message.match(
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu,
  )?.length;
  const size = message.length + 2 * (cjkCharacters ?? 0);
  if (size >= 300) return { points: 14, reason: "long message" };
  if (size >= 80) return { points: 8, reason: "message of medium length" };
  return size < 25 ? { points: -10, reason: "very short message" } : undefined;
};

const specifics: Rule = ({ message }) => {
  const numbers = new Set(message.match(/\d+/g)).size;
  return numbers >= 2 ? { points: 4, reason: "numbers in the message" } : undefined;
};

const shouting: Rule = ({ message }) => {
  const letters = message.match(/\p{L}/gu)?.length ?? 0;
  const capitals = message.match(/\p{Lu}/gu)?.length ?? 0;
  return letters >= 30 && capitals > letters * 0.7
    ? { points: -8, reason: "message in capitals" }
    : undefined;
};

const links: Rule = ({ message }) =>
  (message.match(/https?:\/\//gi)?.length ?? 0) >= 3
    ? { points: -15, reason: "many links in the message" }
    : undefined;

const files: Rule = ({ lead }) =>
  lead.files > 0 ? { points: 4, reason: "file attached" } : undefined;

const about =
  (topic: Topic, points: number, mention: string): Rule =>
  ({ topics }) => {
    const word = topics.get(topic);
    return word === undefined ? undefined : { points, reason: `${mention} ("${word}")` };
  };

const RULES: readonly Rule[] = [
  address,
  company,
  phone,
  role,
  completeness,
  length,
  specifics,
  about("buying", 14, "asks for an offer"),
  about("budget", 12, "mentions money"),
  about("timeline", 8, "mentions a time frame"),
  about("selling", -30, "seems to offer something for sale"),
  about("applying", -20, "seems to be a job application"),
  files,
  shouting,
  links,
];

type MailDomain = "company" | "free" | "disposable";

/** @param email Has passed {@link isEmail}. */
export function mailDomainOf(email: string): MailDomain {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (isDisposableDomain(domain)) return "disposable";
  return isMailProvider(domain) ? "free" : "company";
}
