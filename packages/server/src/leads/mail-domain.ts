/** Classifies e-mail domains: company, free mail provider or disposable address service. */
import { isDisposableDomain } from "../domain/disposable-domain.ts";

export type MailDomain = "company" | "free" | "disposable";

/** Free mail providers. A name without a top-level domain matches all of them. */
const FREE_PROVIDERS = new Set(
  `aol aon.at arcor.de bigpond.com bluewin.ch btinternet.com cox.net daum.net duck.com earthlink.net
  fastmail.com fastmail.fm free.fr freenet.de gmail.com gmx googlemail.com hanmail.net hey.com hotmail
  hushmail.com icloud.com inbox.lv inbox.ru interia.pl laposte.net libero.it list.ru live mac.com mail.com
  mail.ru mailbox.org me.com msn.com naver.com o2.pl onet.pl orange.fr outlook pm.me poczta.onet.pl
  posteo.de proton.me protonmail.com protonmail.ch qq.com rediffmail.com rocketmail.com seznam.cz sfr.fr
  sina.com skynet.be t-online.de telenet.be terra.com.br tiscali.it tuta.com tutanota.com ukr.net uol.com.br
  verizon.net virgilio.it wanadoo.fr web.de wp.pl yahoo yandex.com yandex.ru yeah.net ymail.com zoho.com
  126.com 139.com 163.com`.split(/\s+/),
);

/** @param email Has passed {@link isEmail}. */
export function mailDomainOf(email: string): MailDomain {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (isDisposableDomain(domain)) return "disposable";
  const [name = ""] = domain.split(".");
  return FREE_PROVIDERS.has(domain) || FREE_PROVIDERS.has(name) ? "free" : "company";
}
