import type { Delivery } from "@intray/sdk";
import * as Flags from "@oclif/core/flags";
import { BaseCommand } from "../../base-command.ts";
import { requiredArgument } from "../../flags/flags.ts";
import { parseId } from "../../flags/ids.ts";
import { recordFields } from "../../records/fields.ts";
import { escapeLines } from "../../terminal/text.ts";
import { describeBody } from "../../webhooks/body-json.ts";

/** `intray deliveries get` */
export default class DeliveriesGet extends BaseCommand {
  static override summary =
    "Show one delivery with its attempts and what was answered, or its body.";
  static override description =
    "--body prints the exact signed bytes, except on a terminal, where control characters are escaped. Exit code 3: there is no such delivery, nothing has been sent yet, or the stored body has expired.";
  static override examples = [
    "intray deliveries get 118",
    "intray deliveries get 118 --body | intray webhooks sign --secret-file secret.txt -",
  ];
  static override args = {
    delivery: requiredArgument("Id of the delivery, as shown by deliveries list."),
  };
  static override flags = { body: Flags.boolean({ description: "Print the body that is sent." }) };

  override async run(): Promise<object> {
    const { args, flags } = await this.parse(DeliveriesGet);
    const id = parseId(args.delivery);
    const client = await this.client();
    if (flags.body) {
      const { bytes, contentType } = await client.deliveries.body(id);
      if (!this.jsonEnabled()) await this.#printBody(bytes);
      return { content_type: contentType ?? null, ...describeBody(bytes) };
    }
    const { attempts, ...record } = await client.deliveries.get(id);
    if (!this.jsonEnabled()) {
      await this.out.fields([...recordFields(record), ...attempts.map(attemptField)]);
    }
    return { ...record, attempts };
  }

  #printBody(bytes: Buffer): Promise<void> {
    if (!this.out.isTerminal) return this.out.write(bytes);
    return this.out.line(escapeLines(bytes.toString("utf8")));
  }
}

function attemptField({
  number,
  started_at,
  outcome,
  http_status,
  smtp_status,
  error_code,
  response_excerpt,
}: Delivery["attempts"][number]): readonly [string, string] {
  const answer = [http_status ?? smtp_status, error_code, response_excerpt];
  const parts = [started_at, outcome, ...answer.filter((part) => part !== null)];
  return [`attempt ${number}`, parts.join(" ")];
}
