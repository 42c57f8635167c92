/** German. */
import type { PageTexts } from "./en.ts";

export const de: PageTexts = {
  thanks: "Vielen Dank",
  received: "Ihre Nachricht ist angekommen.",
  backTo: (site) => `Zurück zu ${site}`,
  notSent: "Das wurde nicht gesendet",
  reasons: {
    malformed: "Ihre Angaben sind nicht vollständig angekommen. Bitte senden Sie sie noch einmal.",
    forbidden: "Dieses Formular nimmt von der Seite, von der Sie kommen, nichts an.",
    closed: "Das Formular, das Sie benutzt haben, ist geschlossen.",
    unsupported_type:
      "Die Seite, von der Sie kommen, sendet ihr Formular auf eine Weise, die hier nicht gelesen werden kann.",
    empty: "Es wurde nichts ausgefüllt.",
    invalid: "Etwas an Ihren Angaben stimmt nicht.",
    busy: "Im Augenblick kommt so viel an, dass Ihre Angaben nicht angenommen werden konnten. Bitte versuchen Sie es gleich noch einmal.",
    internal:
      "Hier ist etwas schiefgegangen, und Ihre Angaben wurden nicht gespeichert. Bitte versuchen Sie es noch einmal.",
  },
  limits: {
    body: (max) => `Ihre Angaben sind zu lang: Zusammen dürfen sie höchstens ${max} umfassen.`,
    fields: (max) => `Das Formular hat mehr als ${max} Felder; so viele werden nicht angenommen.`,
    files: (max) => `Sie haben zu viele Dateien gewählt: Höchstens ${max} sind auf einmal möglich.`,
    field: (name, max) => `„${name}“ ist zu lang: Höchstens ${max} sind möglich.`,
    file: (name, max) => `Die Datei „${name}“ ist zu groß: Höchstens ${max} sind möglich.`,
  },
  rules: {
    required: "Bitte füllen Sie dieses Feld aus.",
    oneValue: "Hier ist nur ein Wert möglich.",
    email: "Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.org.",
    url: "Bitte geben Sie eine Webadresse ein, die mit https:// oder http:// beginnt.",
    number: "Bitte geben Sie eine Zahl ein.",
    date: "Bitte geben Sie ein Datum ein.",
    file: "Bitte wählen Sie eine Datei aus.",
    minLength: (count) => `Bitte geben Sie mindestens ${count} Zeichen ein.`,
    maxLength: (count) => `Bitte geben Sie höchstens ${count} Zeichen ein.`,
    min: (limit) => `Der kleinste mögliche Wert ist ${limit}.`,
    max: (limit) => `Der größte mögliche Wert ist ${limit}.`,
    pattern: "Das hat nicht das erwartete Format.",
    option: "Bitte wählen Sie aus der Liste.",
    minValues: (count) => `Bitte wählen Sie mindestens ${count} aus.`,
    maxValues: (count) => `Bitte wählen Sie höchstens ${count} aus.`,
    minFiles: (count) => `Bitte wählen Sie mindestens ${count} Dateien aus.`,
    maxFiles: (count) => `Bitte wählen Sie höchstens ${count} Dateien aus.`,
    fileType: (types) => `Bitte wählen Sie eine Datei von einem dieser Typen: ${types}.`,
    fileSize: (max) => `Die Datei ist zu groß: Die Grenze ist ${max}.`,
  },
  captcha: {
    title: "Bitte bestätigen Sie, dass Sie ein Mensch sind",
    asked:
      "Dieses Formular verlangt vor dem Senden eine Prüfung. Bitte schließen Sie sie ab und senden Sie noch einmal.",
    needsScript:
      "Die Prüfung braucht JavaScript. Schalten Sie es ein, oder wenden Sie sich auf anderem Weg an den Betreiber der Seite.",
  },
  goBack:
    "Gehen Sie mit der Zurück-Taste Ihres Browsers zurück: Was Sie geschrieben haben, steht noch da.",
  sendAgainHint:
    "Nichts von dem, was Sie geschrieben haben, ist verloren: Sie können es von hier noch einmal senden.",
  chooseAgain: "Dateien müssen noch einmal ausgewählt werden.",
  filesAgain:
    "Dateien müssen neu ausgewählt werden. Um auch sie zu senden, gehen Sie mit der Zurück-Taste Ihres Browsers zurück.",
  send: "Senden",
  sendAgain: "Noch einmal senden",
  entered: "Ihre Angaben",
  forOwner: "Für die Betreiber dieser Website",
  reference: "Kennung",
  address: "An diese Adresse werden Formulare gesendet",
  addressHint:
    "Hier gibt es nichts zu lesen, und nichts ist kaputt. Um jemandem zu schreiben, benutzen Sie das Formular auf dessen Website.",
};
