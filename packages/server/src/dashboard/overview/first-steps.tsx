/** The way from a form to its first webhook: steps that are checked off by what has happened, with what there is. */
import type { Form, FormWebhook, SubmissionList } from "@intray/sdk/schemas";
import { byForm, dataOf, byQuery } from "../http/api-client.ts";
import type { DashboardContext, DashboardParts } from "../http/env.ts";
import { isUnseen } from "../inbox/row-text.ts";
import { Snippet } from "../forms/snippet.tsx";
import { Card } from "../layout/card.tsx";
import { PostButton } from "../layout/fields.tsx";
import { Text } from "../layout/user-text.tsx";

/** Accounts with more submissions are not new. All of them are read to see where they came from. */
const MAX_SUBMISSIONS = 25;

interface FirstRun {
  /** The newest form; `undefined` if the account has none. */
  readonly form: Form | undefined;
  /** Whether a submission came from a page that is not the server's own. */
  readonly isOnPage: boolean;
  readonly hasSubmission: boolean;
  readonly wasOpened: boolean;
  /** The newest submission. */
  readonly submissionId: number | undefined;
  /** One of the account; `undefined` if it has none. */
  readonly webhook: Pick<FormWebhook, "id" | "name"> | undefined;
  readonly wasDelivered: boolean;
}

/**
 * Reads how far a new account is; `undefined` if it has taken all steps or has more than 25 submissions.
 *
 * @param account.hasHistory Whether it had submissions that are deleted now.
 */
export async function readFirstRun(
  c: DashboardContext,
  { store }: Pick<DashboardParts, "store">,
  account: {
    readonly meta: SubmissionList["meta"];
    readonly hasHistory: boolean;
    /** The server's public origin. */
    readonly origin: string;
  },
): Promise<FirstRun | undefined> {
  const { inbox_count, spam_count, trash_count } = account.meta;
  const count = inbox_count + spam_count + trash_count;
  if (count > MAX_SUBMISSIONS || (count === 0 && account.hasHistory)) return undefined;
  const { api } = c.var;
  const one = { per_page: 1 };
  const delivered = { ...one, kind: "webhook", state: "succeeded" } as const;
  const [forms, { submissions }, { form_webhooks }, { deliveries }] = await Promise.all([
    store.reads.listFormNames(c.var.scope),
    api.GET("/api/v1/submissions", byQuery({ per_page: MAX_SUBMISSIONS })).then(dataOf),
    api.GET("/api/v1/form_webhooks", byQuery(one)).then(dataOf),
    api.GET("/api/v1/deliveries", byQuery(delivered)).then(dataOf),
  ]);
  const newest = forms.at(-1);
  const run: FirstRun = {
    form:
      newest === undefined
        ? undefined
        : (await api.GET("/api/v1/forms/{form_id}", byForm(newest.id))).data,
    isOnPage: submissions.some(({ source_url }) => isElsewhere(source_url, account.origin)),
    hasSubmission: count > 0,
    wasOpened: submissions.some((submission) => !isUnseen(submission)),
    submissionId: submissions[0]?.id,
    webhook: form_webhooks[0],
    wasDelivered: deliveries.length > 0,
  };
  return stepsOf(run).every(({ isDone }) => isDone) ? undefined : run;
}

/** The test form may be opened under another name of the server. */
function isElsewhere(source: string | null, origin: string): boolean {
  const page = source === null ? null : URL.parse(source);
  return page !== null && page.origin !== origin && !page.pathname.startsWith("/try/");
}

interface Step {
  readonly isDone: boolean;
  readonly label: string;
  /** What there is already. */
  readonly found?: string | undefined;
  /** Where to do it. */
  readonly href: string;
}

function stepsOf(run: FirstRun): readonly Step[] {
  const { form, webhook, submissionId } = run;
  const settings = form === undefined ? "/dashboard/forms" : `/dashboard/forms/${form.id}`;
  const recipients =
    form?.notification_emails || (form?.notify_people ? "Everybody with access" : "");
  return [
    {
      isDone: form !== undefined,
      label: "Create a form",
      found: form?.name,
      href: "/dashboard/forms#new",
    },
    {
      isDone: run.hasSubmission,
      label: "Send a first submission with the test form",
      href: form === undefined ? settings : `/try/${form.uuid}`,
    },
    {
      isDone: run.wasOpened,
      label: "Open it in the inbox",
      href:
        submissionId === undefined ? "/dashboard/inbox" : `/dashboard/submissions/${submissionId}`,
    },
    {
      isDone: run.isOnPage,
      label: "Add the form to your own page, and send it there",
      href: "#snippet",
    },
    {
      isDone: recipients !== "",
      label: "Get an e-mail for each submission",
      found: recipients,
      href: `${settings}#email`,
    },
    {
      isDone: webhook !== undefined,
      label: "Add a webhook",
      found: webhook?.name,
      href: "/dashboard/webhooks",
    },
    {
      isDone: run.wasDelivered,
      label: "Deliver a submission to it",
      href: webhook === undefined ? "/dashboard/webhooks" : `/dashboard/webhooks/${webhook.id}`,
    },
  ];
}

export function FirstSteps({ run, origin }: { readonly run: FirstRun; readonly origin: string }) {
  const { form } = run;
  const steps = stepsOf(run);
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <>
      <Card
        region="first"
        title="First steps"
        actions={
          <>
            <p class="soft small">{`${done} of ${steps.length} done`}</p>
            <PostButton action="/dashboard/first-steps/hide" label="Hide" look="plain small" />
          </>
        }
      >
        <ol class="first-steps">
          {steps.map((step) => (
            <li class={step.isDone ? "done" : undefined}>
              <span class="mark" aria-hidden="true">
                {step.isDone ? "✓" : ""}
              </span>
              {step.isDone ? (
                <span>
                  {step.label}
                  <span class="visually-hidden">: done</span>
                  {step.found === undefined ? null : (
                    <>
                      {" · "}
                      <Text of={step.found} />
                    </>
                  )}
                </span>
              ) : (
                <a class={step === next ? "button main" : undefined} href={step.href}>
                  {step.label}
                </a>
              )}
            </li>
          ))}
        </ol>
        {form === undefined || run.wasOpened ? null : (
          <p class="soft small">
            The form is <Text of={form.name} />. An API key, instead of a webhook, lets a program{" "}
            <a href="/dashboard/keys">fetch submissions</a>.
          </p>
        )}
      </Card>
      {form === undefined || run.isOnPage ? null : <Snippet form={form} origin={origin} />}
    </>
  );
}
