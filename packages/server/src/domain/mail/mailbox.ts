/** Which addresses lead to one mailbox, and which domains have mailboxes of many people. */

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

/** Whether anybody can have a mailbox of the domain. @param domain In lower case. */
export function isMailProvider(domain: string): boolean {
  const [name = ""] = domain.split(".");
  return FREE_PROVIDERS.has(domain) || FREE_PROVIDERS.has(name);
}

/** The part behind the last `@`. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

const GMAIL: readonly string[] = ["gmail.com", "googlemail.com"];

/**
 * The address without its `+tag`, which most servers ignore; of Gmail also without dots. Two mailboxes of a server that
 * knows neither share one text, so it serves for limits and not for sending. @param address In lower case.
 */
export function mailboxOf(address: string): string {
  const domain = domainOf(address);
  const local = address.slice(0, -domain.length - 1);
  const name = local.replace(/(?<=.)\+.*$/, "");
  return GMAIL.includes(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
