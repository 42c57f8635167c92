/** The bulk actions of the inbox. */
import type { BulkChange } from "@intray/sdk/schemas";
import { type ApiClient, dataOf, errorOf } from "../http/api-client.ts";
import type { Tab } from "./view.ts";

/** Submissions deleted concurrently, so that their transactions share a commit. */
const DELETE_BATCH = 50;

/** What an action needs beside the ids. */
export interface ActOptions {
  /** Only for an action that takes tags. */
  readonly tags: readonly string[];
  /** The name by which the act can be undone; its requests share it. */
  readonly undo: string;
}

interface BulkAction {
  /** Text of the button. */
  readonly label: string;
  /** Predicate of the result: "3 submissions {result}." */
  readonly result: string;
  /** How many ids {@link BulkAction.run} takes at most. */
  readonly batch: number;
  /**
   * Returns how many submissions the action applied to.
   *
   * @throws AppError the API's error.
   */
  run(api: ApiClient, ids: readonly number[], options: ActOptions): Promise<number>;
  /** The act can be undone, so it only asks if it is large. */
  readonly isUndoable?: true;
  /** The tags that the person typed are needed. */
  readonly takesTags?: true;
}

const mark = (label: string, result: string, set: BulkChange) =>
  ({
    label,
    result,
    batch: 1_000,
    isUndoable: true,
    run: (api, ids, { undo }) => update(api, ids, { set, undo }),
  }) as const satisfies BulkAction;

const tag = (label: string, result: string, member: "add_tags" | "remove_tags") =>
  ({
    label,
    result,
    batch: 1_000,
    takesTags: true,
    run: (api, ids, { tags }) => update(api, ids, { set: { [member]: [...tags] } }),
  }) as const satisfies BulkAction;

async function update(
  api: ApiClient,
  ids: readonly number[],
  change: { readonly set: BulkChange; readonly undo?: string },
): Promise<number> {
  const body = { submission_ids: [...ids], ...change };
  const { results } = dataOf(await api.POST("/api/v1/submissions/bulk", { body }));
  return results.filter(({ status }) => status !== "not_found").length;
}

const refire = (which: { readonly undelivered_only?: true }): BulkAction => ({
  label: "Re-fire webhooks",
  result: "sent to webhooks again",
  batch: 1_000,
  async run(api, ids) {
    const body = { submission_ids: [...ids], ...which };
    const response = await api.POST("/api/v1/submissions/refire_webhooks", { body });
    return dataOf(response).results.filter(({ status }) => status === "queued").length;
  },
});

export const BULK_ACTIONS = {
  read: mark("Done", "marked done", { read: true }),
  unread: mark("Not done", "marked not done", { read: false }),
  spam: mark("Mark spam", "marked spam", { spam: true }),
  ham: mark("Not spam", "marked not spam", { spam: false }),
  trash: mark("Trash", "moved to the trash", { trash: true }),
  restore: mark("Restore", "restored from the trash", { trash: false }),
  tag: tag("Add tag", "tagged", "add_tags"),
  untag: tag("Remove tag", "stripped of the tag", "remove_tags"),
  refire: refire({}),
  refire_undelivered: refire({ undelivered_only: true }),
  delete: {
    label: "Delete permanently",
    result: "deleted permanently",
    batch: 250,
    async run(api, ids) {
      let count = 0;
      for (let start = 0; start < ids.length; start += DELETE_BATCH) {
        const batch = ids.slice(start, start + DELETE_BATCH);
        const deleted = await Promise.all(batch.map((id) => deleteTrashed(api, id)));
        count += deleted.filter(Boolean).length;
      }
      return count;
    },
  },
} as const satisfies Record<string, BulkAction>;
export type BulkActionName = keyof typeof BULK_ACTIONS;

export const isUndoable = (name: BulkActionName): boolean => "isUndoable" in BULK_ACTIONS[name];

export const takesTags = (name: BulkActionName): boolean => "takesTags" in BULK_ACTIONS[name];

export const isBulkActionName = (text: string): text is BulkActionName =>
  Object.hasOwn(BULK_ACTIONS, text);

/** The bulk actions of each tab, in the order of their buttons. */
export const TAB_ACTIONS = {
  inbox: ["read", "unread", "spam", "trash", "refire"],
  unread: ["read", "spam", "trash", "refire"],
  spam: ["ham", "read", "unread", "trash", "refire"],
  trash: ["restore", "delete"],
} as const satisfies Record<Tab, readonly BulkActionName[]>;

/** Returns false if the submission was deleted or restored from the trash in the meantime. */
async function deleteTrashed(api: ApiClient, id: number): Promise<boolean> {
  const params = { path: { id } };
  const found = await api.GET("/api/v1/submissions/{id}", { params });
  if (errorOf(found)?.code === "not_found") return false;
  if (!dataOf(found).trash) return false;
  const deleted = await api.DELETE("/api/v1/submissions/{id}", { params });
  if (errorOf(deleted)?.code === "not_found") return false;
  dataOf(deleted);
  return true;
}
