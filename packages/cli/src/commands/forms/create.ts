import type { FormInput } from "@intray/sdk";
import * as Flags from "@oclif/core/flags";
import { records } from "@intray/sdk/records";
import { setFlag } from "../../flags/flags.ts";
import { describeForm, formDocument, formFlags } from "../../records/forms.ts";
import { flagsOf, membersOf } from "../../flags/member-flags.ts";
import { recordCommand } from "../../record-command.ts";

export default recordCommand({
  summary: "Create a form and print the URL for its action attribute.",
  description: "--json has action_url and html, a form to copy into a page, beside the record.",
  examples: [
    "intray forms create --name Contact",
    "intray forms create --name Contact --jq .html",
    "intray forms create --name Contact --redirect-url https://example.com/thanks --allowed-domain example.com",
  ],
  flags: {
    ...flagsOf(formFlags),
    name: Flags.string({ required: true, helpValue: "TEXT", description: "Name of the form." }),
    set: setFlag,
  },
  input: ({ flags }) => membersOf<FormInput>(formFlags, flags, records.Form),
  call: ({ forms }, _id, input) => forms.create(input),
  document: formDocument,
  print: (form, { out, origin }) => out.fields(describeForm(form, origin)),
});
