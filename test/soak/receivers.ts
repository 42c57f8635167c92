// Receivers of webhooks: one is always well, the others fail, hang, break off or answer late by turns.
import type { ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Loopback, serveOnLoopback } from "../harness/loopback.ts";
import type { Ledger } from "./ledger.ts";
import type { Chance } from "./random.ts";

type Mood = "well" | "failing" | "hanging" | "resetting" | "late";
const MOODS: readonly Mood[] = ["well", "failing", "hanging", "resetting", "late"];
/** Longer than a deadline of an attempt would be a hang. */
const LATE_MS = 1_500;

export interface Receivers {
  /** Name and port of each. */
  readonly ports: ReadonlyMap<string, number>;
  /** Gives every receiver but the first another mood. */
  changeMoods(): void;
  /** All are well from now on. */
  heal(): void;
  close(): void;
}

export async function openReceivers(
  names: readonly string[],
  ledger: Ledger,
  chance: Chance,
): Promise<Receivers> {
  const moods = new Map<string, Mood>(names.map((name) => [name, "well"]));
  const servers: Loopback[] = [];
  const ports = new Map<string, number>();
  for (const name of names) {
    ledger.received.set(name, []);
    const server = await serveOnLoopback(async (incoming, outgoing) => {
      const bytes = await buffer(incoming).catch(() => undefined);
      if (bytes === undefined) return; // The sender was killed while it wrote.
      const body = bytes.toString();
      const token = (JSON.parse(body) as { readonly token: string }).token;
      const webhookId = String(incoming.headers["webhook-id"]);
      ledger.received.get(name)?.push({ webhookId, token, body });
      answer(outgoing, moods.get(name) ?? "well");
    });
    servers.push(server);
    ports.set(name, server.port);
  }
  return {
    ports,
    changeMoods() {
      for (const name of names.slice(1)) moods.set(name, chance.pick(MOODS) ?? "well");
    },
    heal() {
      for (const name of names) moods.set(name, "well");
    },
    close() {
      for (const server of servers) server.close();
    },
  };
}

function answer(outgoing: ServerResponse, mood: Mood): void {
  outgoing.on("error", () => undefined);
  if (mood === "hanging") return;
  if (mood === "resetting") outgoing.destroy();
  else if (mood === "failing") outgoing.writeHead(500).end("no");
  else if (mood === "late") setTimeout(() => outgoing.end("ok"), LATE_MS).unref();
  else outgoing.end("ok");
}
