import { idArgument, recordCommand } from "../../record-command.ts";

export default recordCommand({
  summary: "Revoke an API key immediately and permanently.",
  examples: ["intray keys revoke 7 --yes"],
  argument: idArgument("key", "Id of the key, as shown by keys list; not the key itself."),
  confirm: (id) => `Revoke key ${id}? Its requests will be rejected immediately.`,
  call: ({ apiKeys }, id) => apiKeys.delete(id),
  print: ({ id, name }, { out }) => out.note(`Revoked key ${id} (${name}).`),
});
