/** Flags that set what a form can be told. */
import * as Flags from "@oclif/core/flags";
import type { Form, FormInput } from "@intray/sdk";
import { parseApiFields } from "./api-fields.ts";
import { setFlag } from "./flags.ts";
import type { Cell } from "../terminal/table.ts";

export const formSettingFlags = {
  project: Flags.integer({ min: 1, helpValue: "ID", description: "Project to put it into." }),
  timezone: Flags.string({ helpValue: "ZONE", description: "Time zone, such as Europe/Berlin." }),
  "redirect-url": Flags.string({
    helpValue: "URL",
    description: "Where the browser goes after a post.",
  }),
  "allowed-domain": Flags.string({
    helpValue: "DOMAIN",
    multiple: true,
    multipleNonGreedy: true,
    description: "Only pages of this domain may post; may be given several times.",
  }),
  "retention-days": Flags.integer({
    min: 1,
    helpValue: "DAYS",
    description: "Delete submissions after so many days.",
  }),
  set: setFlag,
};

interface FormFlags {
  readonly name?: string | undefined;
  readonly project?: number | undefined;
  readonly timezone?: string | undefined;
  readonly "redirect-url"?: string | undefined;
  readonly "allowed-domain"?: string[] | undefined;
  readonly "retention-days"?: number | undefined;
  readonly set?: string[] | undefined;
}

/** What the flags say, and nothing else. @throws Failure 2 for a `--set` that is no pair. */
export function toFormInput(flags: FormFlags): FormInput {
  return {
    ...Object.fromEntries(parseApiFields(flags.set ?? [], "--set")),
    ...(flags.name !== undefined && { name: flags.name }),
    ...(flags.project !== undefined && { project_id: flags.project }),
    ...(flags.timezone !== undefined && { timezone: flags.timezone }),
    ...(flags["redirect-url"] !== undefined && { redirect_url: flags["redirect-url"] }),
    ...(flags["allowed-domain"] !== undefined && { allowed_domains: flags["allowed-domain"] }),
    ...(flags["retention-days"] !== undefined && { retention_days: flags["retention-days"] }),
  };
}

/** What is told of a form that was made or changed. */
export function describeForm(form: Form, origin: string): readonly (readonly [string, Cell])[] {
  return [
    ["id", form.id],
    ["uuid", form.uuid],
    ["name", form.name],
    ["action", `${origin}/f/${form.uuid}`],
  ];
}
