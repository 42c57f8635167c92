/** The tools that only read. */
import { asArray, asObject, type JsonObject } from "./api-operation.ts";
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
} from "./records.ts";
import type { Outcome, ToolSpec } from "./tool-spec.ts";
import { ToolError } from "./tool-error.ts";

const LIST_TEXT_CHARS = 200;
const RECORD_TEXT_CHARS = 2_000;
const CHUNK_CHARS = 20_000;

const pageOf = (normal: number, maximum: number) => ({
  per_page: { type: "integer", minimum: 1, maximum, default: normal },
});
const recordsIn = (answer: JsonObject, name: string) => asArray(answer[name]).map(asObject);

export const READING_TOOLS: readonly ToolSpec[] = [
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
