/** Spanish. */
import { countNoun } from "./count-noun.ts";
import type { MailTexts } from "./en.ts";

export const es: MailTexts = {
  unsubscribe: "Darse de baja",
  notification: {
    subject: (form) => `Nuevo envío: ${form}`,
    heading: "Nuevo envío",
    source: "Página",
    place: "Lugar",
    leadScore: "Puntuación",
    score: (score) => `${score} de 100`,
    files: "Archivos",
    filesTooLarge: "Los archivos son demasiado grandes para adjuntarlos. Ábralos con sus enlaces.",
    noFields: "El formulario se envió sin datos.",
    shortened: "Algunos datos son demasiado largos para un correo y aquí aparecen abreviados.",
    replyGoesTo: (address) => `Responda a este correo para escribir a ${address}.`,
    open: "Abrir el envío",
    markAsSpam: "Marcar como spam",
    refire: "Reenviar a los webhooks",
    reason: (form) =>
      `Recibe este correo porque los envíos del formulario «${form}» llegan a esta dirección.`,
  },
  reply: {
    subject: "Hemos recibido su mensaje",
    greeting: "Buenos días:",
    body: "Gracias por su mensaje. Lo hemos recibido.",
    entries: "Lo que nos ha enviado",
    reason:
      "Esta es una respuesta automática. La recibe porque esta dirección se escribió en un formulario.",
  },
  confirmation: {
    subject: "Confirme su dirección de correo",
    heading: "Confirme su dirección",
    body: (form, host) =>
      `Los envíos del formulario «${form}» en ${host} deben llegar a esta dirección. Confirme que desea recibirlos.`,
    confirm: "Confirmar la dirección",
    ignore:
      "Si no conoce este formulario, ignore este correo. Sin su confirmación no recibirá nada más.",
  },
  digest: {
    subject: (form, count) =>
      `${form}: ${countNoun("es", count, { one: "envío nuevo", other: "envíos nuevos" })}`,
    period: (from, to) => `Desde ${from} hasta ${to}`,
    submissions: "Envíos",
    heldAsSpam: "Retenidos como spam",
    spamHint: "Abra un envío para verlo completo o para indicar que no es spam.",
    more: (count) => `y ${countNoun("es", count, { one: "envío más", other: "envíos más" })}`,
    open: "Abrir",
    openAll: "Abrir todos los envíos",
  },
};
