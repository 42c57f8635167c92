/** `/dashboard/email`: whether e-mails are sent, what waits or did not arrive, and which recipients get nothing. */
import { Hono } from "hono";
import type { Form, RecipientList, TestEmail } from "@intray/sdk/schemas";
import { RELAY_ERRORS } from "../../domain/delivery/delivery.ts";
import { declarationOf } from "../../domain/delivery/destination.ts";
import type { AppError } from "../../domain/errors.ts";
import type { TroubledRecipient } from "../../store/mail/mail-addresses.ts";
import { attemptHint } from "../deliveries/delivery-labels.ts";
import { TestResult } from "../forms/mail-preview.tsx";
import { plural } from "../format/quantities.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { byForm, dataOf, errorOf } from "../http/api-client.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { Card, Facts } from "../layout/card.tsx";
import { PostButton } from "../layout/fields.tsx";
import { type Column, Table } from "../layout/lists.tsx";
import { showPage } from "../layout/page.tsx";
import { Text } from "../layout/user-text.tsx";
import { FoldedIssues, unreachedIssues } from "../overview/attention.tsx";

const MAX_RECIPIENTS = 500;
/** Makes the buttons of forms lead back to this page. */
const OF_ALL = { of_all: "yes" };

export function createEmailPages(parts: DashboardParts): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/", (c) => showEmail(c, parts));
  routes.post("/test", async (c) => {
    const form = await findForm(c);
    const sent = await c.var.api.POST("/api/v1/forms/{form_id}/test_email", {
      ...byForm(form?.id ?? 0),
      body: { kind: "notification" },
    });
    return showEmail(c, parts, errorOf(sent) ?? dataOf(sent));
  });
  return routes;
}

/** One of the account, since addresses are released by way of a form; `undefined` if it has none. */
const findForm = async (c: DashboardContext) =>
  dataOf(await c.var.api.GET("/api/v1/forms", { params: { query: { per_page: 1 } } })).forms[0];

async function showEmail(c: DashboardContext, parts: DashboardParts, test?: TestEmail | AppError) {
  const form = await findForm(c);
  const newest = { kind: "email", state: "succeeded", per_page: 1 } as const;
  const [recipients, { attention }, { deliveries }, suppressed] = await Promise.all([
    parts.store.reads.troubledRecipients({ ...c.var.scope, limit: MAX_RECIPIENTS }),
    c.var.api.GET("/api/v1/attention").then(dataOf),
    c.var.api.GET("/api/v1/deliveries", { params: { query: newest } }).then(dataOf),
    form === undefined
      ? []
      : c.var.api
          .GET("/api/v1/forms/{form_id}/recipients", byForm(form.id))
          .then((answer) => dataOf(answer).suppressed),
  ]);
  const failure = await lastFailure(parts, recipients);
  const delivered = deliveries[0]?.finished_at ?? null;
  // Not those that the list of recipients explains.
  const unreached = attention.filter(
    ({ kind, reason, can_send }) => kind === "email" && (can_send || !(reason in STATES)),
  );
  const troubled = recipients.filter(
    ({ disabled_reason, failing_since }) => disabled_reason !== null || failing_since !== null,
  );
  return showPage(c, {
    title: "E-mail",
    section: "email",
    beside: (
      <>
        {form === undefined || parts.relay === undefined ? null : (
          <PostButton action="/dashboard/email/test" label="Send a test to me" />
        )}
      </>
    ),
    content: (
      <>
        {test === undefined ? null : <TestResult test={test} />}
        <Card title="Relay">
          <Facts
            of={[
              [
                "State",
                <RelayState
                  {...parts}
                  failure={failure}
                  lastDelivered={Date.parse(delivered ?? "") || 0}
                />,
              ],
              ["Relay", parts.relay?.name ?? null],
              ["Sender", parts.relay?.from ?? null],
              ["Last delivered", <Timestamp at={delivered} />],
              ["Last failure", <LastFailure of={failure} />],
            ]}
          />
          <p>
            <a href="/dashboard/deliveries?kind=email&state=retrying">E-mails to be tried again</a>
            {" · "}
            <a href="/dashboard/deliveries?kind=email">All e-mails</a>
          </p>
        </Card>
        {unreached.length === 0 ? null : (
          <Card title="Did not arrive">
            <FoldedIssues of={unreachedIssues(unreached)} />
          </Card>
        )}
        <Card class="full-width" id="recipients" title="Recipients">
          <Table
            class="stack"
            rows={byAddress(troubled)}
            columns={parts.relay === undefined ? RECIPIENT_COLUMNS.slice(0, -1) : RECIPIENT_COLUMNS}
            empty="Every recipient of a form has confirmed, and e-mails to all of them arrive."
          />
        </Card>
        {form === undefined || suppressed.length === 0 ? null : (
          <Card
            id="suppressed"
            title="Suppressed addresses"
            note="Three e-mails in a row to each of these addresses failed for good, so no form of the account sends to them. Release an address once it works again."
          >
            <Table class="stack" rows={suppressed} columns={suppressedColumns(form)} />
          </Card>
        )}
      </>
    ),
  });
}

interface Failure {
  readonly at: number;
  readonly code: string;
  /** The code, and what the relay answered. */
  readonly text: string;
}

/** Of the recipients that e-mails have failed for. */
async function lastFailure(
  parts: Pick<DashboardParts, "store">,
  recipients: readonly TroubledRecipient[],
): Promise<Failure | undefined> {
  const at = Math.max(0, ...recipients.map(({ last_failure_at }) => last_failure_at ?? 0));
  const failed = recipients.find(({ last_failure_at }) => last_failure_at === at);
  if (failed === undefined) return undefined;
  const texts = await parts.store.reads.lastErrorTexts({ ids: [failed.id] });
  const text = texts.get(failed.id) ?? "";
  return { at, code: text.split(":")[0] ?? "", text };
}

function LastFailure({ of }: { readonly of: Failure | undefined }) {
  if (of === undefined) return <span class="soft">never</span>;
  const answer = { outcome: "failed", http_status: null, smtp_status: null } as const;
  const hint = attemptHint({ ...answer, error_code: of.code }, "email");
  return (
    <>
      <Timestamp at={of.at} />
      {hint === undefined ? null : <div>{hint}</div>}
      <div class="soft small">
        <Text of={of.text} />
      </div>
    </>
  );
}

type RelayStateProps = Pick<DashboardParts, "relay" | "relayCircuit"> & {
  readonly failure: Failure | undefined;
  /** Milliseconds since the epoch; 0 if nothing was delivered. */
  readonly lastDelivered: number;
};

/** As of this process and of the last e-mails. */
function RelayState({ relay, relayCircuit, failure, lastDelivered }: RelayStateProps) {
  if (relay === undefined) {
    return (
      <>
        <span class="badge warn">Not set up</span>
        <div>{`${declarationOf("email").notSetUp} E-mails of forms wait for up to 28 hours.`}</div>
      </>
    );
  }
  const circuit = relayCircuit();
  if (circuit !== undefined) {
    return (
      <>
        <span class="badge bad">Hangs</span>
        <div>
          The relay hangs or refuses connections since <Timestamp at={circuit.since} />. E-mails
          stay queued. Next try: <Timestamp at={circuit.nextProbeAt} />.
        </div>
      </>
    );
  }
  const isFailing =
    failure !== undefined && RELAY_ERRORS.has(failure.code) && failure.at > lastDelivered;
  return isFailing ? <span class="badge bad">Failing</span> : <span class="badge good">Ready</span>;
}

const STATES: Readonly<Record<string, readonly [tone: string, label: string]>> = {
  not_confirmed: ["warn", "Waiting for confirmation"],
  suppressed: ["bad", "Suppressed"],
  unsubscribed: ["soft", "Unsubscribed"],
  no_access: ["bad", "No access"],
};

interface TroubledAddress extends TroubledRecipient {
  /** Those that do not reach it for the same reason. */
  readonly forms: readonly Pick<TroubledRecipient, "form" | "form_id">[];
}

/** Each address once for each reason that it gets nothing. */
const byAddress = (recipients: readonly TroubledRecipient[]): readonly TroubledAddress[] =>
  [...Map.groupBy(recipients, (one) => `${one.disabled_reason} ${one.address}`).values()].flatMap(
    (forms) => forms.slice(0, 1).map((first) => ({ ...first, forms })),
  );

/** More of them are folded. */
const MAX_FORMS = 3;

function FormLinks({ forms }: Pick<TroubledAddress, "forms">) {
  const links = forms.map(({ form, form_id }, index) => (
    <>
      {index === 0 ? "" : ", "}
      <a href={`/dashboard/forms/${form_id}/email`}>
        <Text of={form} />
      </a>
    </>
  ));
  if (forms.length <= MAX_FORMS) return <>{links}</>;
  return (
    <details>
      <summary>{plural(forms.length, "form")}</summary>
      {links}
    </details>
  );
}

/** The last one needs a relay. */
const RECIPIENT_COLUMNS: readonly Column<TroubledAddress>[] = [
  { heading: "Recipient", class: "address", cell: ({ address }) => <Text of={address} /> },
  { heading: "Form", class: "grow", cell: FormLinks },
  {
    heading: "State",
    cell: ({ disabled_reason, failing_since }) => {
      const [tone, label] = STATES[disabled_reason ?? ""] ?? ["bad", "Failing"];
      return (
        <>
          <span class={`badge ${tone}`}>{label}</span>{" "}
          {disabled_reason === null ? <Timestamp at={failing_since} /> : null}
        </>
      );
    },
  },
  {
    heading: "Actions",
    look: "actions",
    cell: ({ form_id, address, disabled_reason }) =>
      disabled_reason === "not_confirmed" ? (
        <PostButton
          action={`/dashboard/forms/${form_id}/recipients/confirm`}
          label="Ask again"
          about={address}
          values={{ ...OF_ALL, address }}
        />
      ) : null,
  },
];

type SuppressedAddress = RecipientList["suppressed"][number];

/** @param form Any of the account. */
const suppressedColumns = ({ id }: Pick<Form, "id">): readonly Column<SuppressedAddress>[] => [
  { heading: "Address", class: "address", cell: ({ address }) => <Text of={address} /> },
  { heading: "Since", cell: ({ suppressed_at }) => <Timestamp at={suppressed_at} /> },
  {
    heading: "Answer of the mail server",
    cell: ({ suppressed_reason }) => <Text of={suppressed_reason ?? "–"} />,
  },
  {
    heading: "Actions",
    look: "actions",
    cell: ({ address }) => (
      <PostButton
        action={`/dashboard/forms/${id}/recipients/release`}
        label="Release"
        about={address}
        values={{ ...OF_ALL, address }}
      />
    ),
  },
];
