/** Arguments that name a record, each with the words of all its commands. */
import { idArgument } from "../record-command.ts";
import { findForm } from "./find-form.ts";
import type { RecordArgument } from "../record-command.ts";

export const projectId = idArgument("project", "Id of the project.");
export const webhookId = idArgument("webhook", "Id of the webhook.");
export const deliveryId = idArgument(
  "delivery",
  "Id of the delivery, as shown by deliveries list.",
);
export const formRef: RecordArgument<string> = {
  name: "form",
  description: "Form, by id, uuid or name.",
  parse: findForm,
};
