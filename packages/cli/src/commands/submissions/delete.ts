import * as Args from "@oclif/core/args";
import { BaseCommand } from "../../base-command.ts";
import { forEachId } from "../../records/for-each-id.ts";
import { EXIT } from "../../errors/failure.ts";
import { yesFlag } from "../../flags/flags.ts";
import { readIds, submissionIds } from "../../flags/ids.ts";

export default class SubmissionsDelete extends BaseCommand {
  static override summary = "Delete submissions and their files permanently.";
  static override description =
    "Pending deliveries are canceled. To be able to restore submissions, use submissions mark --trash. Exit code 10: some could not be deleted; the others are.";
  static override examples = [
    "intray submissions delete 42 --yes",
    "intray submissions list --filter trash --columns id --all | intray submissions delete - --yes",
  ];
  static override args = { ids: Args.string({ ...submissionIds, required: true }) };
  static override flags = { yes: yesFlag };

  override async run() {
    const { args, flags } = await this.parse(SubmissionsDelete);
    const ids = await readIds(args.ids);
    const what = ids.length === 1 ? `submission ${ids[0]}` : `${ids.length} submissions`;
    await this.confirm(`Delete ${what} permanently?`, flags.yes);
    const client = await this.client();
    const remove = async (id: number) => {
      const submission = await client.submissions.delete(id);
      if (!this.jsonEnabled()) await this.out.line(`${id}\tdeleted`);
      return submission;
    };
    const { done, failed } = await forEachId(ids, remove, ({ id, message }) => {
      if (!this.jsonEnabled()) this.out.warn(`Submission ${id} was not deleted: ${message}`);
      this.exitWith(EXIT.partial);
    });
    return { submissions: done, failed };
  }
}
