// Random sequences of queue runs that crash between any two steps, against a plain model of the server: the real
// engine and the real ledger file, with a server in memory that may be restored from a backup.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_POLICY, functionHandler, type QueueStore, runQueue } from "@intray/sdk/queue";
import { identity } from "../../packages/cli/test/ledger-fixture.ts";
import { prepareLedger } from "../../packages/cli/src/ledger/ledger-file.ts";
import { type Ledger, openLedger } from "../../packages/cli/src/ledger/ledger.ts";
import { MemoryServer, testRun } from "../../packages/sdk/test/memory-server.ts";
import { checkSequences, type CommandKind, pick, TIMEOUT_MS } from "./runs.ts";

interface QueueModel {
  now: number;
  /** Uids so far, which are never used again. */
  count: number;
  /** The id of the next submission, which a restore sets back. */
  nextId: number;
  /** Uids whose handler succeeded in a run that then ended by itself, until a restore lists them again. */
  readonly settled: Set<string>;
  /** Every uid whose handler has succeeded. */
  readonly handled: Set<string>;
  /** The uid of each idempotency key that a handler got. */
  readonly uidOfKey: Map<string, string>;
  backup:
    | {
        readonly unread: readonly number[];
        readonly uids: readonly (readonly [number, string])[];
        readonly nextId: number;
      }
    | undefined;
}

type QueueReal = { readonly server: MemoryServer; readonly path: string; ledger: Ledger };

type Kind = CommandKind<QueueModel, QueueReal>;

const START = 1_700_000_000_000;
const HOUR_MS = 3_600_000;
/** A file system in memory, on Linux. */
const IN_MEMORY = "/dev/shm";
/** Nothing is given up. */
const PATIENT = { ...DEFAULT_POLICY, maxAttempts: 1_000, maxInterruptions: 1_000 };
const HANDLER_RESULTS = ["success", "success", "failure"] as const;

class Crash extends Error {}

/** A store whose process dies before or after its nth commit. */
function crashing(
  store: QueueStore,
  nth: number,
  isAfter: boolean,
): QueueStore & { isDead: boolean } {
  let commits = 0;
  const die = (): never => {
    wrapped.isDead = true;
    throw new Crash("The process died.");
  };
  const alive = () => (wrapped.isDead ? die() : undefined);
  const wrapped = {
    isDead: false,
    lastWalk: async () => (alive(), store.lastWalk()),
    beginWalk: async () => (alive(), store.beginWalk()),
    find: async (ids: readonly number[]) => (alive(), store.find(ids)),
    waitingIds: async () => (alive(), store.waitingIds()),
    running: async () => (alive(), store.running()),
    owingMark: async () => (alive(), store.owingMark()),
    commit: async (...args: Parameters<QueueStore["commit"]>) => {
      alive();
      commits += 1;
      if (commits === nth && !isAfter) die();
      await store.commit(...args);
      if (commits === nth) die();
    },
  };
  return wrapped;
}

const open = (path: string, model: QueueModel) =>
  openLedger({ path, identity, clock: { now: () => model.now } });

/** One run; every handler ends with `result`. A crash ends it after `commits` commits. */
async function run(
  model: QueueModel,
  real: QueueReal,
  {
    result,
    crash,
  }: {
    readonly result: (uid: string) => (typeof HANDLER_RESULTS)[number];
    readonly crash?: { readonly commits: number; readonly isAfter: boolean };
  },
): Promise<void> {
  const store = crashing(real.ledger, crash?.commits ?? Infinity, crash?.isAfter ?? false);
  const succeeded = new Set<string>();
  const handler = functionHandler(async ({ id, uid = "" }, delivery) => {
    if (store.isDead) throw new Crash("The process died.");
    expect(real.server.unread).toContain(id);
    expect(model.settled).not.toContain(uid);
    expect(model.uidOfKey.get(delivery.id) ?? uid).toBe(uid);
    model.uidOfKey.set(delivery.id, uid);
    if (result(uid) === "failure") throw new Error("The handler failed.");
    model.handled.add(uid);
    succeeded.add(uid);
  });
  const { options } = testRun(real.server, handler, {
    clock: { now: () => model.now },
    policy: PATIENT,
    store,
    concurrency: 1 + (model.count % 3),
  });
  try {
    await runQueue(options);
  } catch (error) {
    if (!store.isDead) throw error;
  }
  if (!store.isDead) {
    for (const uid of succeeded) model.settled.add(uid);
    return;
  }
  real.ledger.close();
  real.ledger = open(real.path, model);
}

const arrive: Kind = {
  name: "arrive",
  async run(model, { server }) {
    model.count += 1;
    server.unread.add(model.nextId);
    server.uids.set(model.nextId, `uid ${model.count}`);
    model.nextId += 1;
  },
};

const work: Kind = {
  name: "run",
  run: (model, real, choice) => run(model, real, { result: () => pick(HANDLER_RESULTS, choice) }),
};

const crash: Kind = {
  name: "run that crashes",
  run: (model, real, choice) =>
    run(model, real, {
      result: () => pick(HANDLER_RESULTS, choice),
      crash: { commits: 1 + (Math.floor(choice / 3) % 12), isAfter: choice % 2 === 0 },
    }),
};

/** The server marks read, and its answer is lost. */
const loseAnswers: Kind = {
  name: "run whose acknowledgements get no answer",
  async run(model, real, choice) {
    const { server } = real;
    const markRead = server.markRead.bind(server);
    server.markRead = async (id, signal, uid) => {
      await markRead(id, signal, uid);
      throw new Error("The connection broke.");
    };
    try {
      await run(model, real, {
        result: () => "success",
        crash: { commits: 20 + (choice % 20), isAfter: true },
      }).catch(() => undefined);
    } finally {
      server.markRead = markRead;
    }
  },
};

const backUp: Kind = {
  name: "back up",
  async run(model, { server }) {
    model.backup = { unread: [...server.unread], uids: [...server.uids], nextId: model.nextId };
  },
};

/** The submissions since the backup are gone, and their ids are given out again. */
const restore: Kind = {
  name: "restore",
  check: (model) => model.backup !== undefined,
  async run(model, { server }) {
    if (model.backup === undefined) return;
    server.unread.clear();
    server.uids.clear();
    for (const id of model.backup.unread) server.unread.add(id);
    for (const [id, uid] of model.backup.uids) server.uids.set(id, uid);
    model.nextId = model.backup.nextId;
    for (const id of server.unread) model.settled.delete(server.uids.get(id) ?? "");
  },
};

const step: Kind = {
  name: "clock step",
  async run(model, _real, choice) {
    model.now += pick([1_000, HOUR_MS, -1_000, -HOUR_MS], choice);
  },
};

let folder: string;
let opened: Ledger | undefined;
let ledgers = 0;
beforeAll(() => {
  // Every commit syncs, which costs nothing in memory.
  folder = mkdtempSync(join(existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir(), "intray-queue-model-"));
});
afterAll(() => {
  opened?.close();
  rmSync(folder, { recursive: true });
});

async function setUp(): Promise<{ model: QueueModel; real: QueueReal }> {
  opened?.close();
  ledgers += 1;
  const path = join(folder, `${ledgers}.db`);
  prepareLedger(path);
  const model: QueueModel = {
    now: START,
    count: 0,
    nextId: 1,
    settled: new Set(),
    handled: new Set(),
    uidOfKey: new Map(),
    backup: undefined,
  };
  const real: QueueReal = { server: new MemoryServer(), path, ledger: open(path, model) };
  opened = real.ledger;
  return { model, real };
}

/** Once handlers succeed and nothing crashes, every submission is handled and marked read. */
async function drain(model: QueueModel, real: QueueReal): Promise<void> {
  const waiting = [...real.server.unread].map((id) => real.server.uids.get(id) ?? "");
  for (let round = 0; round < 30 && real.server.unread.size > 0; round += 1) {
    model.now += 24 * HOUR_MS;
    await run(model, real, { result: () => "success" });
  }
  opened = real.ledger;
  expect([...real.server.unread]).toEqual([]);
  expect(waiting.filter((uid) => !model.handled.has(uid))).toEqual([]);
}

it(
  "handles every submission, and none again that it has settled, through crashes and restores",
  async () => {
    const checked = checkSequences({
      kinds: [arrive, arrive, work, crash, crash, loseAnswers, backUp, restore, step],
      setUp,
      end: drain,
    });

    await expect(checked).resolves.toBeUndefined();
  },
  TIMEOUT_MS,
);
