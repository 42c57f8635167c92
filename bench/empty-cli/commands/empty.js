import { Command } from "@oclif/core";

export default class Empty extends Command {
  async run() {
    await this.parse(Empty);
  }
}
