/** Dutch. */
import type { PageTexts } from "./en.ts";

export const nl: PageTexts = {
  thanks: "Bedankt",
  received: "Uw bericht is ontvangen.",
  backTo: (site) => `Terug naar ${site}`,
  notSent: "Dit is niet verzonden",
  reasons: {
    malformed: "Uw gegevens zijn niet volledig aangekomen. Verstuur ze alstublieft opnieuw.",
    forbidden: "Dit formulier neemt niets aan van de pagina waar u vandaan komt.",
    closed: "Het formulier dat u hebt gebruikt is gesloten.",
    unsupported_type:
      "De pagina waar u vandaan komt verstuurt het formulier op een manier die hier niet gelezen kan worden.",
    empty: "Er is niets ingevuld.",
    invalid: "Er klopt iets niet in uw gegevens.",
    busy: "Er komt op dit moment zo veel binnen dat uw gegevens niet konden worden aangenomen. Probeer het zo dadelijk opnieuw.",
    internal:
      "Er is hier iets misgegaan en uw gegevens zijn niet opgeslagen. Probeer het alstublieft opnieuw.",
  },
  limits: {
    body: (max) => `Uw gegevens zijn te lang: samen ten hoogste ${max}.`,
    fields: (max) =>
      `Het formulier heeft meer dan ${max} velden; zo veel worden er niet aangenomen.`,
    files: (max) => `U hebt te veel bestanden gekozen: ten hoogste ${max} per keer.`,
    field: (name, max) => `‘${name}’ is te lang: ten hoogste ${max}.`,
    file: (name, max) => `Het bestand ‘${name}’ is te groot: ten hoogste ${max}.`,
  },
  rules: {
    required: "Vul dit veld in.",
    oneValue: "Hier is maar één waarde mogelijk.",
    email: "Vul een e-mailadres in, bijvoorbeeld ada@example.org.",
    url: "Vul een webadres in dat begint met https:// of http://.",
    number: "Vul een getal in.",
    date: "Vul een datum in.",
    file: "Kies een bestand.",
    minLength: (count) => `Vul minstens ${count} tekens in.`,
    maxLength: (count) => `Vul hoogstens ${count} tekens in.`,
    min: (limit) => `De kleinste mogelijke waarde is ${limit}.`,
    max: (limit) => `De grootste mogelijke waarde is ${limit}.`,
    pattern: "Dit heeft niet de verwachte vorm.",
    option: "Kies uit de lijst.",
    minValues: (count) => `Kies er minstens ${count}.`,
    maxValues: (count) => `Kies er hoogstens ${count}.`,
    minFiles: (count) => `Kies minstens ${count} bestanden.`,
    maxFiles: (count) => `Kies hoogstens ${count} bestanden.`,
    fileType: (types) => `Kies een bestand van een van deze typen: ${types}.`,
    fileSize: (max) => `Het bestand is te groot: de grens is ${max}.`,
  },
  captcha: {
    title: "Bevestig dat u een mens bent",
    asked:
      "Dit formulier vraagt om een controle voordat het wordt verzonden. Voltooi die en verzend opnieuw.",
    needsScript:
      "De controle heeft JavaScript nodig. Zet het aan, of neem op een andere manier contact op met de eigenaar van de site.",
  },
  goBack: "Ga terug met de knop Terug van uw browser: wat u hebt getypt staat er nog.",
  sendAgainHint:
    "Niets van wat u hebt getypt is verloren: u kunt het vanaf hier opnieuw versturen.",
  chooseAgain: "Bestanden moeten opnieuw worden gekozen.",
  filesAgain:
    "Bestanden moeten opnieuw worden gekozen. Om die ook te versturen, gaat u terug met de knop Terug van uw browser.",
  send: "Verzenden",
  sendAgain: "Opnieuw versturen",
  entered: "Wat u hebt ingevuld",
  forOwner: "Voor de beheerders van deze website",
  reference: "Kenmerk",
  address: "Naar dit adres worden formulieren verstuurd",
  addressHint:
    "Er valt hier niets te lezen, en er is niets mis. Wilt u iemand schrijven, gebruik dan het formulier op diens website.",
};
