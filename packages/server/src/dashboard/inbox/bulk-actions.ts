/** What can be done with many submissions at once. */
import type { SubmissionChange } from "@intray/sdk/schemas";
import { type ApiClient, errorOf, dataOf } from "../http/api-client.ts";
import type { Tab } from "./view.ts";

/** Each change of a submission by itself is a commit; so many share one. */
const DELETE_BATCH = 50;

interface BulkAction {
  readonly label: string;
  /** What became of them: "3 submissions …". */
  readonly done: string;
  /** How many go into one call of {@link BulkAction.run}. */
  readonly batch: number;
  /** How many it was done with. @throws AppError what the API refuses. */
  run(api: ApiClient, ids: readonly number[]): Promise<number>;
}

const mark = (label: string, done: string, set: SubmissionChange): BulkAction => ({
  label,
  done,
  batch: 1_000,
  async run(api, ids) {
    const body = { submission_ids: [...ids], set };
    const { results } = dataOf(await api.POST("/api/v1/submissions/bulk", { body }));
    return results.filter(({ status }) => status !== "not_found").length;
  },
});

export const BULK_ACTIONS = {
  read: mark("Mark read", "marked read", { read: true }),
  unread: mark("Mark unread", "marked unread", { read: false }),
  spam: mark("Spam", "marked as spam", { spam: true }),
  ham: mark("Not spam", "marked as not spam", { spam: false }),
  trash: mark("Trash", "moved to the trash", { trash: true }),
  restore: mark("Restore", "taken out of the trash", { trash: false }),
  refire: {
    label: "Re-fire webhooks",
    done: "sent to their webhooks again",
    batch: 1_000,
    async run(api, ids) {
      const body = { submission_ids: [...ids] };
      const answer = await api.POST("/api/v1/submissions/refire_webhooks", { body });
      return dataOf(answer).results.filter(({ status }) => status === "queued").length;
    },
  },
  delete: {
    label: "Delete for good",
    done: "deleted for good",
    batch: 250,
    async run(api, ids) {
      let done = 0;
      for (let at = 0; at < ids.length; at += DELETE_BATCH) {
        const some = ids.slice(at, at + DELETE_BATCH);
        const deleted = await Promise.all(some.map((id) => deleteTrashed(api, id)));
        done += deleted.filter(Boolean).length;
      }
      return done;
    },
  },
} as const satisfies Record<string, BulkAction>;
export type BulkActionName = keyof typeof BULK_ACTIONS;

export const isBulkActionName = (text: string): text is BulkActionName =>
  Object.hasOwn(BULK_ACTIONS, text);

/** The buttons of each tab, in their order. */
export const TAB_ACTIONS = {
  inbox: ["read", "unread", "spam", "trash", "refire"],
  unread: ["read", "spam", "trash", "refire"],
  spam: ["ham", "read", "unread", "trash", "refire"],
  trash: ["restore", "delete"],
} as const satisfies Record<Tab, readonly BulkActionName[]>;

/** False for what is gone already, and for what somebody has taken out of the trash meanwhile. */
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
