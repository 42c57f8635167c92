/** The questions of bulk actions: before a deletion or a re-fire, and to continue a long action. */
import { plural } from "../format/quantities.ts";
import type { ApiClient } from "../http/api-client.ts";
import type { DashboardContext } from "../http/env.ts";
import { ANSWER, askFirst } from "../layout/confirmation.tsx";
import type { HiddenValues } from "../layout/fields.tsx";
import { actionOf, type BulkActionName, type Selection } from "./bulk-actions.ts";
import { selectPages } from "./export.ts";
import { inboxPath, type InboxView } from "./view.ts";

/** What all questions of the inbox share. */
const questionOf = (view: InboxView) =>
  ({ section: "inbox", action: inboxPath(view, "/bulk"), back: inboxPath(view) }) as const;

/** The selection as hidden inputs. */
const selected = (selection: Selection): HiddenValues =>
  selection.kind === "matching"
    ? { scope: "matching", until: selection.until }
    : { id: selection.ids };

type Asked = { readonly view: InboxView; readonly selection: Selection };

/** Asks before submissions are deleted permanently. */
export function askToDelete(c: DashboardContext, { view, selection }: Asked) {
  const what =
    selection.kind === "matching"
      ? "all matching submissions in the trash"
      : plural(selection.ids.length, "submission");
  return askFirst(c, {
    ...questionOf(view),
    title: "Delete permanently",
    text: `This deletes ${what}, including files and the webhook log. It cannot be undone.`,
    values: { bulk_action: "delete", ...selected(selection) },
    answers: [["yes", "Delete permanently"]],
    isDangerous: true,
  });
}

/** What an action does to submissions, as a request. */
const ACTS: Readonly<Partial<Record<BulkActionName, (what: string) => string>>> = {
  read: (what) => `Mark ${what} as done`,
  unread: (what) => `Mark ${what} as not done`,
  spam: (what) => `Mark ${what} as spam`,
  ham: (what) => `Mark ${what} as not spam`,
  trash: (what) => `Move ${what} to the trash`,
  restore: (what) => `Restore ${what}`,
  assign: (what) => `Assign ${what}`,
  unassign: (what) => `Assign ${what} to nobody`,
  snooze: (what) => `Snooze ${what}`,
};

interface ManyArgs extends Asked {
  readonly action: BulkActionName;
  /** The input of the action. */
  readonly typed: HiddenValues;
  readonly count: { readonly count: number; readonly isExact: boolean };
}

/** Asks before many submissions are changed, which can be undone. */
export function askToChange(
  c: DashboardContext,
  { view, selection, action, typed, count: { count, isExact } }: ManyArgs,
) {
  const { label } = actionOf(action);
  const what = `${isExact ? "" : "more than "}${count.toLocaleString("en")} submissions`;
  const act = ACTS[action]?.(what) ?? `${label}: ${what}`;
  return askFirst(c, {
    ...questionOf(view),
    title: label,
    heading: `${act}?`,
    text: "You can undo this for seven days, from the audit log.",
    values: { bulk_action: action, ...typed, ...selected(selection) },
    answers: [["yes", act]],
    script: "post",
  });
}

/** Progress of a bulk action that one request could not finish. */
interface Progress {
  readonly action: BulkActionName;
  /** Cursor of the next page of matches. */
  readonly after: string;
  /** ISO 8601; see {@link Selection}. */
  readonly until: string;
  /** Of the action's input; empty for an action that has none. */
  readonly text: string;
  /** The name by which the act can be undone; empty if it cannot. */
  readonly undo: string;
  /** How many submissions the action has applied to so far. */
  readonly done: number;
}

/** Offers to continue a bulk action; the script continues it without asking. */
export const askToContinue = (
  c: DashboardContext,
  view: InboxView,
  { action, text, ...progress }: Progress,
) => {
  const { input, result } = actionOf(action);
  return askFirst(c, {
    ...questionOf(view),
    title: "Not finished yet",
    heading: "Not finished yet",
    text: `${plural(progress.done, "submission")} ${result} so far. More submissions match.`,
    // The script presses no button.
    values: {
      bulk_action: action,
      scope: "matching",
      ...progress,
      ...(input === undefined ? {} : { [input]: text }),
      [ANSWER]: "yes",
    },
    answers: [["yes", "Continue"]],
    backLabel: "Stop",
    script: "continue",
  });
};

/** How many of the selected submissions a webhook has accepted; `undefined` for all that match, which are not read. */
export async function countDelivered(
  api: ApiClient,
  selection: Selection,
): Promise<number | undefined> {
  if (selection.kind === "matching") return undefined;
  let count = 0;
  for await (const submissions of selectPages(api, selection.ids)) {
    count += submissions.filter(({ webhook_sent_at }) => webhook_sent_at !== null).length;
  }
  return count;
}

/** @param asked.delivered How many were delivered already; `undefined` if that is not known. */
export function askToRefire(
  c: DashboardContext,
  { view, selection, delivered }: Asked & { readonly delivered: number | undefined },
) {
  const before =
    delivered === undefined || selection.kind === "matching"
      ? "Some of the matching submissions may have been delivered already."
      : `${delivered.toLocaleString("en")} of ${plural(selection.ids.length, "submission was", "submissions were")} delivered already.`;
  return askFirst(c, {
    ...questionOf(view),
    title: "Re-fire webhooks",
    text: `${before} Sent again, their receivers get them twice.`,
    values: { ...selected(selection), [ANSWER]: "yes" },
    answer: "bulk_action",
    answers: [
      ["refire_undelivered", "Send only what was not delivered"],
      ["refire", "Send all again"],
    ],
    script: "post",
  });
}
