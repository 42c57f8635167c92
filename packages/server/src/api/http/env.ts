/** What every API handler has at hand. */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Storage } from "../../attachments/storage.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Random } from "../../platform/random.ts";
import type { Ids } from "../../domain/ids.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../store/store.ts";
import type { EventStreams } from "./event-streams.ts";
import type { Caller } from "./caller.ts";

/** What comes with a request besides its bytes. */
export interface ApiBindings extends HttpBindings {
  /** Answers for who asks, in place of a key; nothing that comes over the network can set it. */
  readonly vouch?: () => Promise<Caller>;
}
export interface ApiEnv {
  Bindings: ApiBindings;
  Variables: { caller: Caller };
}
export type ApiContext = Context<ApiEnv>;

export interface ApiParts {
  readonly store: Store;
  readonly storage: Storage;
  /** Forgets files whose rows were deleted; at once where the storage can be reached, and later where not. */
  readonly discardFiles: (keys: readonly string[]) => Promise<void>;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly log: Log;
  readonly streams: EventStreams;
  readonly clientAddress: (incoming: HttpBindings["incoming"]) => string | null;
  /** The origin that links begin with; known once the server listens. */
  readonly publicUrl: () => string;
  /** How often a delivery is attempted at most. */
  readonly maxAttempts: number;
  /** Called after a write that left a delivery waiting. */
  readonly onDue: () => void;
  /** Called after a person has said of a submission of the account what it is. */
  readonly onTaught: (accountId: number) => Promise<void>;
}
