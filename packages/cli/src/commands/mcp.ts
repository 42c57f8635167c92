import { randomUUID } from "node:crypto";
import * as Flags from "@oclif/core/flags";
import { BaseCommand } from "../base-command.ts";
import { systemClock } from "../clock.ts";
import { describeProblem } from "../errors/problem.ts";

export default class Mcp extends BaseCommand {
  static override summary = "Serve the tools of an AI agent on standard input and output (MCP).";
  static override description = [
    "For programs that speak the Model Context Protocol: they start this command themselves. The tools only read,",
    "unless --allow-changes is given, and the key may do less. Ends when standard input ends.",
  ].join(" ");
  static override examples = [
    "intray mcp < /dev/null",
    "intray mcp --allow-changes --calls-per-minute 30 < /dev/null",
  ];
  static override streamsJson = true;
  static override flags = {
    "calls-per-minute": Flags.integer({
      helpValue: "N",
      min: 1,
      max: 10_000,
      default: 120,
      description: "Tool calls that an agent may make in a minute.",
    }),
    "allow-changes": Flags.boolean({
      description:
        "Also serve tools that change something. Each does a dry run unless told not to.",
    }),
  };

  protected override readonly product = "intray-mcp";

  override async run(): Promise<void> {
    const { flags } = await this.parse(Mcp);
    const client = await this.client();
    const [{ createAgent }, { callLimit, serveAgent }] = await Promise.all([
      import("@intray/sdk/mcp"),
      import("../mcp/serve.ts"),
    ]);
    const agent = createAgent({
      allowChanges: flags["allow-changes"],
      newMark: randomUUID,
      admit: callLimit(flags["calls-per-minute"], systemClock),
      describeError: (error) => describeProblem(error).message,
      callApi: ({ method, path, query, headers = {}, body }) =>
        client.request(method, path, { query, headers, ...(body && { json: body }) }),
    });
    const onError = ({ message }: Error) => this.out.detail(message);
    await serveAgent({ agent, version: this.config.version, onError });
  }
}
