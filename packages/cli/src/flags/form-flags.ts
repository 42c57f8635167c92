/** Flags for the settings of a form. */
import * as Flags from "@oclif/core/flags";
import type { Form, FormInput } from "@intray/sdk";
import { parseApiFields } from "./api-fields.ts";
import { setFlag } from "./flags.ts";
import type { Cell } from "../terminal/table.ts";
import { unionMembers } from "./union-members.ts";

const ORIGIN_SERVICES = unionMembers<NonNullable<Form["origin_service"]>>({
  basin: true,
  formcarry: true,
  formspree: true,
  formsubmit: true,
  getform: true,
  netlify: true,
  staticforms: true,
  web3forms: true,
});

export const formSettingFlags = {
  project: Flags.integer({
    min: 1,
    helpValue: "ID",
    description: "Id of the form's project. A new form without it is in the first project.",
  }),
  timezone: Flags.string({ helpValue: "ZONE", description: "Time zone, such as Europe/Berlin." }),
  "redirect-url": Flags.string({
    helpValue: "URL",
    description: "Page to redirect the browser to after a submission.",
  }),
  "allowed-domain": Flags.string({
    helpValue: "DOMAIN",
    multiple: true,
    multipleNonGreedy: true,
    description: "Accept submissions only from pages of this domain. Repeatable.",
  }),
  "origin-service": Flags.option({
    options: ORIGIN_SERVICES,
    description: "Form service that the page was moved from; its control fields are read.",
  })(),
  "retention-days": Flags.integer({
    min: 0,
    helpValue: "DAYS",
    description: "Delete submissions after this number of days; 0 keeps them.",
  }),
  set: setFlag,
};

interface FormFlags {
  readonly name?: string | undefined;
  readonly project?: number | undefined;
  readonly timezone?: string | undefined;
  readonly "redirect-url"?: string | undefined;
  readonly "allowed-domain"?: string[] | undefined;
  readonly "origin-service"?: NonNullable<Form["origin_service"]> | undefined;
  readonly "retention-days"?: number | undefined;
  readonly set?: string[] | undefined;
}

/** The settings that are given as flags. Throws Failure 2 for an invalid `--set`. */
export function toFormInput(flags: FormFlags): FormInput {
  return {
    ...Object.fromEntries(parseApiFields(flags.set ?? [], "--set")),
    ...(flags.name !== undefined && { name: flags.name }),
    ...(flags.project !== undefined && { project_id: flags.project }),
    ...(flags.timezone !== undefined && { timezone: flags.timezone }),
    ...(flags["redirect-url"] !== undefined && { redirect_url: flags["redirect-url"] }),
    ...(flags["allowed-domain"] !== undefined && { allowed_domains: flags["allowed-domain"] }),
    ...(flags["origin-service"] !== undefined && { origin_service: flags["origin-service"] }),
    ...(flags["retention-days"] !== undefined && { retention_days: flags["retention-days"] }),
  };
}

/** The fields to print after a form was created or changed. */
export function describeForm(form: Form, origin: string): readonly (readonly [string, Cell])[] {
  return [
    ["id", form.id],
    ["uuid", form.uuid],
    ["name", form.name],
    ["action", `${origin}/f/${form.uuid}`],
  ];
}
