/** The recipients of a form's e-mails with their states. */
import type { Form, Recipient, RecipientList } from "@intray/sdk/schemas";
import { plural } from "../format/quantities.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { PostButton } from "../layout/fields.tsx";
import { Table } from "../layout/lists.tsx";
import { Text } from "../layout/user-text.tsx";

const LISTS = { to: "To", cc: "Cc", bcc: "Bcc", people: "People with access" } as const;
/** Class and label of the badge. */
const STATES = {
  active: ["good", "Confirmed"],
  waiting: ["warn", "Waiting for confirmation"],
  unsubscribed: ["bad", "Unsubscribed"],
  suppressed: ["bad", "Suppressed"],
  no_access: ["bad", "No access"],
} as const satisfies Record<Recipient["state"], readonly [string, string]>;

/** Of a recipient who would get e-mails. */
const WITHOUT_RELAY = ["warn", "E-mails wait until e-mail is set up"] as const;

type Props = RecipientList & { readonly form: Pick<Form, "id" | "mail_notice"> };

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
      {suppressed.length === 0 ? null : (
        <p class="soft">
          {plural(suppressed.length, "address is", "addresses are")} suppressed: no form of the
          account sends there. <a href="/dashboard/email#suppressed">Show and release them</a>
        </p>
      )}
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
