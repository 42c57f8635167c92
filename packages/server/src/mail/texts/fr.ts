/** French. */
import { type MailTexts, countNoun } from "./mail-texts.ts";

export const fr: MailTexts = {
  dir: "ltr",
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
  alert: {
    lastError: "Dernière erreur",
    open: "Ouvrir le tableau de bord",
    reason: (host) => `Vous recevez cet e-mail parce que vous avez un compte sur ${host}.`,
    webhookFails: {
      subject: (webhook) => `Webhook en échec : ${webhook}`,
      body: (webhook, form, since) =>
        `Les livraisons au webhook « ${webhook} » du formulaire « ${form} » échouent depuis : ${since}. Elles sont répétées et rien n’est perdu.`,
    },
    webhookDisabled: {
      subject: (webhook) => `Webhook désactivé : ${webhook}`,
      body: (webhook, form, since) =>
        `Le webhook « ${webhook} » du formulaire « ${form} » est désactivé, car les livraisons échouent depuis : ${since}. Les nouveaux envois sont enregistrés, mais ne lui sont pas transmis. Réactivez-le quand son destinataire fonctionnera de nouveau.`,
    },
    webhookWorks: {
      subject: (webhook) => `Webhook rétabli : ${webhook}`,
      body: (webhook, form, since) =>
        `Le webhook « ${webhook} » du formulaire « ${form} » reçoit de nouveau les envois. Début de la panne : ${since}.`,
    },
    alertsWebhook: {
      webhookFails: (since) =>
        `Le webhook des alertes échoue depuis : ${since}. Les messages sont répétés et rien n’est perdu.`,
      webhookDisabled: (since) =>
        `Le webhook des alertes est désactivé, car il échoue depuis : ${since}. Les alertes n’arrivent que par e-mail. Saisissez de nouveau son URL quand son destinataire fonctionnera.`,
      webhookWorks: (since) =>
        `Le webhook des alertes reçoit de nouveau les messages. Début de la panne : ${since}.`,
    },
    more: (count) => `et ${count} de plus`,
    deliveriesLate: {
      subject: "Livraisons en retard",
      body: (waiting, since) =>
        `${countNoun("fr", waiting, { one: "livraison en attente", other: "livraisons en attente" })}. La plus ancienne attend depuis : ${since}.`,
    },
    diskLow: {
      subject: "Le disque est presque plein",
      body: (free) =>
        `Espace restant sur le disque : ${free}. Une fois le disque plein, les formulaires ne pourront plus accepter d’envois.`,
    },
    quotaLow: {
      subject: "L’espace pour les fichiers est presque plein",
      body: (used, max) =>
        `Espace utilisé : ${used} sur ${max}. Une fois l’espace plein, les formulaires ne pourront plus accepter de fichiers.`,
      ofForm: (form, used, max) =>
        `Les fichiers du formulaire « ${form} » occupent ${used} sur ${max}. Une fois l’espace plein, le formulaire ne pourra plus accepter de fichiers.`,
    },
  },
};
