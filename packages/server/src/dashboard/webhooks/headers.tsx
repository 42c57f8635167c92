/** The editor of a webhook's custom headers. Stored values are never shown. */
import type { FormWebhook, FormWebhookSettings } from "@intray/sdk/schemas";
import { MASK } from "../../domain/delivery/webhook.ts";
import type { Posted } from "../http/body.ts";
import { problemOf } from "../layout/form-errors.tsx";

/** One row of the editor. */
export interface HeaderInput {
  /** The stored name; empty for a new header. */
  readonly previousName: string;
  readonly name: string;
  /** Empty keeps a stored value. */
  readonly value: string;
}

const EMPTY: HeaderInput = { previousName: "", name: "", value: "" };
/** Empty rows for new headers; the script can add more. */
const SPARE_ROWS = 2;

export const storedHeaders = ({ headers }: FormWebhook): readonly HeaderInput[] =>
  headers.map(({ name }) => ({ previousName: name, name, value: "" }));

/** Reads the rows, without empty ones. */
export function readHeaders(posted: Posted): readonly HeaderInput[] {
  const was = posted.texts("header_was");
  const values = posted.texts("header_value");
  return posted
    .texts("header_name")
    .map((name, row) => ({
      previousName: was[row] ?? "",
      name: name.trim(),
      value: (values[row] ?? "").trim(),
    }))
    .filter(({ name, value }) => name !== "" || value !== "");
}

/** Returns the headers as the API expects them: the mask keeps a stored value. */
export const headerChange = (
  typed: readonly HeaderInput[],
): NonNullable<FormWebhookSettings["headers"]> =>
  typed
    .filter(({ previousName, name, value }) => name !== "" || (previousName === "" && value !== ""))
    .map(({ previousName, name, value }) => ({
      name,
      value: previousName !== "" && value === "" ? MASK : value,
    }));

/** A row per header; a header whose name is cleared is removed. */
export function HeaderRows({ headers }: { readonly headers: readonly HeaderInput[] }) {
  const { wrong } = problemOf({ id: "headers", label: "Custom headers", member: "headers" });
  const rows = [...headers, ...Array.from({ length: SPARE_ROWS }, () => EMPTY)];
  return (
    <fieldset
      data-secret=""
      aria-describedby={wrong === undefined ? "headers-hint" : "headers-hint headers-wrong"}
    >
      <legend>Custom headers</legend>
      <p class="hint" id="headers-hint">
        For example Authorization. Values are stored encrypted and not shown again. Leave a value
        empty to keep it, which is possible as long as the URL stays on the same server. Clear the
        name to remove the header.
      </p>
      {wrong === undefined ? null : (
        <p class="wrong" id="headers-wrong">
          {wrong}
        </p>
      )}
      <div class="pairs" id="headers">
        {rows.map(({ previousName, name, value }, row) => (
          <div class="pair">
            <input type="hidden" name="header_was" value={previousName} />
            <input
              name="header_name"
              value={name}
              placeholder="Name"
              aria-label={`Name of header ${row + 1}`}
              autocomplete="off"
              maxlength={200}
            />
            <input
              name="header_value"
              value={value}
              placeholder={previousName === "" ? "Value" : `${MASK} (stored)`}
              aria-label={`Value of header ${row + 1}`}
              autocomplete="off"
              maxlength={4_000}
            />
          </div>
        ))}
      </div>
      <div>
        <button type="button" data-add-header hidden>
          Add header
        </button>
      </div>
    </fieldset>
  );
}
