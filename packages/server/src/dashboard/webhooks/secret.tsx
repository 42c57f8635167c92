/** `/dashboard/webhooks/<id>/secret…`: reveals, rotates and replaces a webhook's signing secret. */
import type { Hono } from "hono";
import type { FormWebhook, SigningSecret } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import { byId, dataOf, errorOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { Card } from "../layout/card.tsx";
import { askFirst } from "../layout/confirmation.tsx";
import { PostButton, LinkButton, TextField } from "../layout/fields.tsx";
import { CopyCard } from "../layout/copy-card.tsx";
import { showPage } from "../layout/page.tsx";
import { webhookPath, findNamedWebhook } from "./find-webhook.ts";

/** The steps of a rotation: what the API is asked for, and what is said then. */
const STEPS = {
  replace: [{}, "The secret was replaced. Reveal the new one and give it to the receiver."],
  stage: [
    { stage: true },
    "The next secret is staged. Reveal it, give it to the receiver, then activate it.",
  ],
  activate: [
    { activate: true },
    "The next secret was activated. For 24 hours, webhook-signature has a signature of each secret.",
  ],
} as const;

export function addWebhookSecretRoutes(routes: Hono<DashboardEnv>): void {
  routes.post("/:id/secret", async (c) => {
    const webhook = await findNamedWebhook(c);
    const { id } = webhook;
    const secrets = dataOf(
      await c.var.api.GET("/api/v1/form_webhooks/{id}/signing_secret", byId(id)),
    );
    return showSecrets(c, webhook, secrets);
  });

  routes.post("/:id/secret/own", async (c) => {
    const webhook = await findNamedWebhook(c);
    const signing_secret = (await readPosted(c)).text("signing_secret").trim();
    const changed = await c.var.api.PATCH("/api/v1/form_webhooks/{id}", {
      ...byId(webhook.id),
      body: { signing_secret },
    });
    const error = errorOf(changed);
    if (error !== undefined) throw error;
    return redirectWithNotice(c, `${webhookPath(webhook)}#secret`, "The secret was replaced.");
  });

  routes.get("/:id/secret/replace", async (c) => askToReplace(c, await findNamedWebhook(c)));
  for (const [step, [body, done]] of Object.entries(STEPS)) {
    // Redirects, so that reloading the page does not repeat it.
    routes.post(`/:id/secret/${step}`, async (c) => {
      const webhook = await findNamedWebhook(c);
      const error = errorOf(
        await c.var.api.POST("/api/v1/form_webhooks/{id}/regenerate_secret", {
          ...byId(webhook.id),
          body,
        }),
      );
      if (error?.code === "conflict") {
        throw new AppError(
          "conflict",
          `The webhook ${webhook.name} has no staged secret. Stage one, give it to the receiver, then activate it.`,
        );
      }
      if (error !== undefined) throw error;
      return redirectWithNotice(c, `${webhookPath(webhook)}#secret`, done);
    });
  }
}

/** The state of a rotation. */
interface Rotation {
  readonly isStaged: boolean;
  /** Milliseconds since the epoch: when the previous secret stops signing; `null` if there is none. */
  readonly previousUntil: number | null;
}

type SecretCardProps = { readonly webhook: FormWebhook; readonly rotation: Rotation };

/** The card on the webhook's page; it shows only the secret's last four characters. */
export function SecretCard({ webhook, rotation: { isStaged, previousUntil } }: SecretCardProps) {
  const to = `${webhookPath(webhook)}/secret`;
  return (
    <Card id="secret" title="Signing secret">
      <p>
        Every delivery has a signature in <code>X-Service-Signature: sha256=…</code>. The receiver
        verifies it with this secret.
      </p>
      <div class="row">
        <code class="secret">{webhook.signing_secret}</code>
        <PostButton action={to} label={isStaged ? "Reveal both" : "Reveal"} />
      </div>
      {previousUntil === null ? null : (
        <p class="soft">
          The previous secret also signs, in webhook-signature, until{" "}
          <Timestamp at={previousUntil} />.
        </p>
      )}
      <h3>Rotate without downtime</h3>
      <ol class="steps">
        <li>
          <form method="post" action={`${to}/stage`} class="row">
            <span>
              {isStaged
                ? "The next secret is staged. The current one still signs."
                : "Stage the next secret. The current one still signs."}
            </span>
            {isStaged ? null : <button>Stage next secret</button>}
          </form>
        </li>
        <li>Reveal it and add it to the receiver, in addition to the current one.</li>
        <li>
          <form method="post" action={`${to}/activate`} class="row">
            <span>Activate it. For 24 hours, webhook-signature has a signature of each.</span>
            {isStaged ? <button>Activate next secret</button> : null}
          </form>
        </li>
      </ol>
      <h3>Secret of the receiver</h3>
      <form method="post" action={`${to}/own`} class="row">
        <TextField
          name="signing_secret"
          label="The secret that the receiver already has"
          hint="16 to 256 characters. It signs from the next attempt on."
          autocomplete="off"
          required
        />
        <button>Use this secret</button>
      </form>
      <p>
        If the secret was exposed, <a href={`${to}/replace`}>replace it immediately</a>.
      </p>
    </Card>
  );
}

async function showSecrets(c: DashboardContext, webhook: FormWebhook, secrets: SigningSecret) {
  const { signing_secret, next_signing_secret } = secrets;
  return showPage(c, {
    title: "Signing secret",
    section: "webhooks",
    crumbs: [
      ["Webhooks", "/dashboard/webhooks"],
      [webhook.name, webhookPath(webhook)],
    ],
    content: (
      <>
        <CopyCard id="current" title="Current secret" text={signing_secret} wraps />
        {next_signing_secret === null ? null : (
          <>
            <CopyCard id="next" title="Next secret (staged)" text={next_signing_secret} wraps />
            <PostButton
              action={`${webhookPath(webhook)}/secret/activate`}
              label="Activate next secret"
            />
          </>
        )}
        <p>
          <LinkButton to={`${webhookPath(webhook)}#secret`} label="Done" />
        </p>
      </>
    ),
  });
}

const askToReplace = (c: DashboardContext, webhook: FormWebhook) =>
  askFirst(c, {
    section: "webhooks",
    title: `Replace the secret of ${webhook.name} immediately`,
    text: "From the next attempt on, including retries, only the new secret signs. Until you give it to the receiver, the receiver rejects deliveries. They are retried for about a day.",
    action: `${webhookPath(webhook)}/secret/replace`,
    answers: [["yes", "Replace secret"]],
    isDangerous: true,
    back: `${webhookPath(webhook)}#secret`,
  });
