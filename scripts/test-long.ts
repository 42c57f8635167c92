/** Runs one of the tests that take minutes or hours: `npm run test:long -- crash`. Without a name it lists them. */
import { spawnSync } from "node:child_process";

/** The variables in front of a command make the test longer than in the suite. */
const LONG_TESTS: Readonly<Record<string, { readonly about: string; readonly command: string }>> = {
  crash: {
    about: "100 kills of the server on each database",
    command: "CRASH_ROUNDS=100 vitest run test/crash/delivery.test.ts",
  },
  mail: {
    about: "200 kills of the server and the SMTP relay on each database",
    command: "MAIL_KILLS=200 vitest run test/crash/mail.test.ts",
  },
  twice: {
    about: "20,000 posts to two servers on PostgreSQL, each delivered exactly once",
    command: "TWICE_POSTS=20000 vitest run --project postgres* test/outbox/twice.test.ts",
  },
  listeners: {
    about: "two servers on PostgreSQL lose their listening connections again and again",
    command: "LOST_LISTENERS=1 vitest run --project postgres* test/outbox/lost-listener.test.ts",
  },
  failover: {
    about: "twenty primaries are killed, and ten hang, while their standby takes over",
    command: "FAILOVERS=30 vitest run --project sqlite* test/failover",
  },
  claims: {
    about: "two hosts share 5,000 submissions by leases while one is killed repeatedly",
    command: "CLAIMS=5000 vitest run --project sqlite* test/crash/claims.test.ts",
  },
  fair: {
    about: "one receiver hangs while 100,000 deliveries are due",
    command: "FAIR_ROWS=100000 vitest run --no-file-parallelism test/outbox/fair.test.ts",
  },
  uploads: {
    about: "400 slow uploads of 20 MiB at once, half of them aborted",
    command: "UPLOADS=400 UPLOAD_MIB=20 vitest run --project sqlite* test/uploads",
  },
  outbox: {
    about: "the network of a page with intray.js is cut 200 times",
    command: "OUTBOX_CUTS=200 vitest run --project sqlite* test/browser/outbox.test.ts",
  },
  load: {
    about: "slow posts and idle connections of attackers",
    command: "LOAD=full vitest run --project sqlite* --no-file-parallelism test/load",
  },
  fuzz: {
    about: "ten minutes of random bodies; INTRAY_FUZZ_SEED repeats a run",
    command: "INTRAY_FUZZ_MS=600000 vitest run --project sqlite* test/vectors/post-fuzz.test.ts",
  },
  model: {
    about: "100,000 random sequences against the models of outbox, claims and queue; hours",
    command: "MODEL_RUNS=100000 vitest run test/model",
  },
  soak: {
    about: "half an hour of faults: kills, full disks, cut connections, clocks that are set",
    command: "SOAK_SECONDS=1800 vitest run test/soak",
  },
};

const [name = "", ...rest] = process.argv.slice(2);
const long = LONG_TESTS[name];
if (long === undefined) {
  const lines = Object.entries(LONG_TESTS).map(([one, { about }]) => `${one.padEnd(10)} ${about}`);
  console.error(`npm run test:long -- NAME\n\n${lines.join("\n")}`);
  process.exitCode = name === "" ? 0 : 2;
} else {
  const words = long.command.split(" ");
  const at = words.findIndex((word) => !word.includes("="));
  const variables = words.slice(0, at).map((word) => word.split("="));
  const env = { ...process.env, ...Object.fromEntries(variables) };
  const [program = "", ...args] = words.slice(at);
  const { status } = spawnSync(program, [...args, ...rest], { stdio: "inherit", env });
  process.exitCode = status ?? 1;
}
