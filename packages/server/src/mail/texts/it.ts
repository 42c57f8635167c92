/** Italian. */
import { type MailTexts, countNoun } from "./mail-texts.ts";

export const it: MailTexts = {
  dir: "ltr",
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
  alert: {
    lastError: "Ultimo errore",
    open: "Apri il pannello",
    reason: (host) => `Questa e-mail arriva perché esiste un account su ${host}.`,
    webhookFails: {
      subject: (webhook) => `Webhook in errore: ${webhook}`,
      body: (webhook, form, since) =>
        `Le consegne al webhook “${webhook}” del modulo “${form}” non riescono da: ${since}. Vengono ripetute e nulla va perso.`,
    },
    webhookDisabled: {
      subject: (webhook) => `Webhook disattivato: ${webhook}`,
      body: (webhook, form, since) =>
        `Il webhook “${webhook}” del modulo “${form}” è disattivato, perché le consegne non riescono da: ${since}. I nuovi invii vengono salvati, ma non gli arrivano. Riattivarlo quando il destinatario funziona di nuovo.`,
    },
    webhookWorks: {
      subject: (webhook) => `Webhook di nuovo attivo: ${webhook}`,
      body: (webhook, form, since) =>
        `Il webhook “${webhook}” del modulo “${form}” riceve di nuovo gli invii. Il guasto durava da: ${since}.`,
    },
    alertsWebhook: {
      webhookFails: (since) =>
        `Il webhook degli avvisi non riesce da: ${since}. I messaggi vengono ripetuti e nulla va perso.`,
      webhookDisabled: (since) =>
        `Il webhook degli avvisi è disattivato, perché non riesce da: ${since}. Gli avvisi arrivano solo per e-mail. Inserire di nuovo il suo URL quando il destinatario funziona.`,
      webhookWorks: (since) =>
        `Il webhook degli avvisi riceve di nuovo i messaggi. Il guasto durava da: ${since}.`,
    },
    more: (count) => `e altri ${count}`,
    deliveriesLate: {
      subject: "Consegne in ritardo",
      body: (waiting, since) =>
        `${countNoun("it", waiting, { one: "consegna è in attesa", other: "consegne sono in attesa" })}. La più vecchia attende da: ${since}.`,
    },
    diskLow: {
      subject: "Il disco è quasi pieno",
      body: (free) =>
        `Spazio libero sul disco: ${free}. Quando sarà pieno, i moduli non potranno accettare invii.`,
    },
    quotaLow: {
      subject: "Lo spazio per i file è quasi pieno",
      body: (used, max) =>
        `Spazio usato: ${used} su ${max}. Quando sarà pieno, i moduli non potranno accettare file.`,
      ofForm: (form, used, max) =>
        `I file del modulo “${form}” occupano ${used} su ${max}. Quando lo spazio sarà pieno, il modulo non potrà accettare file.`,
    },
  },
};
