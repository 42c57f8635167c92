/** Dutch. */
import { countNoun } from "./count-noun.ts";
import type { MailTexts } from "./en.ts";

export const nl: MailTexts = {
  unsubscribe: "Afmelden",
  notification: {
    subject: (form) => `Nieuwe inzending: ${form}`,
    heading: "Nieuwe inzending",
    source: "Pagina",
    place: "Plaats",
    leadScore: "Score",
    score: (score) => `${score} van 100`,
    files: "Bestanden",
    filesTooLarge: "De bestanden zijn te groot om mee te sturen. Open ze via hun links.",
    noFields: "Het formulier is zonder gegevens verstuurd.",
    shortened: "Sommige gegevens zijn te lang voor een e-mail en zijn hier ingekort.",
    replyGoesTo: (address) => `Beantwoord deze e-mail om aan ${address} te schrijven.`,
    open: "Inzending openen",
    markAsSpam: "Als spam markeren",
    refire: "Opnieuw naar webhooks sturen",
    reason: (form) =>
      `U ontvangt deze e-mail omdat inzendingen van het formulier “${form}” naar dit adres worden gestuurd.`,
  },
  reply: {
    subject: "Wij hebben uw bericht ontvangen",
    greeting: "Goedendag,",
    body: "Bedankt voor uw bericht. Wij hebben het ontvangen.",
    entries: "Wat u ons hebt gestuurd",
    reason:
      "Dit is een automatisch antwoord. U ontvangt het omdat dit adres in een formulier is ingevuld.",
  },
  confirmation: {
    subject: "Bevestig uw e-mailadres",
    heading: "Bevestig uw adres",
    body: (form, host) =>
      `Inzendingen van het formulier “${form}” op ${host} moeten naar dit adres worden gestuurd. Bevestig dat u ze wilt ontvangen.`,
    confirm: "Adres bevestigen",
    ignore:
      "Kent u dit formulier niet? Negeer dan deze e-mail. Zonder uw bevestiging ontvangt u verder niets.",
  },
  digest: {
    subject: (form, count) =>
      `${form}: ${countNoun("nl", count, { one: "nieuwe inzending", other: "nieuwe inzendingen" })}`,
    period: (from, to) => `Van ${from} tot ${to}`,
    submissions: "Inzendingen",
    heldAsSpam: "Tegengehouden als spam",
    spamHint:
      "Open een inzending om haar helemaal te zien of om aan te geven dat het geen spam is.",
    more: (count) => `en nog ${countNoun("nl", count, { one: "inzending", other: "inzendingen" })}`,
    open: "Openen",
    openAll: "Alle inzendingen openen",
  },
};
