import * as Args from "@oclif/core/args";
import { BaseCommand } from "../base-command.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

export default class Completion extends BaseCommand {
  static override summary = "Print the completion script of a shell.";
  static override description =
    "Completes commands, flags and their values, and the names of forms, webhooks and projects on the server. The first line of the script explains how to install it.";
  static override examples = [
    "source <(intray completion bash)",
    "intray completion fish > ~/.config/fish/completions/intray.fish",
  ];
  static override args = {
    shell: Args.string({
      required: true,
      ignoreStdin: true,
      options: ["bash", "zsh", "fish", "powershell"],
      description: "Name of the shell.",
    }),
  };

  override async run(): Promise<object> {
    const { args } = await this.parse(Completion);
    const { shell } = args;
    const script = await readFile(join(this.config.root, "completions", `intray.${shell}`), "utf8");
    if (!this.jsonEnabled()) await this.out.write(script);
    return { shell, script };
  }
}
