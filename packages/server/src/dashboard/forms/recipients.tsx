/** The recipients of a form's e-mails with their states, and the suppressed addresses of the account. */
import type { Form, Recipient, RecipientList } from "@intray/sdk/schemas";
import { Timestamp } from "../format/timestamp.tsx";
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

interface Props extends RecipientList {
  readonly form: Pick<Form, "id" | "mail_notice">;
}

/** Shows nothing if e-mail is set up, and the form has no recipients and the account no suppressed addresses. */
export function RecipientTables({ form, recipients, suppressed }: Props) {
  return (
    <>
      {form.mail_notice === null ? null : (
        <p class={recipients.length === 0 ? "soft" : "alert"}>{form.mail_notice}</p>
      )}
      {recipients.length === 0 ? null : <RecipientTable form={form} recipients={recipients} />}
      {suppressed.length === 0 ? null : <SuppressedTable form={form} suppressed={suppressed} />}
    </>
  );
}

function RecipientTable({ form, recipients }: Pick<Props, "form" | "recipients">) {
  return (
    <Table class="stack" columns={["Recipient", "List", "State"]} actions="Actions">
      {recipients.map(({ address, list, state, confirmation_sent_at }) => (
        <tr>
          <td class="address">
            <Text of={address} />
          </td>
          <td data-label="List">{LISTS[list]}</td>
          <td data-label="State">
            <span class={`badge ${STATES[state][0]}`}>{STATES[state][1]}</span>
            {state !== "waiting" || confirmation_sent_at === null ? null : (
              <div class="soft small">
                Asked <Timestamp at={confirmation_sent_at} />
              </div>
            )}
          </td>
          <td>
            {state === "waiting" && form.mail_notice === null ? (
              <AddressButton
                action={`/dashboard/forms/${form.id}/recipients/confirm`}
                address={address}
                label="Ask again"
              />
            ) : null}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function SuppressedTable({ form, suppressed }: Pick<Props, "form" | "suppressed">) {
  return (
    <>
      <h3>Suppressed addresses</h3>
      <p class="soft">
        Three e-mails in a row to each of these addresses failed for good, so no form of the account
        sends to them. Release an address once it works again.
      </p>
      <Table
        class="stack"
        columns={["Address", "Since", "Answer of the mail server"]}
        actions="Actions"
      >
        {suppressed.map(({ address, suppressed_at, suppressed_reason }) => (
          <tr>
            <td class="address">
              <Text of={address} />
            </td>
            <td data-label="Since">
              <Timestamp at={suppressed_at} />
            </td>
            <td data-label="Answer of the mail server">
              <Text of={suppressed_reason ?? "–"} />
            </td>
            <td>
              <AddressButton
                action={`/dashboard/forms/${form.id}/recipients/release`}
                address={address}
                label="Release"
              />
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

interface AddressButtonProps {
  readonly action: string;
  readonly address: string;
  readonly label: string;
}

function AddressButton({ action, address, label }: AddressButtonProps) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="address" value={address} />
      <button aria-label={`${label}: ${address}`}>{label}</button>
    </form>
  );
}
