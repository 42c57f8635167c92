import type { Intray } from "@intray/sdk";
import { BaseCommand } from "../base-command.ts";
import type { Candidate, NamedKind, Completion } from "../completion/command-line.ts";
import { completeLine } from "../completion/command-line.ts";
import { expandAliases } from "../flags/raw-arguments.ts";
import { readConfig } from "../config/config-file.ts";

/** A user is waiting at the prompt, so a slow server yields no candidates. */
const TIMEOUT_MS = 2_000;

export default class Complete extends BaseCommand {
  static override hidden = true;
  static override summary = "Print the completions of a partial command line.";
  static override description =
    "Prints one candidate per line, with a tab before its description; :files stands for file names. The words after -- are the command line without intray.";
  static override examples = ["intray complete -- submissions li"];
  static override acceptsCommand = true;

  override async run(): Promise<object> {
    await this.parse(Complete);
    const { commands, topics } = this.config;
    const completion = completeLine(expandAliases(this.commandWords), { commands, topics });
    const candidates = completion.kind === "files" ? [] : await this.#candidates(completion);
    if (completion.kind === "files") await this.out.line(":files");
    for (const { value, description } of candidates) {
      await this.out.line(description === "" ? value : `${value}\t${oneLine(description)}`);
    }
    return { candidates, files: completion.kind === "files" };
  }

  async #candidates(
    completion: Exclude<Completion, { kind: "files" }>,
  ): Promise<readonly Candidate[]> {
    if (completion.kind === "candidates") return completion.candidates;
    // an error message would disturb the command line, so no candidates are offered instead
    const named = await this.#named(completion.of).catch(() => []);
    const prefix = completion.prefix.toLowerCase();
    return named.filter(
      ({ value, description }) =>
        value.startsWith(completion.prefix) || description.toLowerCase().startsWith(prefix),
    );
  }

  async #named(kind: NamedKind): Promise<readonly Candidate[]> {
    if (kind === "profile") {
      const { profiles } = await readConfig(this.environment.configFolder);
      return Object.entries(profiles).map(([value, { base_url = "" }]) => ({
        value,
        description: base_url,
      }));
    }
    this.globals = { ...this.globals, timeout: TIMEOUT_MS, retries: 0 };
    const records = await listNamed(await this.client(), kind);
    return records.map(({ id, name }) => ({ value: String(id), description: name }));
  }
}

async function listNamed(
  client: Intray,
  kind: Exclude<NamedKind, "profile">,
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  switch (kind) {
    case "form":
      return (await client.forms.list()).forms;
    case "webhook":
      return (await client.webhooks.list()).form_webhooks;
    case "project":
      return (await client.projects.list()).projects;
  }
}

/** Replaces tabs and line breaks, which would break the format of the output. */
const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ");
