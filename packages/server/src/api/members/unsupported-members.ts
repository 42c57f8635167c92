/**
 * Members of the original's records that Intray knows and cannot honor. A request that sets one is rejected with its
 * name, since a client would take 200 for a change that was made. Members that nobody knows are ignored.
 */
import { invalid } from "../../domain/errors.ts";

/** As `maskSecret` in domain/delivery/webhook.ts begins. */
const MASKED_SECRET = "whsec_…";

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

export const UNSUPPORTED_OF_NEW_FORMS: Sentences = {
  ...UNSUPPORTED_FORM_MEMBERS,
  uuid: "The server chooses the uuid of a new form.",
};

export const UNSUPPORTED_OF_NEW_WEBHOOKS: Sentences = {
  signing_secret:
    "The server makes the signing secret. Read it with GET /form_webhooks/:id/signing_secret.",
};

/** @throws AppError `invalid` for a member that is there and not empty. */
export function requireSupported(body: object, unsupported: Sentences): void {
  for (const [name, value] of Object.entries(body)) {
    const why = Object.hasOwn(unsupported, name) ? unsupported[name] : undefined;
    if (why === undefined || isEmpty(value)) continue;
    throw invalid(name, `${name} cannot be set. ${why}`);
  }
}

/** A masked secret of a record that is sent back says nothing. */
const isEmpty = (value: unknown) =>
  value === null ||
  value === "" ||
  value === false ||
  value === 0 ||
  (typeof value === "string" && value.startsWith(MASKED_SECRET));

/** Members of a submission that say what was received. Others change by themselves, or are marks. */
export const RECEIVED_MEMBERS = [
  "id",
  "uid",
  "form_id",
  "email",
  "payload_params",
  "form_params",
  "source_url",
  "source_host",
  "source_path",
  "source_query",
  "source_fragment",
  "ip",
  "referrer",
  "user_agent",
  "created_at",
] as const;

/** Whether a body has a member of one of these names. */
export const namesAny = (body: object, names: readonly string[]): boolean =>
  names.some((name) => Object.hasOwn(body, name));

/**
 * Rejects a change of members that never change. A client that sends back a whole record repeats them.
 *
 * @throws AppError `invalid` for a member with another value than `record` has.
 */
export function requireSame(body: object, record: object, names: readonly string[]): void {
  const [sent, served] = [new Map(Object.entries(body)), new Map(Object.entries(record))];
  for (const name of names) {
    const value: unknown = sent.get(name);
    if (value === undefined || isEqual(value, served.get(name))) continue;
    throw invalid(name, `${name} cannot be changed. Leave it out.`);
  }
}

/** Compares JSON values; the order of an object's members does not matter. */
function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return one === other;
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return (
    left.size === right.size &&
    [...left].every(([name, value]) => right.has(name) && isEqual(value, right.get(name)))
  );
}
