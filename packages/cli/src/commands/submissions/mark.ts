import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import type { BulkChange, Intray, Submission, SubmissionChange, BulkResult } from "@intray/sdk";
import { describeState } from "@intray/sdk/columns";
import { BaseCommand } from "../../base-command.ts";
import { EXIT, type Failure, usageFailure } from "../../errors/failure.ts";
import { repeatable, yesFlag } from "../../flags/flags.ts";
import { readIds, submissionIds } from "../../flags/ids.ts";
import { ignoreNotFound } from "../../errors/sdk-problem.ts";

type Mark = Exclude<keyof SubmissionChange, "tags" | "assignee" | "snoozed_until">;

const FLAGS_OF_MARKS = {
  read: { set: "read", clear: "unread" },
  spam: { set: "spam", clear: "ham" },
  trash: { set: "trash", clear: "restore" },
  seen: { set: "seen", clear: "unseen" },
} as const satisfies Record<Mark, { readonly set: string; readonly clear: string }>;

const isMark = (name: string): name is Mark => Object.hasOwn(FLAGS_OF_MARKS, name);

type MarkResult = BulkResult["results"][number];
/** Results of several submissions, in the order of the arguments. */
type Marking = { readonly results: readonly MarkResult[] };

export default class SubmissionsMark extends BaseCommand {
  static override summary =
    "Mark submissions read, spam, trashed or seen, or clear that; tag, assign or snooze them.";
  static override description =
    "Several submissions need a confirmation, or --yes. Prints one line per submission: updated, unchanged or not_found. Exit code 10: some could not be marked; the others are.";
  static override examples = [
    "intray submissions mark 42 --read",
    'intray submissions mark 42 --add-tag vip --remove-tag "call back"',
    "intray submissions list --filter spam --columns id --all | intray submissions mark - --trash --yes",
  ];
  static override args = { ids: Args.string({ ...submissionIds, required: true }) };
  static override flags = {
    read: Flags.boolean({ description: "Mark as read.", exclusive: ["unread"] }),
    unread: Flags.boolean({ description: "Mark as unread, which puts it back in the queue." }),
    spam: Flags.boolean({ description: "Mark as spam.", exclusive: ["ham"] }),
    ham: Flags.boolean({ description: "Mark as ham, that is, not spam." }),
    trash: Flags.boolean({ description: "Move to the trash.", exclusive: ["restore"] }),
    restore: Flags.boolean({ description: "Restore from the trash." }),
    "add-tag": Flags.string({
      ...repeatable,
      helpValue: "TAG",
      description: "Add this tag. Can be repeated.",
    }),
    "remove-tag": Flags.string({
      ...repeatable,
      helpValue: "TAG",
      description: "Remove this tag. Can be repeated.",
    }),
    assignee: Flags.string({
      helpValue: "ADDRESS|none",
      description: "Assign to the person who signs in with this address, or to nobody.",
    }),
    "snooze-until": Flags.string({
      helpValue: "TIME|none",
      description:
        "People do not have it to do until this date or time (UTC); the queue stays as it is.",
    }),
    seen: Flags.boolean({
      description: "Mark as seen by a person; the queue stays as it is.",
      exclusive: ["unseen"],
    }),
    unseen: Flags.boolean({ description: "Mark as not seen." }),
    yes: yesFlag,
  };

  override async run(): Promise<Submission | Marking> {
    const { args, flags } = await this.parse(SubmissionsMark);
    const marks: SubmissionChange = {};
    const names: string[] = [];
    for (const mark of Object.keys(FLAGS_OF_MARKS).filter(isMark)) {
      const { set, clear } = FLAGS_OF_MARKS[mark];
      if (!flags[set] && !flags[clear]) continue;
      marks[mark] = !flags[clear];
      names.push(flags[clear] ? clear : set);
    }
    for (const [flag, member] of [
      ["assignee", "assignee"],
      ["snooze-until", "snoozed_until"],
    ] as const) {
      const value = flags[flag];
      if (value === undefined) continue;
      marks[member] = value === "none" ? null : value;
      names.push(flag);
    }
    const { "add-tag": add_tags, "remove-tag": remove_tags } = flags;
    if (add_tags !== undefined) names.push("add-tag");
    if (remove_tags !== undefined) names.push("remove-tag");
    if (names.length === 0) throw noMarkGiven();
    const ids = await readIds(args.ids);
    if (ids.length > 1) {
      const given = names.map((name) => `--${name}`).join(" ");
      await this.confirm(`Mark ${ids.length} submissions (${given})?`, flags.yes);
    }
    const client = await this.client();
    const [first] = ids;
    const isTagged = add_tags !== undefined || remove_tags !== undefined;
    if (ids.length === 1 && first !== undefined && !isTagged) {
      return this.#markOne(client, first, marks);
    }
    return this.#markMany(client, ids, {
      ...marks,
      ...(add_tags && { add_tags }),
      ...(remove_tags && { remove_tags }),
    });
  }

  async #markOne(client: Intray, id: number, change: SubmissionChange): Promise<Submission> {
    const submission = await client.submissions.update(id, change);
    if (!this.jsonEnabled()) await this.out.line(`${id}\t${describeState(submission)}`);
    return submission;
  }

  async #markMany(client: Intray, ids: number[], change: BulkChange): Promise<Marking> {
    const results: MarkResult[] = [];
    for await (const result of markSubmissions(client, ids, change)) {
      results.push(result);
      const { submission_id, status } = result;
      if (status === "not_found") this.exitWith(EXIT.partial);
      if (!this.jsonEnabled()) await this.out.line(`${submission_id}\t${status}`);
    }
    return { results };
  }
}

const noMarkGiven = (): Failure =>
  usageFailure(
    "No mark is given.",
    `Add one of ${Object.values(FLAGS_OF_MARKS)
      .map(({ set, clear }) => `--${set}, --${clear}`)
      .join(", ")}, --add-tag, --remove-tag, --assignee, --snooze-until.`,
  );

/** Maximum number of submissions in one bulk request, from openapi.yaml. */
const BULK_SIZE = 1_000;
/** The results in the order of `ids`. */
async function* markSubmissions(
  client: Intray,
  ids: readonly number[],
  change: BulkChange,
): AsyncGenerator<MarkResult> {
  for (let from = 0; from < ids.length; from += BULK_SIZE) {
    const batch = ids.slice(from, from + BULK_SIZE);
    // Intray responds 404 when none of them exists
    const answer = await ignoreNotFound(client.submissions.updateBulk(batch, change));
    const none = batch.map((submission_id) => ({ submission_id, status: "not_found" as const }));
    yield* answer?.results ?? none;
  }
}
