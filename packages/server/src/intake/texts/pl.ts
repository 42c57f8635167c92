/** Polish. */
import type { PageTexts } from "./en.ts";

export const pl: PageTexts = {
  thanks: "Dziękujemy",
  received: "Twoja wiadomość dotarła.",
  backTo: (site) => `Powrót do ${site}`,
  notSent: "Nie wysłano",
  reasons: {
    malformed: "Dane nie dotarły w całości. Wyślij je, proszę, jeszcze raz.",
    forbidden: "Ten formularz nie przyjmuje danych ze strony, z której przychodzisz.",
    closed: "Użyty formularz jest zamknięty.",
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
  rules: {
    required: "Proszę wypełnić to pole.",
    oneValue: "Tu możliwa jest tylko jedna wartość.",
    email: "Proszę podać adres e-mail, na przykład ada@example.org.",
    url: "Proszę podać adres strony zaczynający się od https:// lub http://.",
    number: "Proszę podać liczbę.",
    date: "Proszę podać datę.",
    file: "Proszę wybrać plik.",
    minLength: (count) => `Za krótki tekst. Najmniejsza liczba znaków: ${count}.`,
    maxLength: (count) => `Za długi tekst. Największa liczba znaków: ${count}.`,
    min: (limit) => `Najmniejsza możliwa wartość to ${limit}.`,
    max: (limit) => `Największa możliwa wartość to ${limit}.`,
    pattern: "To nie ma oczekiwanego formatu.",
    option: "Proszę wybrać z listy.",
    minValues: (count) => `Proszę wybrać co najmniej ${count}.`,
    maxValues: (count) => `Proszę wybrać najwyżej ${count}.`,
    minFiles: (count) => `Za mało plików. Najmniejsza liczba: ${count}.`,
    maxFiles: (count) => `Za dużo plików. Największa liczba: ${count}.`,
    fileType: (types) => `Proszę wybrać plik jednego z tych typów: ${types}.`,
    fileSize: (max) => `Plik jest za duży: limit wynosi ${max}.`,
  },
  captcha: {
    title: "Potwierdź, że jesteś człowiekiem",
    asked: "Ten formularz wymaga sprawdzenia przed wysłaniem. Wykonaj je i wyślij ponownie.",
    needsScript:
      "Sprawdzenie wymaga JavaScriptu. Włącz go albo skontaktuj się z właścicielem strony w inny sposób.",
  },
  goBack: "Wróć przyciskiem Wstecz w przeglądarce: to, co wpisano, nadal tam jest.",
  sendAgainHint: "Nic z tego, co wpisano, nie przepadło: możesz wysłać to stąd jeszcze raz.",
  chooseAgain: "Pliki trzeba wybrać ponownie.",
  filesAgain:
    "Pliki trzeba wybrać na nowo. Aby wysłać także je, wróć przyciskiem Wstecz w przeglądarce.",
  send: "Wyślij",
  sendAgain: "Wyślij jeszcze raz",
  entered: "Wpisane dane",
  forOwner: "Dla opiekunów tej witryny",
  reference: "Numer sprawy",
  address: "Pod ten adres wysyła się formularze",
  addressHint:
    "Nie ma tu nic do czytania i wszystko jest w porządku. Aby do kogoś napisać, użyj formularza na jego stronie.",
};
