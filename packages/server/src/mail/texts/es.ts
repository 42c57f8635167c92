/** Spanish. */
import { type MailTexts, countNoun } from "./mail-texts.ts";

export const es: MailTexts = {
  dir: "ltr",
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
  alert: {
    lastError: "Último error",
    open: "Abrir el panel",
    reason: (host) => `Recibe este correo porque tiene una cuenta en ${host}.`,
    webhookFails: {
      subject: (webhook) => `Webhook con fallos: ${webhook}`,
      body: (webhook, form, since) =>
        `Las entregas al webhook «${webhook}» del formulario «${form}» fallan desde: ${since}. Se repiten y no se pierde nada.`,
    },
    webhookDisabled: {
      subject: (webhook) => `Webhook desactivado: ${webhook}`,
      body: (webhook, form, since) =>
        `El webhook «${webhook}» del formulario «${form}» está desactivado porque las entregas fallan desde: ${since}. Los envíos nuevos se guardan, pero no llegan a él. Actívelo cuando su receptor vuelva a funcionar.`,
    },
    webhookWorks: {
      subject: (webhook) => `Webhook restablecido: ${webhook}`,
      body: (webhook, form, since) =>
        `El webhook «${webhook}» del formulario «${form}» vuelve a recibir envíos. Fallaba desde: ${since}.`,
    },
    alertsWebhook: {
      webhookFails: (since) =>
        `El webhook de alertas falla desde: ${since}. Los mensajes se repiten y no se pierde nada.`,
      webhookDisabled: (since) =>
        `El webhook de alertas está desactivado porque falla desde: ${since}. Las alertas llegan solo por correo. Introduzca de nuevo su URL cuando su receptor vuelva a funcionar.`,
      webhookWorks: (since) =>
        `El webhook de alertas vuelve a recibir mensajes. Fallaba desde: ${since}.`,
    },
    more: (count) => `y ${count} más`,
    deliveriesLate: {
      subject: "Entregas con retraso",
      body: (waiting, since) =>
        `${countNoun("es", waiting, { one: "entrega está en espera", other: "entregas están en espera" })}. La más antigua espera desde: ${since}.`,
    },
    diskLow: {
      subject: "El disco está casi lleno",
      body: (free) =>
        `Espacio libre en el disco: ${free}. Cuando esté lleno, los formularios no podrán aceptar envíos.`,
    },
    quotaLow: {
      subject: "El espacio para archivos está casi lleno",
      body: (used, max) =>
        `Espacio usado: ${used} de ${max}. Cuando esté lleno, los formularios no podrán aceptar archivos.`,
      ofForm: (form, used, max) =>
        `Los archivos del formulario «${form}» usan ${used} de ${max}. Cuando esté lleno, el formulario no podrá aceptar archivos.`,
    },
  },
};
