import * as Flags from "@oclif/core/flags";
import { ListCommand } from "../../list-command.ts";
import { systemClock } from "../../clock.ts";
import { formFlag } from "../../flags/flags.ts";
import { listFlags, perPage } from "../../flags/list-flags.ts";
import { parseSince } from "../../flags/since.ts";
import {
  DELIVERY_KINDS,
  DELIVERY_MEMBERS,
  deliveryColumns,
} from "../../records/delivery-columns.ts";
import { DELIVERY_STATES } from "../../webhooks/delivery-states.ts";

/** `intray deliveries list` */
export default class DeliveriesList extends ListCommand {
  static override summary = "List deliveries to webhooks and by e-mail, and their outcomes.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> --submission 42",
    "<%= config.bin %> <%= command.id %> --kind email --state exhausted --since 24h --all",
  ];
  static override flags = {
    ...listFlags,
    form: formFlag(),
    submission: Flags.integer({
      min: 1,
      helpValue: "ID",
      description: "Only deliveries of this submission.",
    }),
    kind: Flags.option({
      options: DELIVERY_KINDS,
      description: "Only deliveries of this kind.",
    })(),
    destination: Flags.integer({
      min: 1,
      helpValue: "ID",
      description: "Only deliveries to this destination, such as a webhook.",
    }),
    state: Flags.option({
      options: DELIVERY_STATES,
      description: "Only deliveries in this state.",
    })(),
    since: Flags.string({
      helpValue: "TIME|AGE",
      description: "Only deliveries queued after this: 2h, 2026-01-31 or an ISO 8601 time.",
    }),
  };

  override async run(): Promise<void> {
    const { flags } = await this.parse(DeliveriesList);
    const { submission, kind, destination, state } = flags;
    const since = flags.since && parseSince("--since", flags.since, systemClock);
    // The default form of the settings would hide deliveries of the submission that is named.
    const form = submission === undefined ? await this.formRef(flags.form) : flags.form;
    await this.printList(flags, (client) => ({
      collection: "deliveries",
      pages: client.deliveries
        .list({
          per_page: perPage(flags),
          ...(form && { form_id: form }),
          ...(submission && { submission_id: submission }),
          ...(kind && { kind }),
          ...(destination && { destination_id: destination }),
          ...(state && { state }),
          ...(since && { created_after: since }),
        })
        .pages(),
      columns: deliveryColumns,
      members: DELIVERY_MEMBERS,
    }));
  }
}
