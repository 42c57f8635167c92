/** Spanish. */
import type { PageTexts } from "./en.ts";

export const es: PageTexts = {
  thanks: "Gracias",
  received: "Hemos recibido su mensaje.",
  backTo: (site) => `Volver a ${site}`,
  notSent: "No se ha enviado",
  reasons: {
    malformed: "Sus datos no han llegado completos. Envíelos de nuevo, por favor.",
    forbidden: "Este formulario no acepta envíos desde la página de la que viene.",
    closed: "El formulario que ha usado está cerrado.",
    unsupported_type:
      "La página de la que viene envía su formulario de un modo que aquí no se puede leer.",
    empty: "No se ha rellenado nada.",
    invalid: "Hay algo incorrecto en sus datos.",
    busy: "En este momento llegan tantos envíos que no se ha podido aceptar el suyo. Inténtelo de nuevo en un momento, por favor.",
    internal: "Algo ha fallado aquí y sus datos no se han guardado. Inténtelo de nuevo, por favor.",
  },
  limits: {
    body: (max) => `Sus datos son demasiado largos: ${max} en total como máximo.`,
    fields: (max) => `El formulario tiene más de ${max} campos; no se aceptan tantos.`,
    files: (max) => `Ha elegido demasiados archivos: ${max} por envío como máximo.`,
    field: (name, max) => `«${name}» es demasiado largo: ${max} como máximo.`,
    file: (name, max) => `El archivo «${name}» es demasiado grande: ${max} como máximo.`,
  },
  rules: {
    required: "Rellene este campo.",
    oneValue: "Aquí solo es posible un valor.",
    email: "Introduzca una dirección de correo, por ejemplo ada@example.org.",
    url: "Introduzca una dirección web que empiece por https:// o http://.",
    number: "Introduzca un número.",
    date: "Introduzca una fecha.",
    file: "Elija un archivo.",
    minLength: (count) => `Introduzca al menos ${count} caracteres.`,
    maxLength: (count) => `Introduzca como máximo ${count} caracteres.`,
    min: (limit) => `El valor más pequeño posible es ${limit}.`,
    max: (limit) => `El valor más grande posible es ${limit}.`,
    pattern: "No tiene el formato esperado.",
    option: "Elija de la lista.",
    minValues: (count) => `Elija al menos ${count}.`,
    maxValues: (count) => `Elija como máximo ${count}.`,
    minFiles: (count) => `Elija al menos ${count} archivos.`,
    maxFiles: (count) => `Elija como máximo ${count} archivos.`,
    fileType: (types) => `Elija un archivo de uno de estos tipos: ${types}.`,
    fileSize: (max) => `El archivo es demasiado grande: el límite es ${max}.`,
  },
  captcha: {
    title: "Confirme que es una persona",
    asked: "Este formulario pide una comprobación antes de enviarse. Complétela y envíe de nuevo.",
    needsScript:
      "La comprobación necesita JavaScript. Actívelo o póngase en contacto con el propietario del sitio de otra forma.",
  },
  goBack: "Vuelva con el botón Atrás de su navegador: lo que ha escrito sigue ahí.",
  sendAgainHint: "Nada de lo que ha escrito se ha perdido: puede enviarlo de nuevo desde aquí.",
  chooseAgain: "Los archivos deben elegirse de nuevo.",
  filesAgain:
    "Los archivos deben elegirse de nuevo. Para enviarlos también, vuelva con el botón Atrás de su navegador.",
  send: "Enviar",
  sendAgain: "Enviar de nuevo",
  entered: "Lo que ha escrito",
  forOwner: "Para los responsables de este sitio",
  reference: "Referencia",
  address: "A esta dirección se envían formularios",
  addressHint:
    "Aquí no hay nada que leer, y todo está bien. Para escribir a alguien, use el formulario de su sitio.",
};
