import * as Args from "@oclif/core/args";
import { BaseCommand } from "../base-command.ts";
import { COMPLETION_SCRIPTS, SHELLS } from "../completion/scripts.ts";
import type { Shell } from "../completion/scripts.ts";

/** `intray completion` */
export default class Completion extends BaseCommand {
  static override summary = "Print the script that completes commands in a shell.";
  static override description =
    "It completes commands, flags, their values, and forms, webhooks and projects by what the server has. Its first line says where it belongs.";
  static override examples = [
    "source <(<%= config.bin %> <%= command.id %> bash)",
    "<%= config.bin %> <%= command.id %> fish > ~/.config/fish/completions/intray.fish",
  ];
  static override args = {
    shell: Args.string({
      required: true,
      ignoreStdin: true,
      options: [...SHELLS],
      description: "Which shell.",
    }),
  };

  override async run(): Promise<object> {
    const { args } = await this.parse(Completion);
    const shell = args.shell as Shell;
    const script = COMPLETION_SCRIPTS[shell];
    if (!this.jsonEnabled()) await this.out.write(script);
    return { shell, script };
  }
}
