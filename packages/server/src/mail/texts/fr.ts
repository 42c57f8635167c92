/** French. */
import { countNoun } from "./count-noun.ts";
import type { MailTexts } from "./en.ts";

export const fr: MailTexts = {
  unsubscribe: "Se désabonner",
  notification: {
    subject: (form) => `Nouvel envoi : ${form}`,
    heading: "Nouvel envoi",
    source: "Page",
    place: "Lieu",
    leadScore: "Score",
    score: (score) => `${score} sur 100`,
    files: "Fichiers",
    filesTooLarge:
      "Les fichiers sont trop volumineux pour être joints. Ouvrez-les par leurs liens.",
    noFields: "Le formulaire a été envoyé sans données.",
    shortened: "Certaines données sont trop longues pour un e-mail et sont abrégées ici.",
    replyGoesTo: (address) => `Répondez à cet e-mail pour écrire à ${address}.`,
    open: "Ouvrir l’envoi",
    markAsSpam: "Marquer comme spam",
    refire: "Renvoyer aux webhooks",
    reason: (form) =>
      `Vous recevez cet e-mail parce que les envois du formulaire « ${form} » sont transmis à cette adresse.`,
  },
  reply: {
    subject: "Nous avons bien reçu votre message",
    greeting: "Bonjour,",
    body: "Merci pour votre message. Nous l’avons bien reçu.",
    entries: "Ce que vous nous avez envoyé",
    reason:
      "Ceci est une réponse automatique. Vous la recevez parce que cette adresse a été saisie dans un formulaire.",
  },
  confirmation: {
    subject: "Veuillez confirmer votre adresse e-mail",
    heading: "Confirmer votre adresse",
    body: (form, host) =>
      `Les envois du formulaire « ${form} » sur ${host} doivent être transmis à cette adresse. Veuillez confirmer que vous souhaitez les recevoir.`,
    confirm: "Confirmer l’adresse",
    ignore:
      "Si vous ne connaissez pas ce formulaire, ignorez cet e-mail. Sans confirmation, rien d’autre ne vous sera envoyé.",
  },
  digest: {
    subject: (form, count) =>
      `${form} : ${countNoun("fr", count, { one: "nouvel envoi", other: "nouveaux envois" })}`,
    period: (from, to) => `Du ${from} au ${to}`,
    submissions: "Envois",
    heldAsSpam: "Retenus comme spam",
    spamHint: "Ouvrez un envoi pour le voir en entier ou pour indiquer que ce n’est pas du spam.",
    more: (count) => `et ${countNoun("fr", count, { one: "autre envoi", other: "autres envois" })}`,
    open: "Ouvrir",
    openAll: "Ouvrir tous les envois",
  },
};
