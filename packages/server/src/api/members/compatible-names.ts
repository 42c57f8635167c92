/**
 * The names that clients of a compatible API use for settings that a form has under other names. Responses have
 * both; a request may use either, or both with the same meaning.
 */
import type { FormSettings as ApiSettings } from "@intray/sdk/schemas";
import { AppError, invalid } from "../../domain/errors.ts";
import type {
  Captcha,
  CompatibleName,
  FormChange,
  FormSettings,
  SpamChecks,
} from "../../domain/form.ts";
import { MASK } from "../../domain/delivery/webhook.ts";

const FORCED = ["recaptcha", "hcaptcha", "turnstile"] as const;
type Forced = (typeof FORCED)[number];

export type CompatibleNames = Readonly<Pick<Required<ApiSettings>, CompatibleName>>;

/** What the names stand for; its secret is masked. */
type Meant = Pick<FormSettings, "captcha" | "allowed_domains"> & {
  readonly spam_checks: Pick<SpamChecks, "mail_domain">;
};
export type FormRequest = FormChange & Partial<CompatibleNames>;

/** Returns the settings as the members of a form's record that have these names. */
export function toCompatibleNames({
  captcha,
  allowed_domains,
  spam_checks,
}: Meant): CompatibleNames {
  const turnstile = captcha?.provider === "turnstile" ? captcha : undefined;
  return {
    force_recaptcha: captcha?.provider === "recaptcha",
    force_hcaptcha: captcha?.provider === "hcaptcha",
    force_turnstile: captcha?.provider === "turnstile",
    turnstile_site_key: turnstile?.site_key ?? null,
    turnstile_secret: turnstile?.secret ?? null,
    smtp_email_validation: spam_checks.mail_domain,
    whitelist_source_domains: allowed_domains.length === 0 ? null : allowed_domains.join(", "),
  };
}

/**
 * Returns the request with Intray's own names only. A value that is already stored says nothing, so that a client
 * may send back a whole record of which it changed one name.
 *
 * @param stored `undefined` for a new form.
 * @throws AppError `invalid` naming both members if they contradict each other, or the one that cannot be met.
 */
export function withOwnNames(request: FormRequest, stored: Meant | undefined): FormChange {
  const {
    force_recaptcha: _recaptcha,
    force_hcaptcha: _hcaptcha,
    force_turnstile: _turnstile,
    turnstile_site_key: _siteKey,
    turnstile_secret: _secret,
    smtp_email_validation: _validation,
    whitelist_source_domains: _domains,
    ...change
  } = request;
  const captcha = requestedCaptcha(request, stored);
  const allowed_domains = requestedDomains(request, stored);
  const mail_domain = requestedValidation(request, stored);
  return {
    ...change,
    ...(captcha !== undefined && { captcha }),
    ...(allowed_domains !== undefined && { allowed_domains }),
    ...(mail_domain !== undefined && { spam_checks: { ...request.spam_checks, mail_domain } }),
  };
}

function requestedDomains(
  { allowed_domains: own, whitelist_source_domains: text }: FormRequest,
  stored: Meant | undefined,
): readonly string[] | undefined {
  if (text === undefined) return own;
  const listed = (text ?? "")
    .split(",")
    .map((domain) => domain.trim())
    .filter((domain) => domain !== "");
  const isStored = (domains: readonly string[]) =>
    stored !== undefined && isSame(domains, stored.allowed_domains);
  if (own === undefined || isStored(own) || isSame(own, listed)) return listed;
  if (isStored(listed)) return own;
  throw contradiction("allowed_domains", "whitelist_source_domains");
}

function requestedValidation(
  { spam_checks, smtp_email_validation: other }: FormRequest,
  stored: Meant | undefined,
): boolean | undefined {
  const own = spam_checks?.mail_domain;
  if (own === undefined || other === undefined || own === other) return other ?? own;
  // They differ, so one of them is the stored value.
  if (stored !== undefined) return !stored.spam_checks.mail_domain;
  throw contradiction("spam_checks.mail_domain", "smtp_email_validation");
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** `undefined` if the request says nothing about the captcha. */
function requestedCaptcha(request: FormRequest, stored: Meant | undefined) {
  const before = stored?.captcha ?? null;
  const own = isEcho(request.captcha, stored) ? undefined : request.captcha;
  const forced = forcedProvider(request);
  for (const name of FORCED) {
    const value = request[`force_${name}`];
    const isSaid =
      value !== undefined && (stored === undefined || value !== (before?.provider === name));
    if (isSaid && own !== undefined && value !== (own?.provider === name)) {
      throw contradiction("captcha", `force_${name}`);
    }
  }
  const isTurnedOff = FORCED.some(
    (name) => request[`force_${name}`] === false && before?.provider === name,
  );
  const chosen =
    own ??
    (own === undefined && forced !== undefined
      ? {
          provider: forced,
          site_key: before?.provider === forced ? (before.site_key ?? null) : null,
        }
      : own === null || isTurnedOff
        ? null
        : undefined);
  return withTurnstileKeys(request, { chosen, own, before });
}

/** Whether the captcha is the stored one, with its secret masked or left out. */
function isEcho(captcha: Captcha | null | undefined, stored: Meant | undefined): boolean {
  if (captcha == null || stored?.captcha == null) return false;
  const { provider, site_key } = stored.captcha;
  return (
    captcha.provider === provider &&
    (captcha.site_key ?? null) === (site_key ?? null) &&
    !isNewSecret(captcha.secret)
  );
}

const isNewSecret = (secret: string | null | undefined): secret is string =>
  secret != null && secret !== "" && secret !== MASK;

function forcedProvider(request: FormRequest): Forced | undefined {
  const forced = FORCED.filter((name) => request[`force_${name}`] === true);
  const [first, second] = forced;
  if (first === undefined || second === undefined) return first;
  throw contradiction(`force_${first}`, `force_${second}`, "A form has one captcha at most.");
}

interface Choice {
  readonly chosen: Captcha | null | undefined;
  /** The value of `captcha` in the request, unless it is the stored one. */
  readonly own: Captcha | null | undefined;
  readonly before: Captcha | null;
}

function withTurnstileKeys(
  { turnstile_site_key, turnstile_secret }: FormRequest,
  { chosen, own, before }: Choice,
): Captcha | null | undefined {
  const given = turnstile_site_key === "" ? null : turnstile_site_key;
  const known = before?.provider === "turnstile" ? (before.site_key ?? null) : null;
  const site_key = given === known ? undefined : given;
  const secret = isNewSecret(turnstile_secret) ? turnstile_secret : undefined;
  const captcha = chosen === undefined ? before : chosen;
  if (captcha?.provider !== "turnstile") {
    const member = secret !== undefined ? "turnstile_secret" : "turnstile_site_key";
    if (secret === undefined && site_key == null) return chosen;
    throw invalid(
      member,
      `${member} is used only while force_turnstile is true. Send both in one request.`,
    );
  }
  if (own != null) {
    if (site_key !== undefined && own.site_key !== undefined && own.site_key !== site_key) {
      throw contradiction("captcha.site_key", "turnstile_site_key");
    }
    if (secret !== undefined && isNewSecret(own.secret) && own.secret !== secret) {
      throw contradiction("captcha.secret", "turnstile_secret");
    }
  }
  if (site_key === undefined && secret === undefined) return chosen;
  return {
    ...captcha,
    ...(site_key !== undefined && { site_key }),
    ...(secret !== undefined && { secret }),
  };
}

function contradiction(one: string, other: string, why = ""): AppError {
  const message = `${one} and ${other} contradict each other. ${why === "" ? "" : `${why} `}Send one of them.`;
  return new AppError("invalid", message, {
    fields: [one, other].map((field) => ({ field, code: "invalid", message })),
  });
}
