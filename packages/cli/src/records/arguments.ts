/** Arguments that name a record, each with the words of all its commands. */
import type { AttentionItem } from "@intray/sdk";
import { failure } from "../errors/failure.ts";
import { idArgument, type RecordArgument } from "../record-command.ts";
import { findForm } from "./find-form.ts";

export const projectId = idArgument("project", "Id of the project.");
export const memberId = idArgument("member", "Id of the person, as shown by members list.");
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
/** Read from the list, since what is sent and dismissed is bounded by its time. */
export const attentionItem: RecordArgument<AttentionItem> = {
  name: "item",
  description: "Id of the item, as shown by attention list.",
  async parse(word, client) {
    const { attention } = await (await client()).deliveries.attention();
    const item = attention.find(({ id }) => id === word);
    if (item !== undefined) return item;
    const message = `attention list has no item ${word}.`;
    throw failure("not_found", message);
  },
};
