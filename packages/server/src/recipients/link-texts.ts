/** The texts of the pages behind the links in e-mails. */
import type { Language } from "../platform/language.ts";

const en = {
  confirmTitle: "Confirm your address",
  /** @param host The host of this installation. */
  confirmQuestion: (address: string, host: string) =>
    `Should ${address} receive e-mails from forms on ${host}?`,
  confirm: "Confirm address",
  confirmed: (address: string) => `${address} is confirmed.`,
  unsubscribeTitle: "Unsubscribe",
  unsubscribeQuestion: (address: string, form: string) =>
    `Should ${address} no longer receive e-mails from the form “${form}”?`,
  unsubscribe: "Unsubscribe",
  unsubscribed: (address: string, form: string) =>
    `${address} no longer receives e-mails from the form “${form}”.`,
  subscribeAgain: "Subscribe again",
  /** Title of the page that says that an e-mail was sent. */
  askedTitle: "Check your e-mail",
  asked: (address: string) =>
    `An e-mail was sent to ${address}. Open the link in it to subscribe again.`,
  /** The server cannot send an e-mail, or has sent too many. */
  cannotAsk: (address: string) =>
    `No e-mail can be sent to ${address} now. If you have received one with a link today, use it. Otherwise, please try again tomorrow.`,
  subscribeQuestion: (address: string, form: string) =>
    `Should ${address} receive e-mails from the form “${form}” again?`,
  subscribed: (address: string, form: string) => `${address} is subscribed to the form “${form}”.`,
  done: "Done",
  unknownTitle: "Unknown link",
  unknown: "This link is not valid, or is not valid any more.",
  expiredTitle: "Expired link",
  expired:
    "This link was valid for 7 days. Ask the owner of the form to send the confirmation again.",
  tooOftenTitle: "Too many requests",
  tooOften: "Please try again in a minute.",
};

export const LINK_TEXTS: Readonly<Record<Language, typeof en>> = {
  en,
  de: {
    confirmTitle: "Adresse bestätigen",
    confirmQuestion: (address, host) =>
      `Soll ${address} E-Mails von Formularen auf ${host} erhalten?`,
    confirm: "Adresse bestätigen",
    confirmed: (address) => `${address} ist bestätigt.`,
    unsubscribeTitle: "Abbestellen",
    unsubscribeQuestion: (address, form) =>
      `Soll ${address} keine E-Mails des Formulars „${form}“ mehr erhalten?`,
    unsubscribe: "Abbestellen",
    unsubscribed: (address, form) =>
      `${address} erhält keine E-Mails des Formulars „${form}“ mehr.`,
    subscribeAgain: "Wieder bestellen",
    askedTitle: "E-Mail prüfen",
    asked: (address) =>
      `An ${address} wurde eine E-Mail gesendet. Öffnen Sie den Link darin, um wieder E-Mails zu erhalten.`,
    cannotAsk: (address) =>
      `An ${address} kann gerade keine E-Mail gesendet werden. Wenn Sie heute schon eine mit einem Link erhalten haben, öffnen Sie ihn. Versuchen Sie es sonst morgen noch einmal.`,
    subscribeQuestion: (address, form) =>
      `Soll ${address} wieder E-Mails des Formulars „${form}“ erhalten?`,
    subscribed: (address, form) => `${address} erhält E-Mails des Formulars „${form}“.`,
    done: "Erledigt",
    unknownTitle: "Unbekannter Link",
    unknown: "Dieser Link ist nicht oder nicht mehr gültig.",
    expiredTitle: "Abgelaufener Link",
    expired:
      "Dieser Link war 7 Tage lang gültig. Bitten Sie den Besitzer des Formulars, die Bestätigung noch einmal zu senden.",
    tooOftenTitle: "Zu viele Anfragen",
    tooOften: "Bitte versuchen Sie es in einer Minute noch einmal.",
  },
  fr: {
    confirmTitle: "Confirmer l’adresse",
    confirmQuestion: (address, host) =>
      `L’adresse ${address} doit-elle recevoir les e-mails des formulaires de ${host} ?`,
    confirm: "Confirmer l’adresse",
    confirmed: (address) => `L’adresse ${address} est confirmée.`,
    unsubscribeTitle: "Se désabonner",
    unsubscribeQuestion: (address, form) =>
      `L’adresse ${address} ne doit-elle plus recevoir les e-mails du formulaire « ${form} » ?`,
    unsubscribe: "Se désabonner",
    unsubscribed: (address, form) =>
      `L’adresse ${address} ne reçoit plus les e-mails du formulaire « ${form} ».`,
    subscribeAgain: "S’abonner de nouveau",
    askedTitle: "Consultez vos e-mails",
    asked: (address) =>
      `Un e-mail a été envoyé à ${address}. Ouvrez le lien qu’il contient pour vous abonner de nouveau.`,
    cannotAsk: (address) =>
      `Aucun e-mail ne peut être envoyé à ${address} pour le moment. Si vous en avez reçu un avec un lien aujourd’hui, utilisez-le. Sinon, veuillez réessayer demain.`,
    subscribeQuestion: (address, form) =>
      `L’adresse ${address} doit-elle de nouveau recevoir les e-mails du formulaire « ${form} » ?`,
    subscribed: (address, form) =>
      `L’adresse ${address} reçoit les e-mails du formulaire « ${form} ».`,
    done: "C’est fait",
    unknownTitle: "Lien inconnu",
    unknown: "Ce lien n’est pas valable, ou ne l’est plus.",
    expiredTitle: "Lien expiré",
    expired:
      "Ce lien était valable 7 jours. Demandez au propriétaire du formulaire d’envoyer de nouveau la confirmation.",
    tooOftenTitle: "Trop de requêtes",
    tooOften: "Veuillez réessayer dans une minute.",
  },
  es: {
    confirmTitle: "Confirmar la dirección",
    confirmQuestion: (address, host) =>
      `¿Debe ${address} recibir correos de los formularios de ${host}?`,
    confirm: "Confirmar la dirección",
    confirmed: (address) => `${address} está confirmada.`,
    unsubscribeTitle: "Cancelar la suscripción",
    unsubscribeQuestion: (address, form) =>
      `¿Debe ${address} dejar de recibir correos del formulario «${form}»?`,
    unsubscribe: "Cancelar la suscripción",
    unsubscribed: (address, form) => `${address} ya no recibe correos del formulario «${form}».`,
    subscribeAgain: "Suscribir de nuevo",
    askedTitle: "Revise su correo",
    asked: (address) =>
      `Se ha enviado un correo a ${address}. Abra el enlace que contiene para suscribirse de nuevo.`,
    cannotAsk: (address) =>
      `Ahora no se puede enviar ningún correo a ${address}. Si hoy ha recibido uno con un enlace, utilícelo. Si no, vuelva a intentarlo mañana.`,
    subscribeQuestion: (address, form) =>
      `¿Debe ${address} volver a recibir correos del formulario «${form}»?`,
    subscribed: (address, form) => `${address} recibe correos del formulario «${form}».`,
    done: "Hecho",
    unknownTitle: "Enlace desconocido",
    unknown: "Este enlace no es válido o ya no lo es.",
    expiredTitle: "Enlace caducado",
    expired:
      "Este enlace era válido durante 7 días. Pida al propietario del formulario que envíe de nuevo la confirmación.",
    tooOftenTitle: "Demasiadas solicitudes",
    tooOften: "Vuelva a intentarlo dentro de un minuto.",
  },
  it: {
    confirmTitle: "Conferma l’indirizzo",
    confirmQuestion: (address, host) => `${address} deve ricevere e-mail dai moduli di ${host}?`,
    confirm: "Conferma l’indirizzo",
    confirmed: (address) => `${address} è confermato.`,
    unsubscribeTitle: "Annulla l’iscrizione",
    unsubscribeQuestion: (address, form) =>
      `${address} non deve più ricevere e-mail dal modulo «${form}»?`,
    unsubscribe: "Annulla l’iscrizione",
    unsubscribed: (address, form) => `${address} non riceve più e-mail dal modulo «${form}».`,
    subscribeAgain: "Iscriviti di nuovo",
    askedTitle: "Controlla la posta",
    asked: (address) =>
      `È stata inviata un’e-mail a ${address}. Apri il link che contiene per iscriverti di nuovo.`,
    cannotAsk: (address) =>
      `Al momento non è possibile inviare e-mail a ${address}. Se oggi ne hai ricevuta una con un link, usalo. Altrimenti riprova domani.`,
    subscribeQuestion: (address, form) =>
      `${address} deve ricevere di nuovo e-mail dal modulo «${form}»?`,
    subscribed: (address, form) => `${address} riceve e-mail dal modulo «${form}».`,
    done: "Fatto",
    unknownTitle: "Link sconosciuto",
    unknown: "Questo link non è valido o non lo è più.",
    expiredTitle: "Link scaduto",
    expired:
      "Questo link era valido per 7 giorni. Chiedi al proprietario del modulo di inviare di nuovo la conferma.",
    tooOftenTitle: "Troppe richieste",
    tooOften: "Riprova tra un minuto.",
  },
  pt: {
    confirmTitle: "Confirmar o endereço",
    confirmQuestion: (address, host) =>
      `${address} deve receber e-mails dos formulários de ${host}?`,
    confirm: "Confirmar o endereço",
    confirmed: (address) => `${address} está confirmado.`,
    unsubscribeTitle: "Cancelar a subscrição",
    unsubscribeQuestion: (address, form) =>
      `${address} deve deixar de receber e-mails do formulário «${form}»?`,
    unsubscribe: "Cancelar a subscrição",
    unsubscribed: (address, form) => `${address} já não recebe e-mails do formulário «${form}».`,
    subscribeAgain: "Subscrever de novo",
    askedTitle: "Verifique o seu e-mail",
    asked: (address) =>
      `Foi enviado um e-mail para ${address}. Abra o link que contém para subscrever de novo.`,
    cannotAsk: (address) =>
      `De momento não é possível enviar e-mails para ${address}. Se hoje recebeu um com um link, utilize-o. Caso contrário, tente novamente amanhã.`,
    subscribeQuestion: (address, form) =>
      `${address} deve voltar a receber e-mails do formulário «${form}»?`,
    subscribed: (address, form) => `${address} recebe e-mails do formulário «${form}».`,
    done: "Feito",
    unknownTitle: "Link desconhecido",
    unknown: "Este link não é válido ou já não o é.",
    expiredTitle: "Link expirado",
    expired:
      "Este link foi válido durante 7 dias. Peça ao proprietário do formulário que envie de novo a confirmação.",
    tooOftenTitle: "Demasiados pedidos",
    tooOften: "Tente novamente dentro de um minuto.",
  },
  nl: {
    confirmTitle: "Adres bevestigen",
    confirmQuestion: (address, host) =>
      `Moet ${address} e-mails ontvangen van formulieren op ${host}?`,
    confirm: "Adres bevestigen",
    confirmed: (address) => `${address} is bevestigd.`,
    unsubscribeTitle: "Afmelden",
    unsubscribeQuestion: (address, form) =>
      `Moet ${address} geen e-mails van het formulier “${form}” meer ontvangen?`,
    unsubscribe: "Afmelden",
    unsubscribed: (address, form) =>
      `${address} ontvangt geen e-mails van het formulier “${form}” meer.`,
    subscribeAgain: "Opnieuw aanmelden",
    askedTitle: "Controleer uw e-mail",
    asked: (address) =>
      `Er is een e-mail gestuurd naar ${address}. Open de link daarin om u opnieuw aan te melden.`,
    cannotAsk: (address) =>
      `Er kan nu geen e-mail naar ${address} worden gestuurd. Hebt u er vandaag een met een link ontvangen, gebruik die dan. Probeer het anders morgen opnieuw.`,
    subscribeQuestion: (address, form) =>
      `Moet ${address} weer e-mails van het formulier “${form}” ontvangen?`,
    subscribed: (address, form) => `${address} ontvangt e-mails van het formulier “${form}”.`,
    done: "Klaar",
    unknownTitle: "Onbekende link",
    unknown: "Deze link is niet of niet meer geldig.",
    expiredTitle: "Verlopen link",
    expired:
      "Deze link was 7 dagen geldig. Vraag de eigenaar van het formulier om de bevestiging opnieuw te sturen.",
    tooOftenTitle: "Te veel verzoeken",
    tooOften: "Probeer het over een minuut opnieuw.",
  },
  pl: {
    confirmTitle: "Potwierdź adres",
    confirmQuestion: (address, host) =>
      `Czy adres ${address} ma otrzymywać e-maile z formularzy na ${host}?`,
    confirm: "Potwierdź adres",
    confirmed: (address) => `Adres ${address} jest potwierdzony.`,
    unsubscribeTitle: "Wypisz się",
    unsubscribeQuestion: (address, form) =>
      `Czy adres ${address} ma już nie otrzymywać e-maili z formularza „${form}”?`,
    unsubscribe: "Wypisz się",
    unsubscribed: (address, form) =>
      `Adres ${address} nie otrzymuje już e-maili z formularza „${form}”.`,
    subscribeAgain: "Zapisz się ponownie",
    askedTitle: "Sprawdź pocztę",
    asked: (address) =>
      `Na adres ${address} wysłano e-mail. Otwórz zawarty w nim odnośnik, aby zapisać się ponownie.`,
    cannotAsk: (address) =>
      `Teraz nie można wysłać e-maila na adres ${address}. Jeśli dzisiaj przyszedł e-mail z odnośnikiem, użyj go. W przeciwnym razie spróbuj ponownie jutro.`,
    subscribeQuestion: (address, form) =>
      `Czy adres ${address} ma znowu otrzymywać e-maile z formularza „${form}”?`,
    subscribed: (address, form) => `Adres ${address} otrzymuje e-maile z formularza „${form}”.`,
    done: "Gotowe",
    unknownTitle: "Nieznany odnośnik",
    unknown: "Ten odnośnik jest nieprawidłowy lub stracił ważność.",
    expiredTitle: "Odnośnik wygasł",
    expired:
      "Ten odnośnik był ważny przez 7 dni. Poproś właściciela formularza o ponowne wysłanie potwierdzenia.",
    tooOftenTitle: "Zbyt wiele żądań",
    tooOften: "Spróbuj ponownie za minutę.",
  },
  ja: {
    confirmTitle: "メールアドレスの確認",
    confirmQuestion: (address, host) =>
      `${address} で ${host} のフォームからのメールを受け取りますか？`,
    confirm: "メールアドレスを確認する",
    confirmed: (address) => `${address} を確認しました。`,
    unsubscribeTitle: "配信停止",
    unsubscribeQuestion: (address, form) =>
      `${address} へのフォーム「${form}」からのメールを停止しますか？`,
    unsubscribe: "配信を停止する",
    unsubscribed: (address, form) =>
      `${address} へのフォーム「${form}」からのメールを停止しました。`,
    subscribeAgain: "配信を再開する",
    askedTitle: "メールを確認してください",
    asked: (address) =>
      `${address} にメールを送信しました。メール内のリンクを開くと配信が再開されます。`,
    cannotAsk: (address) =>
      `現在 ${address} にメールを送信できません。本日リンク付きのメールが届いている場合は、そのリンクをお使いください。届いていない場合は、明日もう一度お試しください。`,
    subscribeQuestion: (address, form) =>
      `${address} でフォーム「${form}」からのメールを再び受け取りますか？`,
    subscribed: (address, form) => `${address} でフォーム「${form}」からのメールを受け取ります。`,
    done: "完了",
    unknownTitle: "不明なリンク",
    unknown: "このリンクは無効か、期限が切れています。",
    expiredTitle: "期限切れのリンク",
    expired:
      "このリンクの有効期限は 7 日間でした。フォームの所有者に、確認メールの再送を依頼してください。",
    tooOftenTitle: "リクエストが多すぎます",
    tooOften: "1 分後にもう一度お試しください。",
  },
};
