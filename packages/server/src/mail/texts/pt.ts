/** Portuguese. */
import { type MailTexts, countNoun } from "./mail-texts.ts";

export const pt: MailTexts = {
  dir: "ltr",
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
  alert: {
    lastError: "Último erro",
    open: "Abrir o painel",
    reason: (host) => `Recebe este e-mail porque tem uma conta em ${host}.`,
    webhookFails: {
      subject: (webhook) => `Webhook com falhas: ${webhook}`,
      body: (webhook, form, since) =>
        `As entregas ao webhook “${webhook}” do formulário “${form}” falham desde: ${since}. São repetidas e nada se perde.`,
    },
    webhookDisabled: {
      subject: (webhook) => `Webhook desativado: ${webhook}`,
      body: (webhook, form, since) =>
        `O webhook “${webhook}” do formulário “${form}” está desativado, porque as entregas falham desde: ${since}. Os novos envios são guardados, mas não lhe chegam. Ative-o quando o destinatário voltar a funcionar.`,
    },
    webhookWorks: {
      subject: (webhook) => `Webhook a funcionar de novo: ${webhook}`,
      body: (webhook, form, since) =>
        `O webhook “${webhook}” do formulário “${form}” volta a receber envios. Falhava desde: ${since}.`,
    },
    alertsWebhook: {
      webhookFails: (since) =>
        `O webhook dos alertas falha desde: ${since}. As mensagens são repetidas e nada se perde.`,
      webhookDisabled: (since) =>
        `O webhook dos alertas está desativado, porque falha desde: ${since}. Os alertas chegam só por e-mail. Introduza de novo o seu URL quando o destinatário funcionar.`,
      webhookWorks: (since) =>
        `O webhook dos alertas volta a receber mensagens. Falhava desde: ${since}.`,
    },
    more: (count) => `e mais ${count}`,
    deliveriesLate: {
      subject: "Entregas em atraso",
      body: (waiting, since) =>
        `${countNoun("pt", waiting, { one: "entrega está à espera", other: "entregas estão à espera" })}. A mais antiga espera desde: ${since}.`,
    },
    diskLow: {
      subject: "O disco está quase cheio",
      body: (free) =>
        `Espaço livre no disco: ${free}. Quando estiver cheio, os formulários não poderão aceitar envios.`,
    },
    quotaLow: {
      subject: "O espaço para ficheiros está quase cheio",
      body: (used, max) =>
        `Espaço usado: ${used} de ${max}. Quando estiver cheio, os formulários não poderão aceitar ficheiros.`,
      ofForm: (form, used, max) =>
        `Os ficheiros do formulário “${form}” ocupam ${used} de ${max}. Quando o espaço estiver cheio, o formulário não poderá aceitar ficheiros.`,
    },
  },
};
