import { failure } from "../../errors/failure.ts";
import { recordCommand } from "../../record-command.ts";
import { attentionItem } from "../../records/arguments.ts";
import { sendDeliveries } from "../../webhooks/refire.ts";

export default recordCommand({
  summary: "Send the submissions of items of attention list again.",
  description:
    "Exactly those that the list counts. Exit code 5: the destination is disabled, deleted or takes nothing.",
  examples: [
    "intray attention send 7.http_503 --yes",
    "intray attention list --columns id | intray attention send - --yes",
  ],
  argument: attentionItem,
  takesSeveral: true,
  input({ id: { id, can_send, message } }) {
    if (can_send) return;
    const hint = "Enable the destination first, or see its page in the dashboard.";
    const problem = `${id} cannot be sent. ${message}`;
    throw failure("not_sendable", problem, { hint });
  },
  confirm: ({ message }) => `${message} Send them again?`,
  call: (client, { id, newest_at }) =>
    sendDeliveries(client, [{ attention: id, ended_until: newest_at }]),
  print: ({ count, counts }, { out }) => out.fields(Object.entries({ count, ...counts })),
});
