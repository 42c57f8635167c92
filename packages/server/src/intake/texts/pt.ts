/** Portuguese. */
import type { PageTexts } from "./en.ts";

export const pt: PageTexts = {
  thanks: "Obrigado",
  received: "A sua mensagem foi recebida.",
  backTo: (site) => `Voltar a ${site}`,
  notSent: "O envio não foi feito",
  reasons: {
    malformed: "Os seus dados não chegaram completos. Por favor, envie-os de novo.",
    forbidden: "Este formulário não aceita envios da página de onde vem.",
    closed: "O formulário que usou está fechado.",
    unsupported_type:
      "A página de onde vem envia o formulário de um modo que não pode ser lido aqui.",
    empty: "Nada foi preenchido.",
    invalid: "Há algo incorreto nos seus dados.",
    busy: "Neste momento chegam tantos envios que o seu não pôde ser aceite. Por favor, tente de novo daqui a pouco.",
    internal: "Algo falhou aqui e os seus dados não foram guardados. Por favor, tente de novo.",
  },
  limits: {
    body: (max) => `Os seus dados são longos demais: no máximo ${max} no total.`,
    fields: (max) => `O formulário tem mais de ${max} campos; não se aceitam tantos.`,
    files: (max) => `Escolheu ficheiros demais: no máximo ${max} por envio.`,
    field: (name, max) => `«${name}» é longo demais: no máximo ${max}.`,
    file: (name, max) => `O ficheiro «${name}» é grande demais: no máximo ${max}.`,
  },
  rules: {
    required: "Preencha este campo.",
    oneValue: "Aqui só é possível um valor.",
    email: "Introduza um endereço de e-mail, por exemplo ada@example.org.",
    url: "Introduza um endereço web que comece por https:// ou http://.",
    number: "Introduza um número.",
    date: "Introduza uma data.",
    file: "Escolha um ficheiro.",
    minLength: (count) => `Introduza pelo menos ${count} caracteres.`,
    maxLength: (count) => `Introduza no máximo ${count} caracteres.`,
    min: (limit) => `O valor mais pequeno possível é ${limit}.`,
    max: (limit) => `O valor maior possível é ${limit}.`,
    pattern: "Não tem o formato esperado.",
    option: "Escolha da lista.",
    minValues: (count) => `Escolha pelo menos ${count}.`,
    maxValues: (count) => `Escolha no máximo ${count}.`,
    minFiles: (count) => `Escolha pelo menos ${count} ficheiros.`,
    maxFiles: (count) => `Escolha no máximo ${count} ficheiros.`,
    fileType: (types) => `Escolha um ficheiro de um destes tipos: ${types}.`,
    fileSize: (max) => `O ficheiro é demasiado grande: o limite é ${max}.`,
  },
  captcha: {
    title: "Confirme que é uma pessoa",
    asked: "Este formulário pede uma verificação antes do envio. Conclua-a e envie de novo.",
    needsScript:
      "A verificação precisa de JavaScript. Ative-o ou contacte o proprietário do site de outra forma.",
  },
  goBack: "Volte com o botão Voltar do seu navegador: o que escreveu continua lá.",
  sendAgainHint: "Nada do que escreveu se perdeu: pode enviá-lo de novo a partir daqui.",
  chooseAgain: "Os ficheiros têm de ser escolhidos de novo.",
  filesAgain:
    "Os ficheiros têm de ser escolhidos de novo. Para os enviar também, volte com o botão Voltar do seu navegador.",
  send: "Enviar",
  sendAgain: "Enviar de novo",
  entered: "O que escreveu",
  forOwner: "Para os responsáveis deste site",
  reference: "Referência",
  address: "Este endereço recebe formulários",
  addressHint:
    "Aqui não há nada para ler, e está tudo bem. Para escrever a alguém, use o formulário do site dessa pessoa.",
};
