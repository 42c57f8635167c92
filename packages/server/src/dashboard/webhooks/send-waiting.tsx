/** What waits for a webhook's receiver, and the button that sends it now. */
import type { FormWebhook } from "@intray/sdk/schemas";
import { countWaiting } from "../deliveries/sending.tsx";
import { plural } from "../format/quantities.ts";
import type { DashboardContext } from "../http/env.ts";

export async function SendWaiting({
  c,
  webhook,
}: {
  readonly c: DashboardContext;
  readonly webhook: FormWebhook;
}) {
  if (!webhook.enabled) return null;
  const webhook_id = String(webhook.id);
  const waiting = await countWaiting(c, { webhook_id });
  if (waiting === 0) return null;
  return (
    <section class="alert" id="waiting">
      <div class="row">
        <p>{`${plural(waiting, "delivery waits", "deliveries wait")} for the next attempt.`}</p>
        <a class="button" href={`/dashboard/deliveries/send?webhook_id=${webhook_id}`}>
          {`Send what is waiting now (${waiting.toLocaleString("en")})`}
        </a>
      </div>
    </section>
  );
}
