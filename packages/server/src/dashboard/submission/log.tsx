/** The webhook log of one submission. */
import type { Submission, WebhookLog } from "@intray/sdk/schemas";
import { dataOf } from "../http/api-client.ts";
import { DeliveryList } from "../deliveries/delivery-list.tsx";
import { DeliveryRequest, readSentBodies } from "../deliveries/delivery-request.tsx";
import type { DashboardContext } from "../http/env.ts";
import { showFragment } from "../http/fragment.ts";
import { UNLIMITED_TEXT } from "../format/truncation.ts";
import { originQuery } from "./list-position.ts";

const PER_PAGE = 10;
/** Webhooks of one form whose headers are named; a form may have more. */
const MAX_WEBHOOKS = 100;

/** The section, with a page of entries. */
export async function SubmissionLog({
  c,
  submission,
}: {
  readonly c: DashboardContext;
  readonly submission: Submission;
}) {
  const { list, meta } = await readLog(c, submission);
  return (
    <section class="card" id="log">
      <div class="head">
        <h2>Webhook log</h2>
        {meta.count === 0 ? null : (
          <p class="small soft">
            {meta.count === 1 ? "1 delivery" : `${meta.count.toLocaleString("en")} deliveries`}
          </p>
        )}
      </div>
      {meta.count === 0 ? (
        <p class="empty">
          {submission.spam
            ? "Spam goes only to webhooks that ask for it."
            : "Nothing was sent on: the form had no webhook when this arrived."}
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
    </section>
  );
}

function LogPages({
  address,
  query,
  isFirst,
  next,
}: {
  readonly address: string;
  readonly query: string;
  readonly isFirst: boolean;
  readonly next: string | null;
}) {
  if (isFirst && next === null) return null;
  const older = new URLSearchParams(query.slice(1));
  older.set("log", next ?? "");
  return (
    <nav class="pages" aria-label="Pages of the log">
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

/** The entries alone, for the script that watches them. */
export async function showLogAlone(c: DashboardContext, submission: Submission): Promise<Response> {
  const { list } = await readLog(c, submission);
  return showFragment(c, list);
}

async function readLog(c: DashboardContext, { id, form_id }: Submission) {
  const api = c.get("api");
  const cursor = c.req.query("log") ?? "";
  const [{ webhook_logs, meta }, { form_webhooks }] = await Promise.all([
    api
      .GET("/api/v1/submissions/{id}/webhook_logs", {
        params: {
          path: { id },
          query: { per_page: PER_PAGE, ...(cursor === "" ? {} : { cursor }) },
        },
      })
      .then(dataOf),
    api
      .GET("/api/v1/form_webhooks", {
        params: { query: { form_id: String(form_id), per_page: MAX_WEBHOOKS } },
      })
      .then(dataOf),
  ]);
  const bodies = await readSentBodies(api, webhook_logs);
  const webhookOf = ({ webhook_id }: WebhookLog) =>
    form_webhooks.find((webhook) => webhook.id === webhook_id);
  const own = new URLSearchParams(originQuery(c).slice(1));
  if (cursor !== "") own.set("log", cursor);
  const query = own.size === 0 ? "" : `?${own.toString()}`;
  const list = (
    <DeliveryList
      deliveries={webhook_logs}
      live={`/dashboard/submissions/${id}/log${query}`}
      back={`/dashboard/submissions/${id}${query}#log`}
      {...(c.req.query("whole") === "yes" ? { room: UNLIMITED_TEXT } : {})}
      sent={(delivery) => (
        <DeliveryRequest delivery={delivery} webhook={webhookOf(delivery)} bodies={bodies} />
      )}
    />
  );
  return { list, meta };
}
