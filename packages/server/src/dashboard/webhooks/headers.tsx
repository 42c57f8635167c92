/** The headers of a webhook's own: names are shown, values never, and both can be typed. */
import type { FormWebhook, FormWebhookSettings } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import { MASK } from "../../domain/webhook.ts";
import type { Posted } from "../http/body.ts";

/** One row of the editor. */
export interface HeaderInput {
  /** What it was called before; empty for a new one. */
  readonly previousName: string;
  readonly name: string;
  /** What was typed; empty keeps the value of one that was there. */
  readonly value: string;
}

const EMPTY: HeaderInput = { previousName: "", name: "", value: "" };
/** Rows to fill in without script, which adds more. */
const SPARE_ROWS = 2;

/** Of a webhook as it is stored. */
export const storedHeaders = ({ headers }: FormWebhook): readonly HeaderInput[] =>
  headers.map(({ name }) => ({ previousName: name, name, value: "" }));

/** Rows without a name are headers that are not wanted. */
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

/** As the API takes them: the mask keeps a value. */
export const headerChange = (
  typed: readonly HeaderInput[],
): NonNullable<FormWebhookSettings["headers"]> =>
  typed
    .filter(({ previousName, name, value }) => name !== "" || (previousName === "" && value !== ""))
    .map(({ previousName, name, value }) => ({
      name,
      value: previousName !== "" && value === "" ? MASK : value,
    }));

/** A row a header; one whose name is emptied is taken away. */
export function HeaderRows({
  headers,
  error,
}: {
  readonly headers: readonly HeaderInput[];
  readonly error: AppError | undefined;
}) {
  const wrong = error?.fields.find(({ field }) => field.split(".")[0] === "headers")?.message;
  const rows = [...headers, ...Array.from({ length: SPARE_ROWS }, () => EMPTY)];
  return (
    <fieldset
      aria-describedby={wrong === undefined ? "headers-hint" : "headers-hint headers-wrong"}
    >
      <legend>Headers of your own</legend>
      <p class="hint" id="headers-hint">
        Such as Authorization. Values are stored sealed and not shown again: leave one empty to keep
        it, empty the name to take the header away.
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
              placeholder={previousName === "" ? "Value" : `${MASK} kept`}
              aria-label={`Value of header ${row + 1}`}
              autocomplete="off"
              maxlength={4_000}
            />
          </div>
        ))}
      </div>
      <div>
        <button type="button" data-more-headers hidden>
          Another header
        </button>
      </div>
    </fieldset>
  );
}
