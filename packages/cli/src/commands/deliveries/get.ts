import type { Delivery } from "@intray/sdk";
import * as Flags from "@oclif/core/flags";
import { recordCommand } from "../../record-command.ts";
import { deliveryId } from "../../records/arguments.ts";
import { recordFields } from "../../records/fields.ts";
import { escapeLines } from "../../terminal/text.ts";
import { describeBody } from "../../webhooks/body-json.ts";

export default recordCommand({
  summary: "Show deliveries with their attempts and what was answered, or their bodies.",
  description:
    "--body prints the exact signed bytes, except on a terminal, where control characters are escaped. Exit code 3: there is no such delivery, nothing has been sent yet, or the stored body has expired.",
  examples: [
    "intray deliveries get 118",
    "intray deliveries get 118 --body | intray webhooks sign --secret-file secret.txt -",
  ],
  argument: deliveryId,
  takesSeveral: true,
  flags: { body: Flags.boolean({ description: "Print the body that is sent." }) },
  input: ({ flags }) => flags.body,
  call: async ({ deliveries }, id, isBody) => (isBody ? deliveries.body(id) : deliveries.get(id)),
  document: (result) =>
    "bytes" in result
      ? { content_type: result.contentType ?? null, ...describeBody(result.bytes) }
      : result,
  print: (result, { out }) => {
    if ("bytes" in result) {
      return out.isTerminal
        ? out.line(escapeLines(result.bytes.toString("utf8")))
        : out.write(result.bytes);
    }
    const { attempts, ...record } = result;
    return out.fields([...recordFields(record), ...attempts.map(attemptField)]);
  },
});

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
