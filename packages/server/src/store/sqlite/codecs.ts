/** Codecs of the writes with many rows: flat lists cost a fraction of cloning objects between threads. */
import type { NewBody } from "../deliveries/delivery-bodies.ts";
import type { Outcome } from "../deliveries/outcome.ts";
import type { ClaimedContents, DeliveryContent } from "../deliveries/delivery-contents.ts";
import type { WriteArgs, WriteName, WriteResult } from "../writes.ts";

/** A part without a function is sent as it is. */
interface Codec<Args, Result> {
  readonly encodeArgs?: (args: Args) => unknown;
  readonly decodeArgs?: (encoded: never) => Args;
  readonly encodeResult?: (result: Result) => unknown;
  readonly decodeResult?: (encoded: never) => Result;
}

type Codecs = {
  readonly [Name in WriteName]?: Codec<WriteArgs<Name>, WriteResult<Name>>;
};

/** Rows as one list: for each row whether it is there, and the values of its members. */
interface EncodedRows<Row> {
  readonly names: readonly (keyof NonNullable<Row>)[];
  readonly values: readonly unknown[];
}

function encodeRows<Row extends object | undefined>(rows: readonly Row[]): EncodedRows<Row> {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row ?? {})))];
  const values: unknown[] = [];
  for (const row of rows) {
    values.push(row !== undefined);
    const members = Object(row) as Readonly<Record<string, unknown>>;
    for (const name of names) values.push(members[name]);
  }
  return { names: names as (keyof NonNullable<Row>)[], values };
}

/** A member that only some of the rows had is undefined in the others. */
function decodeRows<Row>({ names, values }: EncodedRows<Row>): readonly Row[] {
  const rows: unknown[] = [];
  for (let at = 0; at < values.length; at += names.length + 1)
    rows.push(values[at] === true ? membersAt(values, at + 1, names) : undefined);
  return rows as Row[];
}

/** The object whose members have the values from a place of a list on, in the order of their names. */
export function membersAt<Row>(
  values: readonly unknown[],
  at: number,
  names: readonly (keyof Row)[],
): Row {
  const row: Partial<Record<keyof Row, unknown>> = {};
  let next = at;
  for (const name of names) row[name] = values[next++];
  return row as Row;
}

type RecordOutcomes = { readonly outcomes: readonly Outcome[]; readonly now: number };

const encodeOutcomes = ({ outcomes, now }: RecordOutcomes) => ({
  now,
  outcomes: encodeRows(outcomes.map(({ next: _, attempt: __, ...of }) => of)),
  nexts: encodeRows(outcomes.map(({ next }) => next)),
  attempts: encodeRows(outcomes.map(({ attempt }) => attempt)),
});

function decodeOutcomes(encoded: ReturnType<typeof encodeOutcomes>): RecordOutcomes {
  const nexts = decodeRows(encoded.nexts);
  const attempts = decodeRows(encoded.attempts);
  const outcomes = decodeRows(encoded.outcomes).map(
    (of, n) => ({ ...of, next: nexts[n], attempt: attempts[n] }) as Outcome,
  );
  return { outcomes, now: encoded.now };
}

/** All deliveries to a destination share one object: a thread port copies it once. */
const encodeContents = ({ contents, ...claim }: ClaimedContents) => ({
  claim,
  contents: encodeRows(contents.map((one) => ({ ...one, submission: undefined }))),
  submissions: encodeRows(contents.map((one) => (one.kind === "own" ? undefined : one.submission))),
});

function decodeContents(encoded: ReturnType<typeof encodeContents>): ClaimedContents {
  const submissions = decodeRows(encoded.submissions);
  const contents = decodeRows(encoded.contents).map(
    (one, n) => ({ ...one, submission: submissions[n] }) as DeliveryContent,
  );
  return { ...encoded.claim, contents };
}

type StoreBodies = { readonly bodies: readonly NewBody[]; readonly now: number };

function encodeBodies({ bodies, now }: StoreBodies) {
  const size = bodies.reduce((sum, one) => sum + one.body.byteLength + one.sha256.byteLength, 0);
  // A new array: a thread port copies the whole buffer behind a view.
  const bytes = new Uint8Array(size);
  let end = 0;
  const rows = bodies.map(({ body, sha256, ...of }) => {
    bytes.set(body, end);
    bytes.set(sha256, end + body.byteLength);
    end += body.byteLength + sha256.byteLength;
    return { ...of, body: body.byteLength, sha256: sha256.byteLength };
  });
  return { now, bytes, rows: encodeRows(rows) };
}

function decodeBodies({ now, bytes, rows }: ReturnType<typeof encodeBodies>): StoreBodies {
  let end = 0;
  const next = (length: number) => Buffer.from(bytes.buffer, (end += length) - length, length);
  const bodies = decodeRows(rows).map((of) => ({
    ...of,
    body: next(of.body),
    sha256: next(of.sha256),
  }));
  return { bodies, now };
}

export const CODECS = {
  claimDeliveries: { encodeResult: encodeContents, decodeResult: decodeContents },
  storeDeliveryBodies: { encodeArgs: encodeBodies, decodeArgs: decodeBodies },
  recordOutcomes: { encodeArgs: encodeOutcomes, decodeArgs: decodeOutcomes },
} satisfies Codecs;

/** The codec of a write that crossed a thread port by its name, if it has one. */
export const codecOf = (
  name: string,
): { readonly [Part in keyof Codec<unknown, unknown>]: (given: never) => unknown } =>
  (CODECS as Readonly<Record<string, object>>)[name] ?? {};
