/** German. */
import { countNoun } from "./count-noun.ts";
import type { MailTexts } from "./en.ts";

export const de: MailTexts = {
  unsubscribe: "Abbestellen",
  notification: {
    subject: (form) => `Neue Einsendung: ${form}`,
    heading: "Neue Einsendung",
    source: "Seite",
    place: "Ort",
    leadScore: "Bewertung",
    score: (score) => `${score} von 100`,
    files: "Dateien",
    filesTooLarge: "Die Dateien sind zu groß für einen Anhang. Öffnen Sie sie über die Links.",
    noFields: "Das Formular wurde ohne Angaben gesendet.",
    shortened: "Einige Angaben sind zu lang für eine E-Mail und hier gekürzt.",
    replyGoesTo: (address) => `Antworten Sie auf diese E-Mail, um an ${address} zu schreiben.`,
    open: "Einsendung öffnen",
    markAsSpam: "Als Spam markieren",
    refire: "Erneut an Webhooks senden",
    reason: (form) =>
      `Sie erhalten diese E-Mail, weil Einsendungen des Formulars „${form}“ an diese Adresse gehen.`,
  },
  reply: {
    subject: "Ihre Nachricht ist angekommen",
    greeting: "Guten Tag,",
    body: "vielen Dank für Ihre Nachricht. Sie ist bei uns angekommen.",
    entries: "Ihre Angaben",
    reason:
      "Dies ist eine automatische Antwort. Sie erhalten sie, weil diese Adresse in ein Formular eingetragen wurde.",
  },
  confirmation: {
    subject: "Bitte bestätigen Sie Ihre E-Mail-Adresse",
    heading: "Adresse bestätigen",
    body: (form, host) =>
      `Einsendungen des Formulars „${form}“ auf ${host} sollen an diese Adresse gesendet werden. Bitte bestätigen Sie, dass Sie sie erhalten möchten.`,
    confirm: "Adresse bestätigen",
    ignore:
      "Wenn Sie dieses Formular nicht kennen, ignorieren Sie diese E-Mail. Ohne Ihre Bestätigung erhalten Sie nichts weiter.",
  },
  digest: {
    subject: (form, count) =>
      `${form}: ${countNoun("de", count, { one: "neue Einsendung", other: "neue Einsendungen" })}`,
    period: (from, to) => `Von ${from} bis ${to}`,
    submissions: "Einsendungen",
    heldAsSpam: "Als Spam zurückgehalten",
    spamHint: "Öffnen Sie eine Einsendung, um sie ganz zu sehen oder als „kein Spam“ zu markieren.",
    more: (count) =>
      `und ${countNoun("de", count, { one: "weitere Einsendung", other: "weitere Einsendungen" })}`,
    open: "Öffnen",
    openAll: "Alle Einsendungen öffnen",
  },
};
