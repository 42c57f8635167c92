// What several processes are asked for at the same time, and may give once only.
import { randomBytes, randomUUID } from "node:crypto";
import { isOnPostgres } from "../../../test/database.ts";
import { usePeerStores } from "../../../test/peer-stores.ts";
import type { Store } from "../store.ts";

const NOW = 1_000_000_000_000;
const { fixture, open } = usePeerStores();

/** Asks two processes ten times each at once; on SQLite one process. Requests that are refused have no result. */
async function race<Result>(ask: (store: Store) => Promise<Result>) {
  const stores = await Promise.all(isOnPostgres ? [open(), open()] : [open()]);
  const asked = stores.flatMap((store) => Array.from({ length: 10 }, () => ask(store)));
  const results = await Promise.allSettled(asked);
  return results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

it("the solution of a captcha is taken once", async () => {
  const taken = await race((store) => store.writes.useSolution({ nonce: "solved", now: NOW }));

  expect(taken.filter(Boolean)).toHaveLength(1);
});

it("a code of an authenticator app, and a recovery code, are accepted once", async () => {
  const { id: login_id } = await fixture.insert("login", { email: "eva@example.org" });
  const { writes } = await open();
  // The secret of RFC 6238, and its code at 1,111,111,109 s.
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  await writes.setTotpSecret({ login_id, secret, step: 0 });
  await writes.setRecoveryCodes({ login_id, codes: ["abcd-efgh"] });
  for (const [code, kind] of [
    ["081804", "authenticator app"],
    ["abcd-efgh", "recovery code"],
  ] as const) {
    const now = 1_111_111_109_000;
    const kinds = await race((store) => store.writes.acceptCode({ login_id, code, now }));

    expect(kinds.filter((one) => one !== undefined)).toEqual([kind]);
  }
});

it("recovery codes that are made at once are those of one of them", async () => {
  const { id: login_id } = await fixture.insert("login", { email: "eva@example.org" });
  const codes = () => Array.from({ length: 10 }, () => randomUUID());

  await race((store) => store.writes.setRecoveryCodes({ login_id, codes: codes() }));

  const left = await fixture.db.selectFrom("recovery_code").select("hash").execute();
  expect(left).toHaveLength(10);
});

it("a key is rotated once", async () => {
  const [old] = await fixture.db.selectFrom("api_key").selectAll().execute();
  if (old === undefined) throw new Error("There is no key.");
  const { account_id, hash: _, ...key } = old;
  const by = { account_id, old: key, login_id: null, role: "owner", until: NOW, now: NOW } as const;

  const rotated = await race((store) =>
    store.writes.rotateApiKey({ ...by, hash: randomBytes(32), prefix: "itk_acct_new" }),
  );

  expect(rotated).toHaveLength(1);
  expect(await fixture.rows("api_key", ["id"], { replaces: old.id })).toHaveLength(1);
});
