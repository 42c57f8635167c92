/** Settings of a form with other values than their defaults, some with characters that HTML escapes. */
import type { FormSettings } from "@intray/sdk/schemas";
import { type CompatibleName, FORM_SETTINGS } from "../src/domain/form.ts";
import { MAIL_DEFAULTS } from "../src/domain/mail/settings.ts";
import type { AnySetting } from "../src/domain/setting.ts";

type AllSettings = Required<Omit<FormSettings, CompatibleName | "project_id">>;

/** A value of each kind that the API keeps as it is, different for each setting where that is possible. */
const VALUES: Readonly<
  Record<Exclude<AnySetting["kind"], "custom">, (name: string, setting: AnySetting) => unknown>
> = {
  flag: (_, setting) => setting.default !== true,
  choice: (_, setting) => {
    const other = Object.keys(setting.options ?? {}).find((one) => one !== String(setting.default));
    return typeof setting.default === "number" ? Number(other) : other;
  },
  text: (name) => `\n"${name}"\n& <b>`,
  line: (name) => `"${name}" & <b>`,
  filled: (name) => `"${name}" & <b>`,
  timeZone: () => "Europe/Berlin",
  count: () => 30,
  color: (name) => `#${String(name.length).padStart(6, "0")}`,
  webAddress: (name) => `https://example.org/${name}?a=1&b=2`,
  imageAddress: (name) => `https://example.org/${name}.png?a=1&b=2`,
  address: (name) => `${name}@example.org`,
  addresses: (name) => `${name}@example.org, bob@xn--mller-kva.example`,
  domains: (name) => [`${name.replaceAll("_", "-")}.example`, "example.net"],
  lines: (name) => [name, "<b> & 2"],
  lineTemplate: (name) => `{{field "${name}"}} & <b>`,
  plainTemplate: (name) => `Dear {{field "${name}"}},\nthank you.`,
  htmlTemplate: (name) => `<p>{{form_name}}</p><!-- ${name} -->`,
};

const CUSTOM = {
  fields: [
    { name: "email", type: "email", required: true },
    { name: "size", type: "select", options: ["S", "M"], multiple: true },
  ],
  rules: [
    {
      name: "Sales",
      when: { "fields.size": { $in: ["S", "M"] } },
      then: [{ tag: "vip" }, { spam: true }, { skip: ["automatic_answer"] }],
      stop: true,
    },
  ],
  spam_checks: { links: false, akismet: true, mail_domain: true },
  captcha: { provider: "turnstile", site_key: "site", secret: "hush" },
  lead_scoring: { enabled: true, provider: "http", instructions: "Big", delivery_wait_seconds: 5 },
} as const;

const declared = Object.entries<AnySetting>(FORM_SETTINGS).flatMap(([name, setting]) =>
  setting.kind === "custom" ? [] : [[name, VALUES[setting.kind](name, setting)] as const],
);

export const EVERY_FORM_SETTING = { ...Object.fromEntries(declared), ...CUSTOM } as AllSettings &
  typeof CUSTOM;

export const EVERY_MAIL_SETTING = Object.fromEntries(
  declared.filter(([name]) => name in MAIL_DEFAULTS),
) as Pick<AllSettings, keyof typeof MAIL_DEFAULTS>;
