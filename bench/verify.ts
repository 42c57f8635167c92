// Signature checks a second, compared with @octokit/webhooks-methods on the same bytes.
import { randomBytes } from "node:crypto";
import { verify as octokitVerify } from "@octokit/webhooks-methods";
import { sign, verify as ours } from "@intray/webhook-verify";
import { compare, type Measured, type Row } from "./rounds.ts";

const ROUND_MS = 400;
const SIZES = [
  { name: "200 B", bytes: 200 },
  { name: "2 KiB", bytes: 2_048 },
  { name: "64 KiB", bytes: 65_536 },
  { name: "1 MiB", bytes: 1_048_576 },
];

/** A receiver has the body as bytes; the other library needs text, so the conversion counts as its time. */
export async function verify(): Promise<readonly Row[]> {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const rows: Row[] = [];
  for (const { name, bytes } of SIZES) {
    const body = Buffer.from(randomBytes(bytes).toString("base64").slice(0, bytes));
    const valid = sign(body, secret);
    const malformed = valid.slice(0, -1);
    const cases = [
      { name: `verify valid ${name}`, signature: valid, isValid: true, required: 1, aim: 1.2 },
      { name: `verify invalid ${name}`, signature: malformed, isValid: false, required: 4, aim: 6 },
    ];
    for (const { name: row, signature, isValid, required, aim } of cases) {
      rows.push(
        await compare({
          name: row,
          required,
          aim,
          ours: () => timed(isValid, () => ours(body, signature, secret)),
          baseline: () =>
            timed(isValid, () => octokitVerify(secret, body.toString("utf8"), signature)),
        }),
      );
    }
  }
  return rows;
}

async function timed(
  expected: boolean,
  check: () => boolean | Promise<boolean>,
): Promise<Measured> {
  const start = performance.now();
  let n = 0;
  for (; performance.now() - start < ROUND_MS; n++) {
    const result = check();
    if ((typeof result === "boolean" ? result : await result) !== expected)
      throw new Error("The check returned the wrong result.");
  }
  return { perSecond: (n / (performance.now() - start)) * 1_000 };
}
