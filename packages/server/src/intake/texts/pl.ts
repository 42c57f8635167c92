/** Polish. */
import type { PageTexts } from "./page-texts.ts";

export const pl: PageTexts = {
  dir: "ltr",
  thanks: "Dziękujemy",
  received: "Twoja wiadomość dotarła.",
  backTo: (site) => `Powrót do ${site}`,
  notSent: "Nie wysłano",
  reasons: {
    malformed: "Dane nie dotarły w całości. Wyślij je, proszę, jeszcze raz.",
    forbidden: "Ten formularz nie przyjmuje danych ze strony, z której przychodzisz.",
    not_found: "Użyty formularz już nie istnieje.",
    unsupported_type:
      "Strona, z której przychodzisz, wysyła formularz w sposób, którego nie można tu odczytać.",
    empty: "Nic nie zostało wypełnione.",
    invalid: "W danych jest jakiś błąd.",
    busy: "W tej chwili nadchodzi tak wiele danych, że Twoich nie można było przyjąć. Spróbuj, proszę, ponownie za chwilę.",
    internal: "Coś się tu nie powiodło i dane nie zostały zapisane. Spróbuj, proszę, ponownie.",
  },
  limits: {
    body: (max) => `Dane są zbyt długie: łącznie najwyżej ${max}.`,
    fields: (max) => `Liczba pól formularza przekracza ${max}; tylu nie można przyjąć.`,
    files: (max) => `Wybrano zbyt wiele plików: najwyżej ${max} naraz.`,
    field: (name, max) => `„${name}” ma zbyt długą treść: najwyżej ${max}.`,
    file: (name, max) => `Plik „${name}” jest zbyt duży: najwyżej ${max}.`,
  },
  goBack: "Wróć przyciskiem Wstecz w przeglądarce: to, co wpisano, nadal tam jest.",
  sendAgainHint: "Nic z tego, co wpisano, nie przepadło: możesz wysłać to stąd jeszcze raz.",
  filesAgain:
    "Pliki trzeba wybrać na nowo. Aby wysłać także je, wróć przyciskiem Wstecz w przeglądarce.",
  sendAgain: "Wyślij jeszcze raz",
  entered: "Wpisane dane",
  forOwner: "Dla opiekunów tej witryny",
  reference: "Numer sprawy",
  address: "Pod ten adres wysyła się formularze",
  addressHint:
    "Nie ma tu nic do czytania i wszystko jest w porządku. Aby do kogoś napisać, użyj formularza na jego stronie.",
};
