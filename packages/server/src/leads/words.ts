/** Finds the topics of a message by words in many languages. */

export type Topic = "buying" | "budget" | "timeline" | "selling" | "applying";

/**
 * Written without accents; `*` matches any ending. Words in scripts other than Latin, Greek and Cyrillic match
 * anywhere in the text, since most of these scripts put no spaces between words.
 */
const WORDS = {
  buying: [
    // English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Turkish, Russian
    ["quote", "quotes", "quotation*", "pricing", "demo", "purchase*", "buy", "hire", "proposal*"],
    ["angebot*", "preis*", "kosten*", "kaufen", "bestellen", "beauftrag*", "beratungstermin*"],
    ["devis", "tarif*", "acheter", "commander", "rendez vous", "demonstration*"],
    ["presupuesto*", "precio*", "comprar", "contratar", "cotizacion*", "orcamento*", "preco*"],
    ["preventivo", "preventivi", "prezzo", "prezzi", "acquistare", "offerte", "prijs*", "kopen"],
    ["wycen*", "cena", "ceny", "kupic", "zamowi*", "fiyat*", "teklif*", "цен*", "купить", "заказ*"],
    ["見積*", "価格*", "購入*", "报价*", "價格*", "价格*", "购买*", "견적*", "가격*", "عرض سعر*"],
  ],
  budget: [
    ["budget*", "funding", "invest*", "presupuestad*", "orcament*", "budzet*", "butce*", "бюджет*"],
    ["予算*", "预算*", "預算*", "예산*", "ميزانية*"],
  ],
  timeline: [
    ["deadline*", "asap", "urgent*", "this week", "next week", "this month", "next month"],
    ["this quarter", "next quarter", "timeline*", "as soon as possible", "go live", "kickoff"],
    ["frist*", "dringend*", "so bald wie moglich", "diese woche", "nachste woche", "zeitnah"],
    ["delai*", "urgence", "des que possible", "cette semaine", "la semaine prochaine"],
    ["plazo*", "urgente*", "cuanto antes", "esta semana", "proxima semana", "prazo*"],
    ["scadenza", "al piu presto", "prossima settimana", "spoed*", "zo snel mogelijk", "termin*"],
    ["pilne", "jak najszybciej", "acil*", "срочно", "срок*"],
    ["至急*", "納期*", "尽快*", "儘快*", "急ぎ*", "긴급*", "عاجل*"],
  ],
  selling: [
    ["seo", "backlink*", "guest post*", "rank higher", "first page of google", "link building"],
    ["web traffic", "email list*", "lead lists", "crypto*", "casino*", "we offer", "our agency"],
    ["increase your sales", "grow your business", "suchmaschinenoptimierung", "referencement"],
    ["posicionamiento web", "unsubscribe", "外链*", "推广*"],
  ],
  applying: [
    ["my cv", "my resume", "job application*", "internship*", "vacancy", "lebenslauf"],
    ["bewerbung*", "praktikum*", "candidature*", "curriculum vitae", "solicitud de empleo"],
    ["sollicitatie*", "rekrutacj*", "резюме", "履歴書*", "简历*", "이력서*"],
  ],
} as const satisfies Record<Topic, readonly (readonly string[])[]>;

const TOPICS = Object.entries(WORDS).map(([topic, words]) => ({
  topic: topic as Topic,
  pattern: patternOf(words.flat()),
}));

/** An amount of money: digits next to a currency sign or code. */
const MONEY = /[$€£¥₹]\s?\d|\d[\d.,\s]{0,15}(?:k\s)?(?:[$€£¥₹]|(?:usd|eur|euros?|gbp|chf|pln)\b)/;

/** The topics of a text, each with the first word or phrase that matched. */
export function topicsOf(text: string): ReadonlyMap<Topic, string> {
  const plain = plainText(text);
  const found = new Map<Topic, string>();
  for (const { topic, pattern } of TOPICS) {
    const [word] = pattern.exec(plain) ?? [];
    if (word !== undefined) found.set(topic, word.trim());
  }
  const [money] = MONEY.exec(plain) ?? [];
  if (money !== undefined && !found.has("budget")) found.set("budget", money.trim());
  return found;
}

/** Lower case without accents; whitespace, hyphens and apostrophes become single spaces. */
function plainText(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .normalize("NFC")
    .replaceAll(/[\s'’_-]+/g, " ");
}

function patternOf(words: readonly string[]): RegExp {
  const spaced = words.filter((word) =>
    /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic} *]+$/u.test(word),
  );
  const others = words
    .filter((word) => !spaced.includes(word))
    .map((word) => word.replace("*", ""));
  const alternatives = spaced.map((word) => word.replace("*", "\\p{L}{0,20}")).join("|");
  const anywhere = others.length === 0 ? "" : `|${others.map((word) => plainText(word)).join("|")}`;
  return new RegExp(`(?<!\\p{L})(?:${alternatives})(?!\\p{L})${anywhere}`, "u");
}
