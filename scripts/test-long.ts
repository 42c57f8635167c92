/** Runs one of the tests that take minutes or hours: `npm run test:long -- crash`. Without a name it lists them. */
import { spawnSync } from "node:child_process";

interface LongTest {
  readonly about: string;
  /** Makes the test longer than in the suite. */
  readonly env?: Readonly<Record<string, string>>;
  readonly command: string;
}

const ON_SQLITE = "vitest run --project sqlite*";
const ON_POSTGRES = "vitest run --project postgres*";
const ON_BOTH = "vitest run";

const LONG_TESTS: Readonly<Record<string, LongTest>> = {
  crash: {
    about: "100 kills of the server on each database",
    env: { CRASH_ROUNDS: "100" },
    command: `${ON_BOTH} test/crash/delivery.test.ts`,
  },
  mail: {
    about: "200 kills of the server and the SMTP relay on each database",
    env: { MAIL_KILLS: "200" },
    command: `${ON_BOTH} test/crash/mail.test.ts`,
  },
  twice: {
    about: "20,000 posts to two servers on PostgreSQL, each delivered exactly once",
    env: { TWICE_POSTS: "20000" },
    command: `${ON_POSTGRES} test/outbox/twice.test.ts`,
  },
  listeners: {
    about: "two servers on PostgreSQL lose their listening connections again and again",
    env: { LOST_LISTENERS: "1" },
    command: `${ON_POSTGRES} test/outbox/lost-listener.test.ts`,
  },
  failover: {
    about: "twenty primaries are killed, and ten hang, while their standby takes over",
    env: { FAILOVERS: "30" },
    command: `${ON_SQLITE} test/failover`,
  },
  claims: {
    about: "two hosts share 5,000 submissions by leases while one is killed repeatedly",
    env: { CLAIMS: "5000" },
    command: `${ON_SQLITE} test/crash/claims.test.ts`,
  },
  fair: {
    about: "one receiver hangs while 100,000 deliveries are due",
    env: { FAIR_ROWS: "100000" },
    command: `${ON_BOTH} --no-file-parallelism test/outbox/fair.test.ts`,
  },
  uploads: {
    about: "400 slow uploads of 20 MiB at once, half of them aborted",
    env: { UPLOADS: "400", UPLOAD_MIB: "20" },
    command: `${ON_SQLITE} test/uploads`,
  },
  outbox: {
    about: "the network of a page with intray.js is cut 200 times",
    env: { OUTBOX_CUTS: "200" },
    command: `${ON_SQLITE} test/browser/outbox.test.ts`,
  },
  load: {
    about: "slow posts and idle connections of attackers",
    env: { LOAD: "full" },
    command: `${ON_SQLITE} --no-file-parallelism test/load`,
  },
  fuzz: {
    about: "ten minutes of random bodies; INTRAY_FUZZ_SEED repeats a run",
    env: { INTRAY_FUZZ_MS: "600000" },
    command: `${ON_SQLITE} test/vectors/post-fuzz.test.ts`,
  },
  model: {
    about: "100,000 random sequences against the models of outbox, claims and queue; hours",
    env: { MODEL_RUNS: "100000" },
    command: `${ON_BOTH} test/model`,
  },
  soak: {
    about: "half an hour of faults: kills, full disks, cut connections, clocks that are set",
    env: { SOAK_SECONDS: "1800" },
    command: `${ON_BOTH} test/soak`,
  },
  mutants: {
    about: "60 changes of the code, drawn by --seed; which of them does no test notice?",
    command: "node scripts/mutants.ts",
  },
};

const [name = "", ...rest] = process.argv.slice(2);
const long = LONG_TESTS[name];
if (long === undefined) {
  const lines = Object.entries(LONG_TESTS).map(([one, { about }]) => `${one.padEnd(10)} ${about}`);
  console.error(`npm run test:long -- NAME\n\n${lines.join("\n")}`);
  process.exitCode = name === "" ? 0 : 2;
} else {
  const [program = "", ...words] = long.command.split(" ");
  const env = { ...process.env, ...long.env };
  const { status } = spawnSync(program, [...words, ...rest], { stdio: "inherit", env });
  process.exitCode = status ?? 1;
}
