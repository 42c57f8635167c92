/** Tools, and how they are made from operations of the API. */
import type { OperationId } from "../api-types.ts";
import { type JsonObject, asArray, asObject } from "./api-operation.ts";
import { startOf } from "./brief.ts";
import {
  attachmentIds,
  counters,
  deliveryInList,
  formAlone,
  formInList,
  pageFacts,
  submissionAlone,
  submissionInList,
  marksOf,
  pick,
} from "./records.ts";
import { ToolError } from "./tool-error.ts";

/** A tool as the protocol lists it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object"; readonly [member: string]: unknown };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** What a tool answers. */
export interface Outcome {
  /** Sentences of this program, for the agent to rely on. */
  readonly facts: string;
  /** Goes into the block of untrusted data. */
  readonly data?: unknown;
  /** Texts are cut to this many characters. Default 500. */
  readonly maxText?: number;
  /** How to get what was cut. */
  readonly onCut?: string;
  readonly attachments?: readonly number[];
}

/** Sends a request of an operation, which need not be the tool's own. */
type Send = (operation: OperationId, args: JsonObject) => Promise<JsonObject>;

export interface ToolSpec {
  readonly operation: OperationId;
  /** Names of parameters and body members that the tool has too. */
  readonly takes: readonly string[];
  /** Name of the body's member that contains the members. */
  readonly wrapper?: string;
  /** Parts of schemas that the tool restricts, and members that only the tool has. */
  readonly members?: Readonly<Record<string, JsonObject>>;
  /** Added to the description of the operation. */
  readonly more?: string;
  /** Only for tools that change something. */
  readonly change?: {
    /** Whether it can undo what somebody has done, or stop a delivery. */
    readonly isDestructive: boolean;
    readonly isIdempotent: boolean;
    /** Whether other servers or people notice it. */
    readonly reachesOthers: boolean;
    /** Says what the call would do. Changes nothing. */
    readonly preview: (args: JsonObject, send: Send) => Promise<Outcome>;
  };
  readonly outcome: (answer: JsonObject, args: JsonObject) => Outcome;
}

const LIST_TEXT_CHARS = 200;
const RECORD_TEXT_CHARS = 2_000;
const CHUNK_CHARS = 20_000;

const pageOf = (normal: number, maximum: number) => ({
  per_page: { type: "integer", minimum: 1, maximum, default: normal },
});
const recordsIn = (answer: JsonObject, name: string) => asArray(answer[name]).map(asObject);

const MAX_IDS = 20;

const MARKS = { isDestructive: true, isIdempotent: true, reachesOthers: false };
const SENDS = { isDestructive: false, isIdempotent: false, reachesOthers: true };

/** All tools. Those with `change` can say what they would do; none of them deletes anything for ever. */
export const TOOLS: readonly ToolSpec[] = [
  {
    operation: "getMe",
    takes: [],
    outcome: (answer) => ({ facts: "The API key that this connection uses.", data: answer }),
  },
  {
    operation: "listForms",
    takes: ["query", "per_page", "cursor"],
    members: pageOf(20, 50),
    outcome: (answer) => {
      const forms = recordsIn(answer, "forms");
      return { facts: pageFacts(answer, forms.length, "forms"), data: forms.map(formInList) };
    },
  },
  {
    operation: "getForm",
    takes: ["form_id"],
    more: "Settings that are empty or off are left out.",
    outcome: (answer) => ({ facts: "One form.", data: formAlone(answer) }),
  },
  {
    operation: "rehearseForm",
    takes: ["form_id", "form", "form_webhook", "days"],
    members: {
      form: {
        // The schemas of all settings would be half of the whole list of tools.
        properties: {},
        description: "Changed settings, by their names in get_form, such as rules or spam_checks.",
      },
    },
    outcome: (answer) => ({
      facts: "What the change would have done. Nothing was changed.",
      data: pick(answer, ["summary", "rejections", "not_judged"]),
    }),
  },
  {
    operation: "listSubmissions",
    takes: [
      "form_id",
      "filter_by",
      "query",
      "created_after",
      "created_before",
      "delivery_state",
      "order_by",
      "per_page",
      "cursor",
    ],
    members: pageOf(10, 25),
    more: "Also the search. Long texts are cut: get_submission has all of a submission.",
    outcome: (answer) => {
      const submissions = recordsIn(answer, "submissions");
      return {
        facts: `${pageFacts(answer, submissions.length, "submissions")} ${counters(answer)}`,
        data: submissions.map(submissionInList),
        maxText: LIST_TEXT_CHARS,
        onCut: "get_submission returns longer texts.",
      };
    },
  },
  {
    operation: "getSubmission",
    takes: ["id"],
    members: {
      field: { type: "string", description: "Returns the text of this field only, uncut." },
      offset: {
        type: "integer",
        minimum: 0,
        default: 0,
        description: `With field: where to begin. One answer has ${CHUNK_CHARS} characters.`,
      },
    },
    more: `Texts are cut to ${RECORD_TEXT_CHARS} characters; field and offset return the whole. Files are resources.`,
    outcome: (answer, { field, offset }) =>
      typeof field === "string" ? fieldText(answer, field, Number(offset ?? 0)) : whole(answer),
  },
  {
    operation: "listNotes",
    takes: ["id"],
    outcome: (answer) => ({
      facts: "Notes about the submission.",
      data: answer["notes"],
      maxText: RECORD_TEXT_CHARS,
    }),
  },
  {
    operation: "listDeliveries",
    takes: [
      "form_id",
      "submission_id",
      "kind",
      "destination_id",
      "state",
      "created_after",
      "created_before",
      "http_status",
      "per_page",
      "cursor",
    ],
    members: pageOf(20, 50),
    outcome: (answer) => {
      const deliveries = recordsIn(answer, "deliveries");
      return {
        facts: pageFacts(answer, deliveries.length, "deliveries"),
        data: deliveries.map(deliveryInList),
      };
    },
  },
  {
    operation: "getDelivery",
    takes: ["id"],
    outcome: (answer) => ({
      facts: "One delivery with its attempts.",
      data: answer,
      maxText: LIST_TEXT_CHARS * 2,
    }),
  },
  {
    operation: "listAlerts",
    takes: [],
    outcome: (answer) => ({ facts: "Alerts, the newest first.", data: answer["alerts"] }),
  },
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

const whole = (answer: JsonObject): Outcome => ({
  facts: `Submission ${String(answer["id"])}.`,
  data: submissionAlone(answer),
  maxText: RECORD_TEXT_CHARS,
  onCut: "Call get_submission with field for the whole text of one field.",
  attachments: attachmentIds(answer),
});

/** A part of one field. The values of a field that was sent more than once are joined by line breaks. */
function fieldText(answer: JsonObject, field: string, offset: number): Outcome {
  const fields = asObject(answer["payload_params"]);
  if (!Object.hasOwn(fields, field)) {
    throw new ToolError(
      `Submission ${String(answer["id"])} has no field with this name. Call get_submission without field for the names.`,
    );
  }
  const value = fields[field];
  const text = Array.isArray(value) ? value.join("\n") : String(value);
  const part = startOf(text.slice(offset), CHUNK_CHARS);
  const end = offset + part.length;
  const more =
    end < text.length ? ` Call again with offset ${end} for more.` : " This is the end of it.";
  return {
    facts: `Characters ${offset} to ${end} of ${text.length} of one field.${more}`,
    data: part,
    maxText: CHUNK_CHARS,
  };
}
