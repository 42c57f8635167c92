import * as Flags from "@oclif/core/flags";
import { recordCommand } from "../../record-command.ts";
import { formRef } from "../../records/arguments.ts";
import { describeForm, formDocument } from "../../records/forms.ts";

export default recordCommand({
  summary: "Create a form with the settings of another, without its submissions.",
  examples: ["intray forms copy 3 --name Orders --webhooks"],
  argument: formRef,
  flags: {
    name: Flags.string({
      helpValue: "TEXT",
      description: "Name of the copy. By default that of the form with (copy).",
    }),
    project: Flags.integer({
      helpValue: "ID",
      min: 1,
      description: "Id of the project of the copy. By default that of the form.",
    }),
    webhooks: Flags.boolean({
      description: "Copy its webhooks as well, each with a new signing secret.",
    }),
  },
  input: ({ flags: { name, project, webhooks } }) => ({
    webhooks,
    ...(name !== undefined && { name }),
    ...(project !== undefined && { project_id: project }),
  }),
  call: ({ forms }, ref, input) => forms.copy(ref, input),
  document: formDocument,
  print: (form, { out, origin }) => out.fields(describeForm(form, origin)),
});
