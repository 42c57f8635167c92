import { deliveryFilters, deliveryColumns, type DeliveryParams } from "../../records/deliveries.ts";
import { flagsOf, membersOf } from "../../flags/member-flags.ts";
import { listCommand } from "../../record-command.ts";

export default listCommand({
  summary: "List deliveries to webhooks and by e-mail, and their outcomes.",
  examples: [
    "intray deliveries list --submission 42",
    "intray deliveries list --kind email --state exhausted --since 24h --all",
  ],
  record: "Delivery",
  collection: "deliveries",
  flags: flagsOf(deliveryFilters),
  query: async ({ flags, formRef }) => {
    // The default form of the settings would hide deliveries of the submission that is named.
    const form =
      flags.submission === undefined || flags.form ? await formRef(flags.form) : undefined;
    return membersOf<DeliveryParams>(deliveryFilters, { ...flags, form });
  },
  list: ({ deliveries }, query) => deliveries.list(query),
  columns: deliveryColumns,
});
