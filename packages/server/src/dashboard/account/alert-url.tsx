/** `/dashboard/account/alert…`: the URL that gets the account's alerts, and its signing secret. */
import type { Hono } from "hono";
import type { Account } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import { dataOf, errorOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { CopyCard } from "../layout/copy-card.tsx";
import { Card } from "../layout/card.tsx";
import { PostButton, PostForm, TextField } from "../layout/fields.tsx";
import { showPage } from "../layout/page.tsx";

const ACCOUNT = "/dashboard/account";

/** @param showAccount Shows the account page with an error of the URL. */
export function addAlertUrlRoutes(
  routes: Hono<DashboardEnv>,
  showAccount: (c: DashboardContext, wrong: WrongUrl) => Response | Promise<Response>,
): void {
  routes.post("/alert-url", async (c) => {
    const url = (await readPosted(c)).text("alert_url").trim();
    const body = { alert_url: url === "" ? null : url };
    const error = errorOf(await c.var.api.PATCH("/api/v1/account", { body }));
    if (error !== undefined) return showAccount(c, { url, error });
    return redirectWithNotice(
      c,
      `${ACCOUNT}#alert-settings`,
      url === "" ? "Alerts are no longer sent to a URL." : "Alerts are sent to the URL.",
    );
  });

  routes.post("/alert-secret", async (c) => {
    const { signing_secret } = dataOf(await c.var.api.GET("/api/v1/account/alert_secret"));
    if (signing_secret === null) {
      throw new AppError("not_found", "There is no URL for alerts, so there is no secret.");
    }
    return showPage(c, {
      title: "Signing secret of alerts",
      section: "account",
      content: (
        <>
          <CopyCard id="secret" title="Signing secret" text={signing_secret} wraps>
            <p class="soft">
              Alerts are signed with it as deliveries to webhooks are. To replace it, remove the URL
              and set it again.
            </p>
          </CopyCard>
          <p>
            <a href={ACCOUNT}>Account</a>
          </p>
        </>
      ),
    });
  });
}

/** What a user posted, and why it was not accepted. */
export type WrongUrl = { readonly url: string; readonly error: AppError };

export function AlertSettings({
  account: { alert_url, alert_url_enabled },
  wrong,
}: {
  readonly account: Account;
  readonly wrong: WrongUrl | undefined;
}) {
  return (
    <Card
      id="alert-settings"
      title="Alerts"
      note="Alerts tell when a webhook fails or is disabled, deliveries are late, or space runs out. They are sent by e-mail to all sign-in addresses of the account, if e-mail is set up."
    >
      {alert_url === null || alert_url_enabled ? null : (
        <p>
          <span class="badge bad">Disabled</span> The receiver answered 410 Gone. Save the URL to
          enable it again.
        </p>
      )}
      <PostForm action={`${ACCOUNT}/alert-url`} error={wrong?.error} button="Save">
        <TextField
          name="alert_url"
          label="Alert URL"
          type="url"
          value={wrong?.url ?? alert_url}
          hint="Alerts are also sent here, as signed JSON that Slack, Mattermost and similar chats show. Leave it empty to send none."
        />
      </PostForm>
      {alert_url === null ? null : (
        <PostButton action={`${ACCOUNT}/alert-secret`} label="Reveal the signing secret" />
      )}
    </Card>
  );
}
