/** Polish. */
import { type MailTexts, countNoun } from "./mail-texts.ts";

export const pl: MailTexts = {
  dir: "ltr",
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
  alert: {
    lastError: "Ostatni błąd",
    open: "Otwórz panel",
    reason: (host) => `Otrzymujesz ten e-mail, ponieważ masz konto na ${host}.`,
    webhookFails: {
      subject: (webhook) => `Webhook nie działa: ${webhook}`,
      body: (webhook, form, since) =>
        `Dostawy do webhooka „${webhook}” formularza „${form}” kończą się błędem. Początek: ${since}. Są powtarzane i nic nie ginie.`,
    },
    webhookDisabled: {
      subject: (webhook) => `Webhook wyłączony: ${webhook}`,
      body: (webhook, form, since) =>
        `Webhook „${webhook}” formularza „${form}” został wyłączony, ponieważ dostawy kończą się błędem. Początek: ${since}. Nowe zgłoszenia są zapisywane, ale nie są do niego wysyłane. Włącz go, gdy odbiorca znów zacznie działać.`,
    },
    webhookWorks: {
      subject: (webhook) => `Webhook znów działa: ${webhook}`,
      body: (webhook, form, since) =>
        `Webhook „${webhook}” formularza „${form}” znów odbiera zgłoszenia. Początek awarii: ${since}.`,
    },
    alertsWebhook: {
      webhookFails: (since) =>
        `Webhook alertów nie działa. Początek: ${since}. Wiadomości są powtarzane i nic nie ginie.`,
      webhookDisabled: (since) =>
        `Webhook alertów został wyłączony, ponieważ nie działa. Początek: ${since}. Alerty przychodzą tylko e-mailem. Wpisz jego adres URL ponownie, gdy odbiorca zacznie działać.`,
      webhookWorks: (since) =>
        `Webhook alertów znów odbiera wiadomości. Początek awarii: ${since}.`,
    },
    more: (count) => `i jeszcze ${count}`,
    deliveriesLate: {
      subject: "Dostawy są opóźnione",
      body: (waiting, since) =>
        `${countNoun("pl", waiting, { one: "dostawa czeka", few: "dostawy czekają", many: "dostaw czeka" })}. Najstarsza: ${since}.`,
    },
    diskLow: {
      subject: "Dysk jest prawie pełny",
      body: (free) =>
        `Wolne miejsce na dysku: ${free}. Gdy dysk się zapełni, formularze nie będą mogły przyjmować zgłoszeń.`,
    },
    quotaLow: {
      subject: "Miejsce na pliki jest prawie pełne",
      body: (used, max) =>
        `Zajęte miejsce: ${used} z ${max}. Gdy się zapełni, formularze nie będą mogły przyjmować plików.`,
      ofForm: (form, used, max) =>
        `Pliki formularza „${form}” zajmują ${used} z ${max}. Gdy miejsce się zapełni, formularz nie będzie mógł przyjmować plików.`,
    },
  },
};
