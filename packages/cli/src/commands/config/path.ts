import { BaseCommand } from "../../base-command.ts";
import { configPath, findProjectFile } from "../../config/config-file.ts";
import { credentialsPath } from "../../config/api-key.ts";
import { ledgerFolder } from "../../ledger/ledger-name.ts";

/** `intray config path` */
export default class ConfigPath extends BaseCommand {
  static override summary = "Print the path of the configuration file.";
  static override description =
    "--json also prints the paths of the credentials file, of the project file if there is one, and of the folder of the queues' ledgers.";
  static override examples = ["intray config path", "intray config path --json"];

  override async run(): Promise<object> {
    await this.parse(ConfigPath);
    const { configFolder, stateHome } = this.environment;
    if (!this.jsonEnabled()) await this.out.line(configPath(configFolder));
    return {
      config: configPath(configFolder),
      credentials: credentialsPath(configFolder),
      project: findProjectFile(process.cwd()) ?? null,
      ledgers: ledgerFolder(stateHome),
    };
  }
}
