import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import type { Intray, Submission, SubmissionChange } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { EXIT } from "../../errors/exit-codes.ts";
import { Failure } from "../../errors/failure.ts";
import { yesFlag } from "../../flags/flags.ts";
import { readIds, submissionIds } from "../../flags/ids.ts";
import { markSubmissions } from "../../records/mark-submissions.ts";
import type { MarkResult } from "../../records/mark-submissions.ts";
import { describeState } from "../../records/submission-columns.ts";

const CHANGES = {
  read: { read: true },
  unread: { read: false },
  spam: { spam: true },
  ham: { spam: false },
  trash: { trash: true },
  restore: { trash: false },
} as const satisfies Record<string, SubmissionChange>;

/** What became of each of several, in the order given. */
interface Marking {
  readonly results: readonly MarkResult[];
}

/** `intray submissions mark` */
export default class SubmissionsMark extends BaseCommand {
  static override summary = "Mark submissions read, unread, spam, ham, trashed or restored.";
  static override description =
    "Several submissions are asked about on a terminal and want --yes elsewhere; a line each then says updated, unchanged or not_found. Exit code 10 says that some could not be marked; the others are.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> 42 --read",
    "<%= config.bin %> submissions list --filter spam --fields id --all | <%= config.bin %> <%= command.id %> - --trash --yes",
  ];
  static override args = {
    ids: Args.string({ ...submissionIds, required: true }),
  };
  static override flags = {
    read: Flags.boolean({ description: "Mark read.", exclusive: ["unread"] }),
    unread: Flags.boolean({ description: "Mark unread, so that queues get it again." }),
    spam: Flags.boolean({ description: "Mark as spam.", exclusive: ["ham"] }),
    ham: Flags.boolean({ description: "Mark as no spam." }),
    trash: Flags.boolean({ description: "Put into the trash.", exclusive: ["restore"] }),
    restore: Flags.boolean({ description: "Take out of the trash." }),
    yes: yesFlag,
  };

  override async run(): Promise<Submission | Marking> {
    const { args, flags } = await this.parse(SubmissionsMark);
    const names = Object.keys(CHANGES)
      .filter(isChange)
      .filter((name) => flags[name]);
    if (names.length === 0) throw nothingToDo();
    const ids = await readIds(args.ids);
    if (ids.length > 1) {
      await this.confirm(`Mark ${ids.length} submissions ${names.join(", ")}?`, flags.yes);
    }
    const change = Object.assign({}, ...names.map((name) => CHANGES[name])) as SubmissionChange;
    const client = await this.client();
    const [first] = ids;
    return ids.length === 1 && first !== undefined
      ? this.#markOne(client, first, change)
      : this.#markMany(client, ids, change);
  }

  async #markOne(client: Intray, id: number, change: SubmissionChange): Promise<Submission> {
    const submission = await client.submissions.update(id, change);
    if (!this.jsonEnabled()) await this.out.line(`${id}\t${describeState(submission)}`);
    return submission;
  }

  async #markMany(client: Intray, ids: number[], change: SubmissionChange): Promise<Marking> {
    const results: MarkResult[] = [];
    for await (const result of markSubmissions(client, ids, change)) {
      results.push(result);
      if (result.status === "not_found" || result.status === "failed") this.exitWith(EXIT.partial);
      if (!this.jsonEnabled()) await this.#tell(result);
    }
    return { results };
  }

  async #tell({ submission_id, status, message }: MarkResult): Promise<void> {
    await this.out.line(`${submission_id}\t${status}`);
    if (message !== undefined) {
      this.out.warn(`Submission ${submission_id} is not marked: ${message}`);
    }
  }
}

function isChange(name: string): name is keyof typeof CHANGES {
  return Object.hasOwn(CHANGES, name);
}

function nothingToDo(): Failure {
  return new Failure({
    exit: EXIT.usage,
    code: "usage",
    message: "It is not said how to mark them.",
    hint: `Add one of ${Object.keys(CHANGES)
      .map((name) => `--${name}`)
      .join(", ")}.`,
  });
}
