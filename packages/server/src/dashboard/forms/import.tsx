/** `/dashboard/forms/<id>/import`: stores the rows of a file of another service, after it has shown what they become. */
import { Readable } from "node:stream";
import type { Hono } from "hono";
import type { Form } from "@intray/sdk/schemas";
import { ImportFileError, importBatches, type ImportRow, readImport } from "@intray/sdk/import";
import { AppError, invalid } from "../../domain/errors.ts";
import { isTimeZone } from "../../platform/time-zone.ts";
import { visible } from "../../platform/text/safe-text.ts";
import { plural } from "../format/quantities.ts";
import { byForm, dataOf } from "../http/api-client.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { Card, Stats } from "../layout/card.tsx";
import { Checkbox, PostForm, Select, TextField } from "../layout/fields.tsx";
import { Table } from "../layout/lists.tsx";
import { showPage } from "../layout/page.tsx";
import { Text } from "../layout/user-text.tsx";
import { findNamedForm } from "./find-form.ts";
import { tabUrl } from "./groups.ts";

/** The page carries the file in base64, so that it is chosen once. Larger files are for the command line. */
const MAX_FILE_BYTES = 5 * 1_024 * 1_024;
/** Of a post with such a file and the inputs. */
export const MAX_IMPORT_BYTES = 8 * 1_024 * 1_024;
/** One request stores all of them. */
const MAX_ROWS = 10_000;
const MAX_COLUMNS = 500;
/** Rows that are wrong are named; further ones are counted. */
const MAX_NAMED = 50;
const MAX_EXAMPLE_CHARACTERS = 80;
const EXAMPLES = [0, 1, 2];

const TIME_COLUMN =
  /^_?(?:created|submitted|received)(?:_at| at|_on| on)?$|^(?:time|date|timestamp)$/i;
const ID_COLUMN = /^_?(?:id|uuid)$|(?:submission|entry|response)[ _]?id$/i;
const ENCODINGS = [
  ["", "Detected, otherwise UTF-8"],
  ["windows-1252", "Windows-1252 (older Excel)"],
] as const;
const DATE_ORDERS = [
  ["", "Year first only"],
  ["day-first", "Day first: 31/3/2024"],
  ["month-first", "Month first: 3/31/2024"],
] as const;

/** What was typed, by the names of the inputs; the file is `content`, in base64. */
type Typed = Readonly<Record<string, string>>;

/** What the file has, and what became of its rows or would become of them. */
interface Outcome {
  readonly columns: readonly string[];
  readonly rows: readonly ImportRow[];
  readonly imported: number;
  readonly duplicates: number;
  readonly wrong: readonly { readonly row: number; readonly message: string }[];
  readonly isDone: boolean;
}

type Shown = { readonly typed: Typed; readonly outcome?: Outcome; readonly error?: AppError };

export function addImportRoutes(routes: Hono<DashboardEnv>): void {
  routes.get("/:form_id/import", async (c) =>
    showImport(c, await findNamedForm(c), { typed: { zone: c.var.zone.name } }),
  );
  routes.post("/:form_id/import", async (c) => {
    const form = await findNamedForm(c);
    const typed = await readTyped(c);
    try {
      return await showImport(c, form, await runImport(c, form, typed));
    } catch (caught) {
      const error = caught instanceof ImportFileError ? invalid("file", caught.message) : caught;
      if (!(error instanceof AppError) || error.code !== "invalid") throw error;
      return showImport(c, form, { typed, error });
    }
  });
}

async function readTyped(c: DashboardContext): Promise<Typed> {
  const posted = await c.req.formData().catch(() => {
    throw new AppError("malformed", "The post could not be read. Choose the file again.");
  });
  const texts = [...posted].filter(
    (entry): entry is [string, string] => !(entry[1] instanceof File),
  );
  const file = posted.get("file");
  if (!(file instanceof File) || file.size === 0) return Object.fromEntries(texts);
  if (file.size > MAX_FILE_BYTES) throw tooLargeImport();
  const content = Buffer.from(await file.arrayBuffer()).toString("base64");
  return { ...Object.fromEntries(texts), name: file.name.slice(0, 200), content };
}

export const tooLargeImport = () =>
  new AppError(
    "too_large",
    "A file that is imported here may have 5 MiB. Import larger ones with the command: intray submissions import.",
    { headers: { Connection: "close" } },
  );

async function runImport(c: DashboardContext, form: Form, given: Typed): Promise<Shown> {
  const content = Buffer.from(given["content"] ?? "", "base64");
  if (content.length === 0) throw invalid("file", "Choose a file that is not empty.");
  const encoding = given["encoding"] ? { encoding: given["encoding"] } : {};
  const read = (options = {}) =>
    readRows(readImport(Readable.from([content]), { ...encoding, ...options }));
  const names = (await read()).flatMap(({ submission }) => submission?.form_params ?? []);
  const columns = [...new Set(names.map(({ name }) => name))];
  if (columns.length > MAX_COLUMNS) {
    throw invalid("file", `The file has ${columns.length} columns; it may have ${MAX_COLUMNS}.`);
  }
  const guess = (is: RegExp) => columns.find((one) => is.test(one)) ?? "";
  const typed: Typed = { time: guess(TIME_COLUMN), dedupe: guess(ID_COLUMN), ...given };
  const { zone: timeZone = "", order: dateOrder, time, dedupe } = typed;
  if (!isTimeZone(timeZone)) throw invalid("zone", "Name a time zone such as Europe/Berlin.");
  const map = columns.flatMap((column, n) => {
    const field = typed[`field_${n}`]?.trim();
    return field === undefined || field === column ? [] : [[column, field] as const];
  });
  const rows = await read({
    timeZone,
    map: Object.fromEntries(map),
    ...(dateOrder && { dateOrder }),
    ...(time && { time }),
    ...(dedupe && { dedupe }),
  });
  const isDone = typed["act"] === "import";
  return {
    typed,
    outcome: { ...(await send(c, form, rows, typed, isDone)), columns, rows, isDone },
  };
}

async function readRows(from: AsyncIterable<ImportRow>): Promise<readonly ImportRow[]> {
  const rows: ImportRow[] = [];
  for await (const row of from) {
    if (rows.push(row) <= MAX_ROWS) continue;
    throw invalid(
      "file",
      "The file has more than 10,000 rows. Divide it, or use the command line.",
    );
  }
  return rows;
}

async function send(
  c: DashboardContext,
  form: Form,
  rows: readonly ImportRow[],
  typed: Typed,
  isDone: boolean,
) {
  const how = {
    from: typed["name"] || "file",
    unread: typed["unread"] === "yes",
    dry_run: !isDone,
  };
  const wrong = rows.flatMap(({ row, problem: message }) =>
    message === undefined ? [] : [{ row, message }],
  );
  let [imported, duplicates] = [0, 0];
  const readable = rows.filter(({ submission }) => submission !== undefined);
  for await (const batch of importBatches(Readable.from(readable))) {
    const body = { ...how, submissions: batch.flatMap(({ submission }) => submission ?? []) };
    const options = { ...byForm(form.id), body };
    const answer = dataOf(await c.var.api.POST("/api/v1/forms/{form_id}/import", options));
    imported += answer.imported;
    duplicates += answer.duplicates;
    for (const { index, message } of answer.rejected) {
      wrong.push({ row: batch[index]?.row ?? 0, message });
    }
  }
  return { imported, duplicates, wrong: wrong.toSorted((a, b) => a.row - b.row) };
}

function showImport(c: DashboardContext, form: Form, { typed, outcome, error }: Shown) {
  const read = outcome?.isDone === false ? outcome : undefined;
  const { content = "", name = "" } = typed;
  return showPage(c, {
    title: `Import into ${form.name}`,
    section: "forms",
    status: error === undefined ? 200 : 422,
    heading: "Import submissions",
    crumbs: [
      ["Forms", "/dashboard/forms"],
      [form.name, tabUrl(form.id, "grid")],
    ],
    note: "From a CSV, JSON or NDJSON file of another service. Nothing is sent for them: no e-mail, no webhook and no alert. Their times are kept, and spam checks and field rules do not apply.",
    content: (
      <div class="stacked full-width">
        {outcome === undefined ? null : (
          <OutcomeCard {...outcome} table={tabUrl(form.id, "grid")} />
        )}
        <Card
          id="reading"
          title={
            read !== undefined ? "How the file is read" : outcome?.isDone ? "Another file" : "File"
          }
        >
          <PostForm
            action={`/dashboard/forms/${form.id}/import`}
            error={error}
            button={read === undefined ? "Read the file" : "Check again"}
            look={read === undefined ? "main" : "other"}
            isOnce
            hasFile
            {...(read && { values: { content, name } })}
            more={
              read === undefined || read.imported === 0 ? null : (
                <button class="main" name="act" value="import">
                  {`Import ${plural(read.imported, "row")}`}
                </button>
              )
            }
          >
            {read === undefined ? (
              <TextField
                name="file"
                label="File"
                type="file"
                hint="Up to 5 MiB and 10,000 rows. Nothing is stored before you have seen what it becomes."
                required
              />
            ) : (
              <Reading typed={typed} outcome={read} />
            )}
            <Select
              name="encoding"
              label="Encoding"
              value={typed["encoding"] ?? ""}
              options={ENCODINGS}
            />
            <TextField
              name="zone"
              label="Time zone of times without one"
              value={typed["zone"] ?? ""}
            />
          </PostForm>
        </Card>
      </div>
    ),
  });
}

type Options = readonly (readonly [value: string, label: string])[];

type ReadingProps = { readonly typed: Typed; readonly outcome: Outcome };

/** Which field each column becomes, its values in the first rows, and which columns are time and id. */
function Reading({ typed, outcome: { columns, rows } }: ReadingProps) {
  const choices = ["", ...columns].map((one) => [one, one === "" ? "None" : visible(one)] as const);
  const fieldOf = ({ column, n }: { readonly column: string; readonly n: number }) =>
    typed[`field_${n}`] ?? column;
  const select = (name: string, label: string, options: Options, hint: string) => (
    <Select {...{ name, label, options, hint }} value={typed[name] ?? ""} />
  );
  const example = (row: number, field: string, isTime: boolean) => {
    const { submitted_at, form_params = [] } = rows[row]?.submission ?? {};
    const { value = "" } = form_params.find(({ name }) => name === field) ?? {};
    return String(isTime ? (submitted_at ?? "") : value).slice(0, MAX_EXAMPLE_CHARACTERS);
  };
  return (
    <>
      {select(
        "time",
        "Column with the time",
        choices,
        "It becomes the submission's time, not a field.",
      )}
      {select("order", "Order of dates", DATE_ORDERS, "Of times such as 3/4/2024.")}
      {select(
        "dedupe",
        "Column that identifies a row",
        choices,
        "A row whose value was imported before is skipped. None: number and content of the row.",
      )}
      <Table
        class="stack"
        rows={columns.map((column, n) => ({ column, n }))}
        columns={[
          { heading: "Column", cell: ({ column }) => <Text of={column} /> },
          {
            heading: "Becomes the field",
            cell: (one) =>
              one.column === typed["time"] ? (
                <span class="soft">the time</span>
              ) : (
                <input
                  name={`field_${one.n}`}
                  value={fieldOf(one)}
                  aria-label={`Field of ${visible(one.column)}`}
                  placeholder="left out"
                />
              ),
          },
          ...EXAMPLES.map((row) => ({
            heading: `Row ${row + 1}`,
            class: "soft",
            cell: (one: { readonly column: string; readonly n: number }) => (
              <Text of={example(row, fieldOf(one), one.column === typed["time"])} />
            ),
          })),
        ]}
      />
      <Checkbox
        name="unread"
        label="Import them as to do"
        hint="Otherwise they are done."
        checked={typed["unread"] === "yes"}
      />
    </>
  );
}

type OutcomeCardProps = Outcome & { readonly table: string };

const OutcomeCard = ({ imported, duplicates, wrong, isDone, table }: OutcomeCardProps) => (
  <Card title={isDone ? "Imported" : "Nothing is stored yet"}>
    <Stats
      isTotal
      of={[
        [isDone ? "Imported" : "Will be imported", imported.toLocaleString("en")],
        ["Skipped: there already", duplicates.toLocaleString("en")],
        ["Not possible", wrong.length.toLocaleString("en")],
      ]}
    />
    <ul>
      {wrong.slice(0, MAX_NAMED).map(({ row, message }) => (
        <li>
          {`Row ${row}: `}
          <Text of={message} />
        </li>
      ))}
    </ul>
    {isDone ? <a href={table}>Show the submissions of the form</a> : null}
    {wrong.length > MAX_NAMED ? (
      <p class="soft">{`And ${plural(wrong.length - MAX_NAMED, "more row")}.`}</p>
    ) : null}
  </Card>
);
