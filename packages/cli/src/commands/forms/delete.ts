import type { Form } from "@intray/sdk";
import { recordCommand, type RecordArgument } from "../../record-command.ts";
import { formRef } from "../../records/arguments.ts";
import { findForm } from "../../records/find-form.ts";

const argument: RecordArgument<Form> = {
  ...formRef,
  parse: async (word, client) => (await client()).forms.get(await findForm(word, client)),
};

export default recordCommand({
  summary: "Delete a form with its submissions, files and webhooks permanently.",
  examples: ["intray forms delete 3 --yes"],
  argument,
  confirm: ({ id, name, inbox_count, spam_count, trash_count }) =>
    `Delete form ${id} "${name}" with ${inbox_count + spam_count + trash_count} submissions permanently?`,
  // by id, since a uuid that consists of digits could be the id of another form
  call: ({ forms }, { id }) => forms.delete(id),
  print: ({ id }, { out }) => out.note(`Deleted form ${id}.`),
});
