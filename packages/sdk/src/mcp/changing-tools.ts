/** The tools that change something. Each can say what it would do. None of them deletes anything for ever. */
import { asArray, asObject, type JsonObject } from "./api-operation.ts";
import { deliveryInList, marksOf, pick } from "./records.ts";
import type { ToolSpec } from "./tool-spec.ts";

const MAX_IDS = 20;

const MARKS = { isDestructive: true, isIdempotent: true, reachesOthers: false };
const SENDS = { isDestructive: false, isIdempotent: false, reachesOthers: true };

export const CHANGING_TOOLS: readonly ToolSpec[] = [
  {
    operation: "updateSubmission",
    takes: ["id", "read", "spam", "trash", "seen", "tags"],
    wrapper: "submission",
    change: {
      ...MARKS,
      async preview({ id, ...set }, send) {
        const now = marksOf(await send("getSubmission", { id }));
        return { facts: "The submission as it is, and what would be set.", data: { now, set } };
      },
    },
    outcome: (answer) => ({ facts: "The submission after the change.", data: marksOf(answer) }),
  },
  {
    operation: "bulkUpdateSubmissions",
    takes: ["submission_ids", "set"],
    members: { submission_ids: { maxItems: MAX_IDS } },
    more: `Here at most ${MAX_IDS} at a time.`,
    change: {
      ...MARKS,
      async preview({ submission_ids, set }, send) {
        const now: JsonObject[] = [];
        for (const id of asArray(submission_ids)) {
          now.push(marksOf(await send("getSubmission", { id })));
        }
        return { facts: "The submissions as they are, and what would be set.", data: { now, set } };
      },
    },
    outcome: (answer) => ({ facts: "One result for each submission.", data: answer["results"] }),
  },
  {
    operation: "createNote",
    takes: ["id", "text"],
    change: {
      isDestructive: false,
      isIdempotent: false,
      reachesOthers: false,
      async preview({ id, text }, send) {
        const about = marksOf(await send("getSubmission", { id }));
        return {
          facts: "The submission, and the note that would be written.",
          data: { about, text },
        };
      },
    },
    outcome: (answer) => ({ facts: "The note was written.", data: pick(answer, ["id", "text"]) }),
  },
  {
    operation: "refireDelivery",
    takes: ["id"],
    change: {
      ...SENDS,
      async preview({ id }, send) {
        const delivery = deliveryInList(await send("getDelivery", { id }));
        return { facts: "The delivery that would be sent again.", data: delivery };
      },
    },
    outcome: (answer) => ({
      facts: String(answer["message"]),
      data: asArray(answer["deliveries"]).map((one) => deliveryInList(asObject(one))),
    }),
  },
  {
    operation: "sendDeliveries",
    takes: [
      "ids",
      "form_id",
      "submission_id",
      "kind",
      "destination_id",
      "states",
      "created_after",
      "created_before",
      "http_status",
      "include_delivered",
      "cursor",
      "dry_run",
    ],
    change: {
      ...SENDS,
      async preview(args, send) {
        const answer = await send("sendDeliveries", { ...args, dry_run: true });
        return { facts: String(answer["message"]), data: answer };
      },
    },
    outcome: (answer) => ({ facts: String(answer["message"]), data: answer }),
  },
];
