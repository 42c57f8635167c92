/**
 * Members of a compatible API's records that Intray knows and cannot honor. A request that sets one is rejected with
 * its name, since a client would take 200 for a change that was made. Members that nobody knows are ignored.
 */
import { invalid } from "../../domain/errors.ts";

type Sentences = Readonly<Record<string, string>>;

const NO_STORED_TEMPLATES =
  "There are no stored templates. Send the template itself in custom_template or autoreply_custom_template.";
const NO_SENDING_DOMAINS =
  "E-mails are sent from the address in INTRAY_MAIL_FROM, the same for all forms.";

/** Always null in responses. */
export const UNSUPPORTED_FORM_MEMBERS = {
  domain_id: NO_SENDING_DOMAINS,
  domain_email: NO_SENDING_DOMAINS,
  notification_mail_template_id: NO_STORED_TEMPLATES,
  auto_response_mail_template_id: NO_STORED_TEMPLATES,
  confirmation_mail_template_id:
    "Submitters are not asked to confirm, so there is no template for it.",
} as const satisfies Sentences;

/** Returns the names that it knows. @throws AppError `invalid` for a member that is there and not empty. */
export function requireSupported(body: object, unsupported: Sentences): readonly string[] {
  for (const [name, value] of Object.entries(body)) {
    const why = Object.hasOwn(unsupported, name) ? unsupported[name] : undefined;
    if (why === undefined || isEmpty(value)) continue;
    throw invalid(name, `${name} cannot be set. ${why}`);
  }
  return Object.keys(unsupported);
}

const isEmpty = (value: unknown) =>
  value === null || value === "" || value === false || value === 0;
