/** Checks the settings of a form. The store does without, since the patterns of field rules take much memory. */
import { isTimeZone } from "../platform/time-zone.ts";
import type { FieldProblem } from "./errors.ts";
import { rulesProblem } from "./fields/rule-problem.ts";
import type { FormChange } from "./form.ts";

/** Returns the first invalid setting, or `undefined`. Types are checked before, by the schema. */
export function formProblem(settings: FormChange): FieldProblem | undefined {
  const { timezone } = settings;
  for (const name of ["redirect_url", "recaptcha_failed_url", "redirect_button_url"] as const) {
    const url = settings[name];
    if (url != null && !isWebAddress(url)) {
      return problem(name, "must be a URL that begins with https:// or http://.");
    }
  }
  if (timezone !== undefined && !isTimeZone(timezone)) {
    return problem("timezone", `must be a name such as Europe/Berlin, not "${timezone}".`);
  }
  for (const name of ["allowed_domains", "blocked_domains"] as const) {
    for (const domain of settings[name] ?? []) {
      const host = hostOf(domain);
      if (host !== domain.toLowerCase()) return problem(name, domainAdvice(domain, host));
    }
  }
  return rulesProblem(settings.fields ?? []);
}

const problem = (field: string, rule: string): FieldProblem => ({
  field,
  code: "invalid",
  message: `${field} ${rule}`,
});

function domainAdvice(domain: string, host: string | undefined): string {
  return host === undefined
    ? `must contain domains such as example.org, which includes its subdomains; "${domain}" is not a domain.`
    : `must contain only domains: write "${host}" instead of "${domain}".`;
}

/** Returns the host as a browser writes it in Origin, or `undefined` if the text contains none. */
function hostOf(domain: string): string | undefined {
  const text = /^https?:\/\//i.test(domain) ? domain : `http://${domain}`;
  if (!URL.canParse(text)) return undefined;
  const { hostname } = new URL(text);
  return hostname === "" || hostname.includes("*") ? undefined : hostname;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
