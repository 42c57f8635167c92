import type { OperationRequest } from "./operation-request.ts";
import type { Records } from "./operation-requests.ts";

/** Changes of records that have another version than `If-Match` names, or with an invalid one. */
export function* staleRequests({
  form,
  webhook,
  submission,
}: Records): Generator<OperationRequest> {
  const places = { Form: form.id, Project: 1, FormWebhook: webhook, Submission: submission };
  for (const [record, at] of Object.entries(places)) {
    for (const verb of ["replace", "update", "delete"]) {
      const body = { name: "Stale", submission: {} };
      const json = verb === "delete" ? {} : { json: body };
      for (const tag of ['"stale"', "stale"]) {
        yield [`${verb}${record}`, { at, ...json }, { headers: { "if-match": tag } }];
      }
    }
  }
  const versions = { [form.id]: "stale" };
  yield ["bulkUpdateForms", { json: { form_ids: [form.id], set: { use_ajax: true }, versions } }];
}
