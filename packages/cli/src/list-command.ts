/** Base class of commands that print a list of the API. */
import type { Intray } from "@intray/sdk";
import { BaseCommand } from "./base-command.ts";
import { chooseFormat } from "./flags/list-flags.ts";
import type { ListFlags } from "./flags/list-flags.ts";
import { printListing } from "./records/listing.ts";
import type { Listing } from "./records/listing.ts";

export abstract class ListCommand extends BaseCommand {
  static override streamsJson = true;

  /** Prints the list that `open` requests, in the format of the flags. */
  protected async printList<Name extends string, Row extends object>(
    flags: ListFlags,
    open: (client: Intray) => Omit<Listing<Name, Row>, "flags" | "format">,
  ): Promise<void> {
    const format = chooseFormat(flags, await this.formatContext());
    const client = await this.client();
    await printListing(this.out, { ...open(client), flags, format });
  }
}
