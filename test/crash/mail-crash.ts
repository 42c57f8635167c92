// A database and a relay for each test, and a server that sends through it; a test kills both.
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import {
  freshDatabase,
  type FreshDatabase,
  settingsFor,
} from "../../packages/server/test/database.ts";
import { type MortalRelay, startMortalRelay } from "./mail-relay.ts";
import { isDead, kill, type ServerProcess, startServer } from "./server-process.ts";

interface MailCrash {
  /** Of the test that runs. */
  readonly relay: () => MortalRelay;
  /** Returns the server that runs, or a new one. */
  readonly serve: () => Promise<ServerProcess>;
}

/** Starts the relay before each test, and ends it and the server after it. @param settings Of the server. */
export function openMailCrash(settings: Readonly<Record<string, string>> = {}): MailCrash {
  let fresh: FreshDatabase;
  let relay: MortalRelay;
  let server: ServerProcess | undefined;
  beforeEach(async () => {
    fresh = await freshDatabase();
    relay = await startMortalRelay(join(fresh.folder, "mails.ndjson"));
  });
  afterEach(async () => {
    if (server !== undefined) await kill(server.child);
    server = undefined;
    await relay.stop();
    await fresh.drop();
  });
  return {
    relay: () => relay,
    async serve() {
      if (server !== undefined && !isDead(server.child)) return server;
      server = await startServer({
        ...settingsFor(fresh),
        INTRAY_SMTP_URL: relay.url,
        INTRAY_MAIL_FROM: "forms@intray.test",
        INTRAY_MAIL_RATE: "off",
        INTRAY_RETRY_SCHEDULE: Array<string>(200).fill("100ms").join(),
        ...settings,
      });
      return server;
    },
  };
}
