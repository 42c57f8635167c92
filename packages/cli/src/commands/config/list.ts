import { BaseCommand } from "../../base-command.ts";
import { configEntries, type ConfigEntry } from "../../config/config-names.ts";
import type { Column } from "../../terminal/table.ts";

const COLUMNS: readonly Column<ConfigEntry>[] = [
  { name: "name", value: ({ name }) => name },
  { name: "value", value: ({ value }) => value },
  { name: "set by", value: ({ source }) => source },
];

export default class ConfigList extends BaseCommand {
  static override summary = "Show the effective settings and where each is set.";
  static override description =
    "Precedence: flags, the environment, .intray.json, the profile. API keys are not shown; intray auth status shows where the key comes from.";
  static override examples = ["intray config list", "intray config list --profile work --json"];

  override async run(): Promise<object> {
    await this.parse(ConfigList);
    const entries = configEntries(await this.settings());
    if (!this.jsonEnabled()) {
      const format = this.out.isTerminal ? "table" : "tsv";
      await this.out.records(COLUMNS, entries, { format });
    }
    return {
      settings: entries.map(({ name, value, source }) => ({
        name,
        value: value ?? null,
        source: source ?? null,
      })),
    };
  }
}
