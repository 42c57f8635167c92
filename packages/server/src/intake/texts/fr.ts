/** French. */
import type { PageTexts } from "./en.ts";

export const fr: PageTexts = {
  thanks: "Merci",
  received: "Votre message a bien été reçu.",
  backTo: (site) => `Retour à ${site}`,
  notSent: "L’envoi n’a pas abouti",
  reasons: {
    malformed: "Vos données ne sont pas arrivées entières. Veuillez les envoyer de nouveau.",
    forbidden: "Ce formulaire n’accepte pas d’envoi depuis la page d’où vous venez.",
    closed: "Le formulaire que vous avez utilisé est fermé.",
    unsupported_type:
      "La page d’où vous venez envoie son formulaire d’une manière qui ne peut pas être lue ici.",
    empty: "Rien n’a été rempli.",
    invalid: "Il y a une erreur dans vos données.",
    busy: "Il y a tant d’envois en ce moment que le vôtre n’a pas pu être pris en compte. Veuillez réessayer dans un instant.",
    internal:
      "Une erreur s’est produite ici et vos données n’ont pas été enregistrées. Veuillez réessayer.",
  },
  limits: {
    body: (max) => `Vos données sont trop longues : ${max} au plus en tout.`,
    fields: (max) => `Le formulaire a plus de ${max} champs ; c’est trop pour être accepté.`,
    files: (max) => `Vous avez choisi trop de fichiers : ${max} au plus par envoi.`,
    field: (name, max) => `« ${name} » est trop long : ${max} au plus.`,
    file: (name, max) => `Le fichier « ${name} » est trop volumineux : ${max} au plus.`,
  },
  rules: {
    required: "Veuillez remplir ce champ.",
    oneValue: "Une seule valeur est possible ici.",
    email: "Veuillez saisir une adresse e-mail, par exemple ada@example.org.",
    url: "Veuillez saisir une adresse web qui commence par https:// ou http://.",
    number: "Veuillez saisir un nombre.",
    date: "Veuillez saisir une date.",
    file: "Veuillez choisir un fichier.",
    minLength: (count) => `Veuillez saisir au moins ${count} caractères.`,
    maxLength: (count) => `Veuillez saisir au plus ${count} caractères.`,
    min: (limit) => `La plus petite valeur possible est ${limit}.`,
    max: (limit) => `La plus grande valeur possible est ${limit}.`,
    pattern: "Le format n’est pas celui attendu.",
    option: "Veuillez choisir dans la liste.",
    minValues: (count) => `Veuillez en choisir au moins ${count}.`,
    maxValues: (count) => `Veuillez en choisir au plus ${count}.`,
    minFiles: (count) => `Veuillez choisir au moins ${count} fichiers.`,
    maxFiles: (count) => `Veuillez choisir au plus ${count} fichiers.`,
    fileType: (types) => `Veuillez choisir un fichier de l’un de ces types : ${types}.`,
    fileSize: (max) => `Le fichier est trop volumineux : la limite est de ${max}.`,
  },
  captcha: {
    title: "Merci de confirmer que vous êtes humain",
    asked:
      "Ce formulaire demande une vérification avant l’envoi. Veuillez l’effectuer, puis envoyer à nouveau.",
    needsScript:
      "La vérification a besoin de JavaScript. Activez-le, ou contactez le propriétaire du site autrement.",
  },
  goBack:
    "Revenez en arrière avec le bouton Précédent de votre navigateur : ce que vous avez écrit y est encore.",
  sendAgainHint:
    "Rien de ce que vous avez écrit n’est perdu : vous pouvez l’envoyer de nouveau d’ici.",
  chooseAgain: "Les fichiers doivent être choisis à nouveau.",
  filesAgain:
    "Les fichiers doivent être choisis de nouveau. Pour les envoyer aussi, revenez en arrière avec le bouton Précédent.",
  send: "Envoyer",
  sendAgain: "Envoyer de nouveau",
  entered: "Ce que vous avez saisi",
  forOwner: "Pour les responsables de ce site",
  reference: "Référence",
  address: "Cette adresse reçoit des formulaires",
  addressHint:
    "Il n’y a rien à lire ici, et tout va bien. Pour écrire à quelqu’un, utilisez le formulaire de son site.",
};
