import * as Flags from "@oclif/core/flags";
import type { FormInput, RehearsalInput } from "@intray/sdk";
import { records } from "@intray/sdk/records";
import { setFlag } from "../../flags/flags.ts";
import { flagsOf, membersOf, parseApiFields, requireChange } from "../../flags/member-flags.ts";
import { recordCommand } from "../../record-command.ts";
import { formFlags } from "../../records/forms.ts";
import { formRef } from "../../records/arguments.ts";
import { escapeLine } from "../../terminal/text.ts";

export default recordCommand({
  summary: "Say what a change would have done with the submissions of the last days.",
  description:
    "Takes the flags of forms update, and a filter of a webhook. Nothing is changed, stored or sent.",
  examples: [
    "intray forms rehearse 3 --set content_blacklist:='[\"casino\"]'",
    'intray forms rehearse 3 --webhook 7 --filter \'{"fields.department":"sales"}\'',
  ],
  argument: formRef,
  flags: {
    ...flagsOf(formFlags),
    set: setFlag,
    webhook: Flags.integer({
      min: 1,
      helpValue: "ID",
      dependsOn: ["filter"],
      description: "A webhook of the form, whose filter would be changed.",
    }),
    filter: Flags.string({
      helpValue: "JSON",
      dependsOn: ["webhook"],
      description: "The new filter of the webhook; null for none.",
    }),
    days: Flags.integer({
      min: 1,
      max: 30,
      description: "How many days back submissions are judged. Default: 30.",
    }),
  },
  input: async ({ flags: { webhook, filter, days, ...flags } }): Promise<RehearsalInput> => {
    const form = await membersOf<FormInput>(formFlags, flags, records.Form);
    const fields = filter === undefined ? [] : parseApiFields([`filter:=${filter}`], "--filter");
    const change = requireChange({
      ...(Object.keys(form).length > 0 && { form }),
      ...(webhook !== undefined && {
        form_webhook: { id: webhook, ...Object.fromEntries(fields) },
      }),
    });
    return { ...change, ...(days !== undefined && { days }) };
  },
  call: ({ forms }, ref, input) => forms.rehearse(ref, input),
  async print({ summary, not_judged }, { out }) {
    for (const { text, ids } of summary) {
      await out.line(escapeLine([text, ...ids.map((id) => `#${id}`)].join(" ")));
    }
    for (const { member, message } of not_judged)
      await out.line(escapeLine(`${member}: ${message}`));
  },
});
