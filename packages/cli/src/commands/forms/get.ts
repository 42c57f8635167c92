import { describeForm, formDocument } from "../../records/forms.ts";
import { recordCommand } from "../../record-command.ts";
import { formRef } from "../../records/arguments.ts";
import { recordFields } from "../../records/fields.ts";

export default recordCommand({
  summary: "Show one form with its settings and counts.",
  examples: ["intray forms get 3", "intray forms get 0123456789ab --json"],
  argument: formRef,
  takesSeveral: true,
  call: ({ forms }, ref) => forms.get(ref),
  document: formDocument,
  print: (form, { out, origin }) => {
    const { id: _id, uuid: _uuid, name: _name, form_webhooks, ...settings } = form;
    const webhooks = form_webhooks.map(({ id, name }) => `${id} ${name}`).join(", ");
    return out.fields([
      ...describeForm(form, origin),
      ...recordFields(settings),
      ["form_webhooks", webhooks],
    ]);
  },
});
