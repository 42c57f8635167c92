/** The deliveries of one submission. */
import type { Delivery, Submission } from "@intray/sdk/schemas";
import { dataOf } from "../http/api-client.ts";
import { DeliveryList } from "../deliveries/delivery-list.tsx";
import { DeliveryRequest, readSentBodies } from "../deliveries/delivery-request.tsx";
import type { DashboardContext } from "../http/env.ts";
import { Card } from "../layout/card.tsx";
import { showFragment } from "../layout/page.tsx";
import { plural } from "../format/quantities.ts";
import { UNLIMITED_TEXT } from "../../platform/text/truncation.ts";
import { originQuery } from "./find-submission.ts";

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
      <LogPages
        address={`/dashboard/submissions/${submission.id}`}
        query={originQuery(c)}
        isFirst={(c.req.query("log") ?? "") === ""}
        next={meta.next_cursor}
      />
    </Card>
  );
}

interface LogPagesProps {
  readonly address: string;
  readonly query: string;
  readonly isFirst: boolean;
  readonly next: string | null;
}

function LogPages({ address, query, isFirst, next }: LogPagesProps) {
  if (isFirst && next === null) return null;
  const older = new URLSearchParams(query.slice(1));
  older.set("log", next ?? "");
  return (
    <nav class="pages" aria-label="Pages of deliveries">
      {isFirst ? (
        <span />
      ) : (
        <a class="button" href={`${address}${query}#log`}>
          Newest deliveries
        </a>
      )}
      {next === null ? null : (
        <a class="button" href={`${address}?${older.toString()}#log`}>
          Older deliveries
        </a>
      )}
    </nav>
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
