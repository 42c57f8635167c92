/** The deliveries of one submission. */
import type { Delivery, Submission } from "@intray/sdk/schemas";
import { dataOf, byQuery } from "../http/api-client.ts";
import { DeliveryList } from "../deliveries/delivery-list.tsx";
import { DeliveryRequest, readSentBodies } from "../deliveries/delivery-request.tsx";
import type { DashboardContext } from "../http/env.ts";
import { Card } from "../layout/card.tsx";
import { PageLinks } from "../layout/lists.tsx";
import { plural } from "../format/quantities.ts";
import { UNLIMITED_TEXT } from "../../platform/text/truncation.ts";
import { appendQuery, originQuery } from "./find-submission.ts";

const PER_PAGE = 10;
/** Webhooks read to list their custom headers; a form may have more. */
const MAX_WEBHOOKS = 100;

type SubmissionLogProps = { readonly c: DashboardContext; readonly submission: Submission };

/** The card with one page of deliveries. */
export async function SubmissionLog({ c, submission: { id, form_id, spam } }: SubmissionLogProps) {
  const { api } = c.var;
  const cursor = c.req.query("log") ?? "";
  const shown = { submission_id: id, per_page: PER_PAGE, ...(cursor === "" ? {} : { cursor }) };
  const ofForm = { form_id: String(form_id), per_page: MAX_WEBHOOKS };
  const [{ deliveries, meta }, { form_webhooks }] = await Promise.all([
    api.GET("/api/v1/deliveries", byQuery(shown)).then(dataOf),
    api.GET("/api/v1/form_webhooks", byQuery(ofForm)).then(dataOf),
  ]);
  const bodies = await readSentBodies(api, deliveries);
  const webhookOf = ({ kind, destination_id }: Delivery) =>
    kind === "webhook" ? form_webhooks.find(({ id: one }) => one === destination_id) : undefined;
  const query = originQuery(c);
  const pageAt = (at: string) =>
    `/dashboard/submissions/${id}${at === "" ? query : appendQuery(query, `log=${encodeURIComponent(at)}`)}#log`;
  return (
    <Card
      id="log"
      title="Deliveries"
      actions={
        meta.count === 0 ? null : (
          <p class="small soft">{plural(meta.count, "delivery", "deliveries")}</p>
        )
      }
    >
      {meta.count === 0 ? (
        <p class="empty">
          {spam
            ? "No deliveries. Spam is only sent to webhooks that include it."
            : "No deliveries. When the submission arrived, the form had no webhook and no e-mail recipient that it goes to."}
        </p>
      ) : (
        <DeliveryList
          deliveries={deliveries}
          page={pageAt(cursor)}
          {...(c.req.query("whole") === "yes" ? { budget: UNLIMITED_TEXT } : {})}
          request={(delivery) => (
            <DeliveryRequest delivery={delivery} webhook={webhookOf(delivery)} bodies={bodies} />
          )}
        />
      )}
      <PageLinks
        label="Pages of deliveries"
        links={[
          { label: "Newest deliveries", to: cursor === "" ? undefined : pageAt("") },
          {
            label: "Older deliveries",
            to: meta.next_cursor === null ? undefined : pageAt(meta.next_cursor),
          },
        ]}
      />
    </Card>
  );
}
