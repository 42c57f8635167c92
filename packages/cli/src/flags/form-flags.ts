/** Flags for the settings of a form. */
import * as Flags from "@oclif/core/flags";
import type { Form, FormInput } from "@intray/sdk";
import type { Cell } from "../terminal/table.ts";
import type { MemberFlags } from "./member-flags.ts";
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

export const formFlags = {
  name: { member: "name", flag: Flags.string({ helpValue: "TEXT", description: "New name." }) },
  project: {
    member: "project_id",
    flag: Flags.integer({
      min: 1,
      helpValue: "ID",
      description: "Id of the form's project. A new form without it is in the first project.",
    }),
  },
  timezone: {
    member: "timezone",
    flag: Flags.string({ helpValue: "ZONE", description: "Time zone, such as Europe/Berlin." }),
  },
  "redirect-url": {
    member: "redirect_url",
    flag: Flags.string({
      helpValue: "URL",
      description: "Page to redirect the browser to after a submission.",
    }),
  },
  "allowed-domain": {
    member: "allowed_domains",
    flag: Flags.string({
      helpValue: "DOMAIN",
      multiple: true,
      multipleNonGreedy: true,
      description: "Accept submissions only from pages of this domain. Repeatable.",
    }),
  },
  "origin-service": {
    member: "origin_service",
    flag: Flags.option({
      options: ORIGIN_SERVICES,
      description: "Form service that the page was moved from; its control fields are read.",
    })(),
  },
  "retention-days": {
    member: "retention_days",
    flag: Flags.integer({
      min: 0,
      helpValue: "DAYS",
      description: "Delete submissions after this number of days; 0 keeps them.",
    }),
  },
} as const satisfies MemberFlags<FormInput>;

/** The fields to print after a form was created or changed. */
export function describeForm(form: Form, origin: string): readonly (readonly [string, Cell])[] {
  return [
    ["id", form.id],
    ["uuid", form.uuid],
    ["name", form.name],
    ["action", `${origin}/f/${form.uuid}`],
  ];
}
