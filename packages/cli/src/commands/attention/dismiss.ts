import * as Flags from "@oclif/core/flags";
import { recordCommand } from "../../record-command.ts";
import { attentionItem } from "../../records/arguments.ts";

export default recordCommand({
  summary: "Take items off attention list, for good.",
  description: "The audit log keeps who did it, and the note. What fails later is listed again.",
  examples: ['intray attention dismiss 7.http_503 --note "Typed by phone" --yes'],
  argument: attentionItem,
  takesSeveral: true,
  flags: { note: Flags.string({ description: "Why. At most 200 characters." }) },
  input: ({ flags: { note } }) => (note === undefined ? {} : { note }),
  confirm: ({ message }) => `${message} Dismiss them?`,
  call: ({ deliveries }, { id, newest_at }, note) =>
    deliveries.dismiss({ id, until: newest_at, ...note }),
  print: ({ message }, { out }) => out.note(message),
});
