// The faults of a soak. Each has a name and ends by itself.
import type { SmallDisk } from "../faults/small-disk.ts";
import type { Cluster } from "../harness/postgres.ts";
import type { WallClock } from "../harness/wall-clock.ts";
import type { Link } from "./link.ts";
import type { Chance } from "./random.ts";
import { pause, type SupervisedServer } from "./server.ts";

export interface FaultParts {
  readonly servers: readonly SupervisedServer[];
  readonly chance: Chance;
  /** Connections to receivers, and to the database where it has a socket. */
  readonly links: readonly Link[];
  /** The PostgreSQL cluster, if there is one. */
  readonly cluster: Cluster | undefined;
  /** A small file system with the data folder; `undefined` where none can be mounted. */
  readonly smallDisk: SmallDisk | undefined;
  /** The clock of every server. */
  readonly wallClock: WallClock;
  /** The length of a fault. */
  readonly faultMs: number;
}

export interface Fault {
  readonly name: string;
  run(): Promise<void>;
}

const CLOCK_STEPS_MS = [-600_000, 3_600_000, 40 * 86_400_000];

export function faultsOf(parts: FaultParts): readonly Fault[] {
  const { servers, chance, links, cluster, smallDisk, wallClock, faultMs } = parts;
  const one = () => {
    const server = chance.pick(servers);
    if (server === undefined) throw new Error("There is no server.");
    return server;
  };
  return [
    { name: "a server is killed", run: () => one().kill("SIGKILL", chance.below(faultMs)) },
    { name: "a server is stopped", run: () => one().kill("SIGTERM", chance.below(faultMs)) },
    { name: "a server is frozen", run: () => one().freeze(faultMs) },
    {
      name: "connections are cut",
      async run() {
        const link = chance.pick(links);
        link?.cut();
        await pause(faultMs);
        link?.mend();
      },
    },
    ...CLOCK_STEPS_MS.map((aheadMs) => ({
      name: `the clock is ${aheadMs / 1_000} s ahead`,
      async run() {
        wallClock.set(aheadMs);
        await pause(faultMs);
        wallClock.set(0);
      },
    })),
    ...(smallDisk === undefined
      ? []
      : [
          {
            name: "the disk is full",
            async run() {
              const empty = smallDisk.fill();
              await pause(faultMs);
              empty();
            },
          },
        ]),
    ...(cluster === undefined
      ? []
      : [
          {
            name: "PostgreSQL crashes",
            async run() {
              await cluster.kill();
              await pause(chance.below(faultMs));
              await cluster.restart();
            },
          },
        ]),
  ];
}
