/** The links in e-mails to the pages for recipients, see recipients/link-routes.ts. */

/** @param origin The origin of this server. @param token That of the address. */
export const confirmLink = (origin: string, token: string): string =>
  `${origin}/mail/confirm/${token}`;

/** @param origin The origin of this server. @param token That of the request to subscribe again. */
export const subscribeLink = (origin: string, token: string): string =>
  `${origin}/mail/subscribe/${token}`;

/** @param origin The origin of this server. @param token That of the recipient of a form. */
export const unsubscribeLink = (origin: string, token: string): string =>
  `${origin}/mail/unsubscribe/${token}`;
