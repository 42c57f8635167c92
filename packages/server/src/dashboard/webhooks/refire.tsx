/** Sending again what failed, since some time. */
import type { FormWebhook } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import type { Posted } from "../http/body.ts";
import { Select, TextField } from "../layout/fields.tsx";
import { ErrorMessage } from "../layout/error-page.tsx";
import { webhookPath } from "./find-webhook.ts";

const HOUR_MS = 3_600_000;

/** Hours back, and in words. */
const WINDOWS = [
  ["1", "The last hour"],
  ["24", "The last 24 hours"],
  ["168", "The last 7 days"],
  ["720", "The last 30 days"],
  ["day", "Since the day below"],
] as const;

/** The beginning of the window that was chosen, as the API takes it. */
export function refireSince(
  posted: Posted,
  now: number,
): { readonly since: string; readonly error?: AppError } {
  const window = posted.text("window");
  const day = posted.text("since").trim();
  if (window === "day") {
    return day === ""
      ? { since: "", error: wrong("since", "Say since which day.") }
      : { since: day };
  }
  if (!WINDOWS.some(([value]) => value === window)) {
    return { since: "", error: wrong("window", "Choose one of the times that are offered.") };
  }
  return { since: new Date(now - Number(window) * HOUR_MS).toISOString() };
}

const wrong = (field: string, message: string) =>
  new AppError("invalid", message, { fields: [{ field, code: "invalid", message }] });

/** Sends again whatever failed in a window. */
export function Refire({
  webhook,
  error,
}: {
  readonly webhook: FormWebhook;
  readonly error: AppError | undefined;
}) {
  return (
    <section class="card" id="refire">
      <h2>Re-fire what failed</h2>
      <ErrorMessage error={error} />
      <p>
        Whatever was given up, blocked, canceled or skipped is sent again. A submission that was
        delivered since, or is still waiting, is left out.
      </p>
      <form class="fields" method="post" action={`${webhookPath(webhook)}/refire`}>
        <div class="halves">
          <Select name="window" label="What failed in" value="24" options={WINDOWS} error={error} />
          <TextField
            name="since"
            label="Day"
            type="date"
            hint="From its midnight in UTC."
            error={error}
          />
        </div>
        <div>
          <button disabled={!webhook.enabled}>Re-fire what failed</button>
        </div>
        {webhook.enabled ? null : <p class="soft">Enable the webhook first.</p>}
      </form>
    </section>
  );
}
