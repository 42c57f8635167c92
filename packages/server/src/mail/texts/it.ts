/** Italian. */
import { countNoun } from "./count-noun.ts";
import type { MailTexts } from "./en.ts";

export const it: MailTexts = {
  unsubscribe: "Annulla l’iscrizione",
  notification: {
    subject: (form) => `Nuovo invio: ${form}`,
    heading: "Nuovo invio",
    source: "Pagina",
    place: "Luogo",
    leadScore: "Punteggio",
    score: (score) => `${score} su 100`,
    files: "File",
    filesTooLarge: "I file sono troppo grandi per essere allegati. Si aprono con i loro link.",
    noFields: "Il modulo è stato inviato senza dati.",
    shortened: "Alcuni dati sono troppo lunghi per un’e-mail e qui sono abbreviati.",
    replyGoesTo: (address) => `Per scrivere a ${address}, rispondere a questa e-mail.`,
    open: "Apri l’invio",
    markAsSpam: "Segna come spam",
    refire: "Invia di nuovo ai webhook",
    reason: (form) =>
      `Questa e-mail arriva perché gli invii del modulo “${form}” sono inoltrati a questo indirizzo.`,
  },
  reply: {
    subject: "Il messaggio è arrivato",
    greeting: "Buongiorno,",
    body: "grazie per il messaggio. Lo abbiamo ricevuto.",
    entries: "Dati ricevuti",
    reason:
      "Questa è una risposta automatica. Arriva perché questo indirizzo è stato inserito in un modulo.",
  },
  confirmation: {
    subject: "Confermare l’indirizzo e-mail",
    heading: "Confermare l’indirizzo",
    body: (form, host) =>
      `Gli invii del modulo “${form}” su ${host} saranno inoltrati a questo indirizzo. Si prega di confermare di volerli ricevere.`,
    confirm: "Conferma l’indirizzo",
    ignore:
      "Se il modulo non è noto, ignorare questa e-mail. Senza conferma non arriverà nient’altro.",
  },
  digest: {
    subject: (form, count) =>
      `${form}: ${countNoun("it", count, { one: "nuovo invio", other: "nuovi invii" })}`,
    period: (from, to) => `Da ${from} a ${to}`,
    submissions: "Invii",
    heldAsSpam: "Trattenuti come spam",
    spamHint: "Aprire un invio per vederlo per intero o per segnalare che non è spam.",
    more: (count) => `e ${countNoun("it", count, { one: "altro invio", other: "altri invii" })}`,
    open: "Apri",
    openAll: "Apri tutti gli invii",
  },
};
