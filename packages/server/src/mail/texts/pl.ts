/** Polish. */
import { countNoun } from "./count-noun.ts";
import type { MailTexts } from "./en.ts";

export const pl: MailTexts = {
  unsubscribe: "Wypisz się",
  notification: {
    subject: (form) => `Nowe zgłoszenie: ${form}`,
    heading: "Nowe zgłoszenie",
    source: "Strona",
    place: "Miejsce",
    leadScore: "Ocena",
    score: (score) => `${score} na 100`,
    files: "Pliki",
    filesTooLarge: "Pliki są zbyt duże, aby je załączyć. Otwórz je za pomocą odnośników.",
    noFields: "Formularz wysłano bez danych.",
    shortened: "Niektóre dane są zbyt długie na e-mail i zostały tu skrócone.",
    replyGoesTo: (address) => `Odpowiedz na ten e-mail, aby napisać na adres ${address}.`,
    open: "Otwórz zgłoszenie",
    markAsSpam: "Oznacz jako spam",
    refire: "Wyślij ponownie do webhooków",
    reason: (form) =>
      `Otrzymujesz ten e-mail, ponieważ zgłoszenia z formularza „${form}” są wysyłane na ten adres.`,
  },
  reply: {
    subject: "Otrzymaliśmy Twoją wiadomość",
    greeting: "Dzień dobry,",
    body: "dziękujemy za wiadomość. Dotarła do nas.",
    entries: "Przesłane dane",
    reason: "To automatyczna odpowiedź. Otrzymujesz ją, ponieważ ten adres wpisano w formularzu.",
  },
  confirmation: {
    subject: "Potwierdź swój adres e-mail",
    heading: "Potwierdź adres",
    body: (form, host) =>
      `Zgłoszenia z formularza „${form}” na ${host} mają być wysyłane na ten adres. Potwierdź, że chcesz je otrzymywać.`,
    confirm: "Potwierdź adres",
    ignore:
      "Jeśli nie znasz tego formularza, zignoruj ten e-mail. Bez potwierdzenia nic więcej nie przyjdzie.",
  },
  digest: {
    subject: (form, count) =>
      `${form}: ${countNoun("pl", count, { one: "nowe zgłoszenie", few: "nowe zgłoszenia", many: "nowych zgłoszeń" })}`,
    period: (from, to) => `Od: ${from}, do: ${to}`,
    submissions: "Zgłoszenia",
    heldAsSpam: "Zatrzymane jako spam",
    spamHint: "Otwórz zgłoszenie, aby zobaczyć je w całości lub zaznaczyć, że to nie spam.",
    more: (count) =>
      `i jeszcze ${countNoun("pl", count, { one: "zgłoszenie", few: "zgłoszenia", many: "zgłoszeń" })}`,
    open: "Otwórz",
    openAll: "Otwórz wszystkie zgłoszenia",
  },
};
