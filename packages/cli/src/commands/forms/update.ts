import type { FormInput } from "@intray/sdk";
import { records } from "@intray/sdk/records";
import { setFlag } from "../../flags/flags.ts";
import { describeForm, formFlags } from "../../records/forms.ts";
import { flagsOf, membersOf, requireChange } from "../../flags/member-flags.ts";
import { recordCommand } from "../../record-command.ts";
import { formRef } from "../../records/arguments.ts";

export default recordCommand({
  summary: "Change the given settings of a form.",
  examples: [
    "intray forms update 3 --name Contact",
    "intray forms update 3 --set redirect_url:=null --set content_blacklist:='[\"casino\"]'",
  ],
  argument: formRef,
  flags: { ...flagsOf(formFlags), set: setFlag },
  input: async ({ flags }) =>
    requireChange(await membersOf<FormInput>(formFlags, flags, records.Form)),
  call: ({ forms }, ref, input) => forms.update(ref, input),
  print: (form, { out, origin }) => out.fields(describeForm(form, origin)),
});
