import * as Args from "@oclif/core/args";
import type { Delivery } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { recordFields } from "../../records/fields.ts";
import { parseId } from "../../flags/ids.ts";

/** `intray deliveries get` */
export default class DeliveriesGet extends BaseCommand {
  static override summary = "Show one delivery with its attempts and what was answered.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> 118",
    "<%= config.bin %> <%= command.id %> 118 --json",
  ];
  static override args = {
    delivery: Args.string({
      required: true,
      ignoreStdin: true,
      description: "Id of the delivery, as shown by deliveries list.",
    }),
  };

  override async run(): Promise<Delivery> {
    const { args } = await this.parse(DeliveriesGet);
    const id = parseId(args.delivery);
    const delivery = await (await this.client()).deliveries.get(id);
    if (!this.jsonEnabled()) {
      const { attempts, ...record } = delivery;
      await this.out.fields([
        ...recordFields(record),
        ...attempts.map(
          ({ number, started_at, outcome, http_status, smtp_status, error_code, ...attempt }) => {
            const answer = [http_status ?? smtp_status, error_code, attempt.response_excerpt];
            const parts = [started_at, outcome, ...answer.filter((part) => part !== null)];
            return [`attempt ${number}`, parts.join(" ")] as const;
          },
        ),
      ]);
    }
    return delivery;
  }
}
