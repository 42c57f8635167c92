/** Italian. */
import type { PageTexts } from "./en.ts";

export const it: PageTexts = {
  thanks: "Grazie",
  received: "Il messaggio è stato ricevuto.",
  backTo: (site) => `Torna a ${site}`,
  notSent: "L’invio non è riuscito",
  reasons: {
    malformed: "I dati non sono arrivati per intero. Si prega di inviarli di nuovo.",
    forbidden: "Questo modulo non accetta invii dalla pagina di provenienza.",
    closed: "Il modulo usato è chiuso.",
    unsupported_type:
      "La pagina di provenienza invia il modulo in un modo che qui non può essere letto.",
    empty: "Non è stato compilato nulla.",
    invalid: "C’è qualcosa di errato nei dati.",
    busy: "In questo momento arrivano così tanti invii che i dati non sono stati accettati. Si prega di riprovare tra poco.",
    internal:
      "Qualcosa qui non ha funzionato e i dati non sono stati salvati. Si prega di riprovare.",
  },
  limits: {
    body: (max) => `I dati sono troppo lunghi: al massimo ${max} in tutto.`,
    fields: (max) => `Il modulo ha più di ${max} campi: sono troppi per essere accettati.`,
    files: (max) => `Sono stati scelti troppi file: al massimo ${max} per invio.`,
    field: (name, max) => `«${name}» è troppo lungo: al massimo ${max}.`,
    file: (name, max) => `Il file «${name}» è troppo grande: al massimo ${max}.`,
  },
  rules: {
    required: "Compili questo campo.",
    oneValue: "Qui è possibile un solo valore.",
    email: "Inserisca un indirizzo e-mail, per esempio ada@example.org.",
    url: "Inserisca un indirizzo web che inizi con https:// o http://.",
    number: "Inserisca un numero.",
    date: "Inserisca una data.",
    file: "Scelga un file.",
    minLength: (count) => `Inserisca almeno ${count} caratteri.`,
    maxLength: (count) => `Inserisca al massimo ${count} caratteri.`,
    min: (limit) => `Il valore più piccolo possibile è ${limit}.`,
    max: (limit) => `Il valore più grande possibile è ${limit}.`,
    pattern: "Non ha il formato previsto.",
    option: "Scelga dall’elenco.",
    minValues: (count) => `Ne scelga almeno ${count}.`,
    maxValues: (count) => `Ne scelga al massimo ${count}.`,
    minFiles: (count) => `Scelga almeno ${count} file.`,
    maxFiles: (count) => `Scelga al massimo ${count} file.`,
    fileType: (types) => `Scelga un file di uno di questi tipi: ${types}.`,
    fileSize: (max) => `Il file è troppo grande: il limite è ${max}.`,
  },
  captcha: {
    title: "Conferma di essere una persona",
    asked: "Questo modulo richiede una verifica prima dell’invio. Completala e invia di nuovo.",
    needsScript:
      "La verifica richiede JavaScript. Attivalo oppure contatta il proprietario del sito in un altro modo.",
  },
  goBack:
    "Tornare indietro con il pulsante Indietro del browser: quanto è stato scritto è ancora lì.",
  sendAgainHint: "Nulla di quanto è stato scritto è perso: si può inviare di nuovo da qui.",
  chooseAgain: "I file devono essere scelti di nuovo.",
  filesAgain:
    "I file vanno scelti di nuovo. Per inviare anche quelli, tornare indietro con il pulsante Indietro del browser.",
  send: "Invia",
  sendAgain: "Invia di nuovo",
  entered: "Dati inseriti",
  forOwner: "Per chi gestisce questo sito",
  reference: "Riferimento",
  address: "A questo indirizzo si inviano moduli",
  addressHint:
    "Qui non c’è nulla da leggere, e va tutto bene. Per scrivere a qualcuno, usare il modulo del suo sito.",
};
