/** The deliveries of one submission. */
import type { Delivery, Submission } from "@intray/sdk/schemas";
import { dataOf } from "../http/api-client.ts";
import { DeliveryList } from "../deliveries/delivery-list.tsx";
import { DeliveryRequest, readSentBodies } from "../deliveries/delivery-request.tsx";
import type { DashboardContext } from "../http/env.ts";
import { Card } from "../layout/card.tsx";
import { PageLinks } from "../layout/lists.tsx";
import { showFragment } from "../layout/page.tsx";
import { plural } from "../format/quantities.ts";
import { UNLIMITED_TEXT } from "../../platform/text/truncation.ts";
import { appendQuery, originQuery } from "./find-submission.ts";

const PER_PAGE = 10;
/** Webhooks read to list their custom headers; a form may have more. */
const MAX_WEBHOOKS = 100;

/** The card with one page of deliveries. */
export async function SubmissionLog({
  c,
  submission,
}: {
  readonly c: DashboardContext;
  readonly submission: Submission;
}) {
  const { list, meta } = await readLog(c, submission);
  const page = `/dashboard/submissions/${submission.id}`;
  const query = originQuery(c);
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
          {submission.spam
            ? "No deliveries. Spam is only sent to webhooks that include it."
            : "No deliveries. The form had neither a webhook nor an e-mail recipient when the submission arrived."}
        </p>
      ) : (
        list
      )}
      <PageLinks
        label="Pages of deliveries"
        links={[
          {
            label: "Newest deliveries",
            to: (c.req.query("log") ?? "") === "" ? undefined : `${page}${query}#log`,
          },
          {
            label: "Older deliveries",
            to:
              meta.next_cursor === null
                ? undefined
                : `${page}${appendQuery(query, `log=${encodeURIComponent(meta.next_cursor)}`)}#log`,
          },
        ]}
      />
    </Card>
  );
}

/** Answers with the list of deliveries alone, for the script that updates it. */
export async function showLogAlone(c: DashboardContext, submission: Submission): Promise<Response> {
  const { list } = await readLog(c, submission);
  return showFragment(c, list);
}

async function readLog(c: DashboardContext, { id, form_id }: Submission) {
  const { api } = c.var;
  const cursor = c.req.query("log") ?? "";
  const [{ deliveries, meta }, { form_webhooks }] = await Promise.all([
    api
      .GET("/api/v1/deliveries", {
        params: {
          query: {
            submission_id: id,
            per_page: PER_PAGE,
            ...(cursor === "" ? {} : { cursor }),
          },
        },
      })
      .then(dataOf),
    api
      .GET("/api/v1/form_webhooks", {
        params: { query: { form_id: String(form_id), per_page: MAX_WEBHOOKS } },
      })
      .then(dataOf),
  ]);
  const bodies = await readSentBodies(api, deliveries);
  const webhookOf = ({ kind, destination_id }: Delivery) =>
    kind === "webhook" ? form_webhooks.find(({ id: one }) => one === destination_id) : undefined;
  const params = new URLSearchParams(originQuery(c).slice(1));
  if (cursor !== "") params.set("log", cursor);
  const query = params.size === 0 ? "" : `?${params.toString()}`;
  const list = (
    <DeliveryList
      deliveries={deliveries}
      listUrl={`/dashboard/submissions/${id}/log${query}`}
      returnTo={`/dashboard/submissions/${id}${query}#log`}
      {...(c.req.query("whole") === "yes" ? { budget: UNLIMITED_TEXT } : {})}
      request={(delivery) => (
        <DeliveryRequest delivery={delivery} webhook={webhookOf(delivery)} bodies={bodies} />
      )}
    />
  );
  return { list, meta };
}
