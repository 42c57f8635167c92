/** What the rules look at. A signal is a function in this file and a line in its list. */
import type { Lead } from "../domain/lead.ts";
import { mailDomainOf } from "./mail-domain.ts";
import { type Topic, topicsOf } from "./words.ts";

/** One reason for a better or a worse score. */
export interface Finding {
  /** Below 0 for what speaks against it. */
  readonly points: number;
  /** For the person who reads the score; without a full stop. */
  readonly because: string;
}

/** What the signals share: it is found once. */
interface Sight {
  readonly lead: Lead;
  /** Every field with something in it, as text. */
  readonly filled: readonly { readonly name: string; readonly text: string }[];
  /** The longest text. */
  readonly message: string;
  readonly topics: ReadonlyMap<Topic, string>;
}

type Signal = (sight: Sight) => Finding | undefined;

/** Longer texts are judged by their beginning. */
const MAX_CHARACTERS = 10_000;

export function findingsOf(lead: Lead): readonly Finding[] {
  const all = lead.fields.map(([name, value]) => ({
    name: name.toLowerCase(),
    text: (typeof value === "string" ? value : value.join(", ")).trim().slice(0, MAX_CHARACTERS),
  }));
  const filled = all.filter(({ text }) => text !== "");
  const message = filled.reduce((most, { text }) => (text.length > most.length ? text : most), "");
  const everything = filled
    .map(({ text }) => text)
    .join("\n")
    .slice(0, MAX_CHARACTERS);
  const sight = { lead, filled, message, topics: topicsOf(everything) };
  return SIGNALS.flatMap((signal) => signal(sight) ?? []);
}

const address: Signal = ({ lead: { email } }) => {
  if (email === null) return { points: -15, because: "no e-mail address" };
  return {
    company: { points: 18, because: "an address at a company's domain" },
    free: { points: 0, because: "an address at a free mail provider" },
    disposable: { points: -35, because: "a throw-away e-mail address" },
  }[mailDomainOf(email)];
};

/** By the start of the field's name, in several languages. */
const COMPANY =
  /^_?(?:your.?)?(?:compan|organi[sz]|business|firma|unternehmen|societe|société|entreprise|empresa|azienda|bedrijf|şirket|компани|会社|公司|회사)/;
const company: Signal = ({ filled }) =>
  filled.some(({ name, text }) => COMPANY.test(name) && text.length > 1)
    ? { points: 10, because: "a company is named" }
    : undefined;

const PHONE = /phone|mobile|^tel|telefon|handy|telef|celular|cellulare|телефон|電話|电话|전화/;
const phone: Signal = ({ filled }) =>
  filled.some(({ name, text }) => PHONE.test(name) && (text.match(/\d/g)?.length ?? 0) >= 7)
    ? { points: 8, because: "a phone number" }
    : undefined;

const ROLE = /^(?:job|role|position|title|funktion|poste|cargo|ruolo|functie|должность|役職|职位)/;
const role: Signal = ({ filled }) =>
  filled.some(({ name, text }) => ROLE.test(name) && text.length > 1)
    ? { points: 4, because: "a role is named" }
    : undefined;

const MANY_FIELDS = 5;
const completeness: Signal = ({ lead, filled }) => {
  const asked = lead.fields.length;
  if (filled.length >= MANY_FIELDS && filled.length >= asked * 0.8) {
    return { points: 6, because: `${filled.length} of ${asked} fields filled in` };
  }
  return asked >= 4 && filled.length * 2 <= asked
    ? { points: -6, because: `only ${filled.length} of ${asked} fields filled in` }
    : undefined;
};

const length: Signal = ({ message }) => {
  // A letter of Chinese, Japanese or Korean says about as much as three of Latin script.
  const dense = message.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length;
  const size = message.length + 2 * (dense ?? 0);
  if (size >= 300) return { points: 14, because: "a long message" };
  if (size >= 80) return { points: 8, because: "a message of some length" };
  return size < 25 ? { points: -10, because: "hardly any text" } : undefined;
};

const specifics: Signal = ({ message }) => {
  const figures = new Set(message.match(/\d+/g)).size;
  return figures >= 2 ? { points: 4, because: "figures in the message" } : undefined;
};

const shouting: Signal = ({ message }) => {
  const letters = message.match(/\p{L}/gu)?.length ?? 0;
  const capitals = message.match(/\p{Lu}/gu)?.length ?? 0;
  return letters >= 30 && capitals > letters * 0.7
    ? { points: -8, because: "written in capitals" }
    : undefined;
};

const links: Signal = ({ message }) =>
  (message.match(/https?:\/\//gi)?.length ?? 0) >= 3
    ? { points: -15, because: "many links in the message" }
    : undefined;

const files: Signal = ({ lead }) =>
  lead.files > 0 ? { points: 4, because: "a file came along" } : undefined;

const about =
  (topic: Topic, points: number, because: string): Signal =>
  ({ topics }) => {
    const word = topics.get(topic);
    return word === undefined ? undefined : { points, because: `${because} ("${word}")` };
  };

const SIGNALS: readonly Signal[] = [
  address,
  company,
  phone,
  role,
  completeness,
  length,
  specifics,
  about("buying", 14, "asks for an offer"),
  about("budget", 12, "speaks of money"),
  about("timeline", 8, "speaks of time"),
  about("selling", -30, "seems to sell something itself"),
  about("applying", -20, "seems to look for work"),
  files,
  shouting,
  links,
];
