import { BaseCommand } from "../base-command.ts";

/** `intray version` */
export default class Version extends BaseCommand {
  static override summary = "Print the version of the CLI, of Node and of the platform.";
  static override examples = ["intray version", "intray version --json"];

  override async run(): Promise<object> {
    await this.parse(Version);
    const { version, platform, arch } = this.config;
    const node = process.versions.node;
    if (!this.jsonEnabled()) {
      await this.out.line(`intray ${version} (Node ${node}, ${platform} ${arch})`);
    }
    return { version, node, platform, arch };
  }
}
