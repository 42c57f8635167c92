import * as Args from "@oclif/core/args";
import type { DeliveryRefireResult } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { parseId } from "../../flags/ids.ts";

/** `intray deliveries refire` */
export default class DeliveriesRefire extends BaseCommand {
  static override summary = "Send one delivery again, to the same webhook or e-mail recipient.";
  static override description =
    "The same bytes are sent. Exit code 5: the destination is disabled, deleted or unsubscribed, or the delivery has no submission, such as a digest.";
  static override examples = ["<%= config.bin %> <%= command.id %> 118"];
  static override args = {
    delivery: Args.string({
      required: true,
      ignoreStdin: true,
      description: "Id of the delivery, as shown by deliveries list.",
    }),
  };

  override async run(): Promise<DeliveryRefireResult> {
    const { args } = await this.parse(DeliveriesRefire);
    const id = parseId(args.delivery);
    const result = await (await this.client()).deliveries.refire(id);
    for (const queued of this.jsonEnabled() ? [] : result.deliveries) {
      await this.out.line(`${queued.submission_id ?? ""}\tqueued\t${queued.id}`);
    }
    return result;
  }
}
