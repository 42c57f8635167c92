/** Portuguese. */
import { countNoun } from "./count-noun.ts";
import type { MailTexts } from "./en.ts";

export const pt: MailTexts = {
  unsubscribe: "Cancelar a subscrição",
  notification: {
    subject: (form) => `Novo envio: ${form}`,
    heading: "Novo envio",
    source: "Página",
    place: "Local",
    leadScore: "Pontuação",
    score: (score) => `${score} de 100`,
    files: "Ficheiros",
    filesTooLarge: "Os ficheiros são demasiado grandes para anexar. Abra-os pelos seus links.",
    noFields: "O formulário foi enviado sem dados.",
    shortened: "Alguns dados são demasiado longos para um e-mail e aparecem aqui abreviados.",
    replyGoesTo: (address) => `Responda a este e-mail para escrever a ${address}.`,
    open: "Abrir o envio",
    markAsSpam: "Marcar como spam",
    refire: "Enviar de novo aos webhooks",
    reason: (form) =>
      `Recebe este e-mail porque os envios do formulário “${form}” chegam a este endereço.`,
  },
  reply: {
    subject: "Recebemos a sua mensagem",
    greeting: "Bom dia,",
    body: "Obrigado pela sua mensagem. Já a recebemos.",
    entries: "O que nos enviou",
    reason:
      "Esta é uma resposta automática. Recebe-a porque este endereço foi escrito num formulário.",
  },
  confirmation: {
    subject: "Confirme o seu endereço de e-mail",
    heading: "Confirme o seu endereço",
    body: (form, host) =>
      `Os envios do formulário “${form}” em ${host} devem chegar a este endereço. Confirme que os quer receber.`,
    confirm: "Confirmar o endereço",
    ignore:
      "Se não conhece este formulário, ignore este e-mail. Sem a sua confirmação não receberá mais nada.",
  },
  digest: {
    subject: (form, count) =>
      `${form}: ${countNoun("pt", count, { one: "novo envio", other: "novos envios" })}`,
    period: (from, to) => `De ${from} a ${to}`,
    submissions: "Envios",
    heldAsSpam: "Retidos como spam",
    spamHint: "Abra um envio para o ver por inteiro ou para indicar que não é spam.",
    more: (count) => `e mais ${countNoun("pt", count, { one: "envio", other: "envios" })}`,
    open: "Abrir",
    openAll: "Abrir todos os envios",
  },
};
