/** What can be done with many submissions at once. */
import type { SubmissionChange } from "@intray/sdk/schemas";
import type { Api } from "../http/api.ts";
import { refusal, required } from "../http/api-client.ts";
import type { Tab } from "./view.ts";

/** Each change of a submission by itself is a commit; so many share one. */
const DELETED_AT_ONCE = 50;

interface Act {
  readonly label: string;
  /** What became of them: "3 submissions …". */
  readonly done: string;
  /** How many go into one call of {@link Act.run}. */
  readonly batch: number;
  /** How many it was done with. @throws AppError what the API refuses. */
  run(api: Api, ids: readonly number[]): Promise<number>;
}

const mark = (label: string, done: string, set: SubmissionChange): Act => ({
  label,
  done,
  batch: 1_000,
  async run(api, ids) {
    const body = { submission_ids: [...ids], set };
    const { results } = required(await api.POST("/api/v1/submissions/bulk", { body }));
    return results.filter(({ status }) => status !== "not_found").length;
  },
});

export const ACTS = {
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
      return required(answer).results.filter(({ status }) => status === "queued").length;
    },
  },
  delete: {
    label: "Delete for good",
    done: "deleted for good",
    batch: 250,
    async run(api, ids) {
      let done = 0;
      for (let at = 0; at < ids.length; at += DELETED_AT_ONCE) {
        const some = ids.slice(at, at + DELETED_AT_ONCE);
        const deleted = await Promise.all(some.map((id) => deleteTrashed(api, id)));
        done += deleted.filter(Boolean).length;
      }
      return done;
    },
  },
} as const satisfies Record<string, Act>;
export type ActName = keyof typeof ACTS;

export const isActName = (text: string): text is ActName => Object.hasOwn(ACTS, text);

/** The buttons of each tab, in their order. */
export const ACTS_OF = {
  inbox: ["read", "unread", "spam", "trash", "refire"],
  unread: ["read", "spam", "trash", "refire"],
  spam: ["ham", "read", "unread", "trash", "refire"],
  trash: ["restore", "delete"],
} as const satisfies Record<Tab, readonly ActName[]>;

/** False for what is gone already, and for what somebody has taken out of the trash meanwhile. */
async function deleteTrashed(api: Api, id: number): Promise<boolean> {
  const params = { path: { id } };
  const found = await api.GET("/api/v1/submissions/{id}", { params });
  if (refusal(found)?.code === "not_found") return false;
  if (!required(found).trash) return false;
  const deleted = await api.DELETE("/api/v1/submissions/{id}", { params });
  if (refusal(deleted)?.code === "not_found") return false;
  required(deleted);
  return true;
}
