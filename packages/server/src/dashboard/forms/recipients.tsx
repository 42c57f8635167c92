/** The recipients of a form's e-mails with their states, and the suppressed addresses of the account. */
import type { Form, Recipient, RecipientList } from "@intray/sdk/schemas";
import { Timestamp } from "../format/timestamp.tsx";
import { type HiddenValues, PostButton } from "../layout/fields.tsx";
import { Table } from "../layout/lists.tsx";
import { Text } from "../layout/user-text.tsx";

const LISTS = { to: "To", cc: "Cc", bcc: "Bcc" } as const satisfies Record<
  Recipient["list"],
  string
>;
/** Class and label of the badge. */
const STATES = {
  active: ["good", "Confirmed"],
  waiting: ["warn", "Waiting for confirmation"],
  unsubscribed: ["bad", "Unsubscribed"],
  suppressed: ["bad", "Suppressed"],
} as const satisfies Record<Recipient["state"], readonly [string, string]>;

/** Of a recipient who would get e-mails. */
const WITHOUT_RELAY = ["warn", "E-mails wait until e-mail is set up"] as const;

interface Props extends RecipientList {
  readonly form: Pick<Form, "id" | "mail_notice">;
}

/** Shows nothing if e-mail is set up, and the form has no recipients and the account no suppressed addresses. */
export function RecipientTables({ form, recipients, suppressed }: Props) {
  const path = `/dashboard/forms/${form.id}/recipients`;
  return (
    <>
      {form.mail_notice === null ? null : (
        <p class={recipients.length === 0 ? "soft" : "alert"}>{form.mail_notice}</p>
      )}
      <Table
        class="stack"
        rows={recipients}
        columns={[
          { heading: "Recipient", class: "address", cell: ({ address }) => <Text of={address} /> },
          { heading: "List", cell: ({ list }) => LISTS[list] },
          { heading: "State", cell: (recipient) => <State of={recipient} form={form} /> },
          {
            heading: "Actions",
            look: "actions",
            cell: ({ address, state }) =>
              state === "waiting" && form.mail_notice === null ? (
                <PostButton
                  action={`${path}/confirm`}
                  label="Ask again"
                  about={address}
                  values={{ address }}
                />
              ) : null,
          },
        ]}
      />
      <Suppressed of={suppressed} form={form} />
    </>
  );
}

interface SuppressedProps {
  readonly of: RecipientList["suppressed"];
  /** Any of the account. */
  readonly form: Pick<Form, "id">;
  readonly values?: HiddenValues;
}

/** The suppressed addresses of the account. @param props.values Are posted with the address. */
export function Suppressed({ of: suppressed, form, values = {} }: SuppressedProps) {
  if (suppressed.length === 0) return null;
  return (
    <>
      <h2>Suppressed addresses</h2>
      <p class="soft">
        Three e-mails in a row to each of these addresses failed for good, so no form of the account
        sends to them. Release an address once it works again.
      </p>
      <Table
        class="stack"
        rows={suppressed}
        columns={[
          { heading: "Address", class: "address", cell: ({ address }) => <Text of={address} /> },
          {
            heading: "Since",
            cell: ({ suppressed_at }) => <Timestamp at={suppressed_at} />,
          },
          {
            heading: "Answer of the mail server",
            cell: ({ suppressed_reason }) => <Text of={suppressed_reason ?? "–"} />,
          },
          {
            heading: "Actions",
            look: "actions",
            cell: ({ address }) => (
              <PostButton
                action={`/dashboard/forms/${form.id}/recipients/release`}
                label="Release"
                about={address}
                values={{ ...values, address }}
              />
            ),
          },
        ]}
      />
    </>
  );
}

function State({
  of: { state, confirmation_sent_at },
  form,
}: Pick<Props, "form"> & { readonly of: Recipient }) {
  const [tone, label] =
    state === "active" && form.mail_notice !== null ? WITHOUT_RELAY : STATES[state];
  return (
    <>
      <span class={`badge ${tone}`}>{label}</span>
      {state !== "waiting" || confirmation_sent_at === null ? null : (
        <div class="soft small">
          Asked <Timestamp at={confirmation_sent_at} />
        </div>
      )}
    </>
  );
}
