/** What to do before the server can send e-mails. */
export const NOT_SET_UP =
  "E-mail is not set up on this server: set INTRAY_SMTP_URL and INTRAY_MAIL_FROM.";
