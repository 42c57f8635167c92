import * as Args from "@oclif/core/args";
import { Command } from "@oclif/core/command";
import { IntrayHelp } from "../help/help.ts";

export default class HelpCommand extends Command {
  static override summary = "Show help for a command or a topic.";
  static override examples = ["intray help submissions list"];
  static override strict = false;
  static override args = {
    command: Args.string({ description: "Words of the command, or the name of a page." }),
  };

  async run(): Promise<void> {
    await new IntrayHelp(this.config).showHelp(this.argv);
  }
}
