// Records for the walks of mutations, each made anew.
import type { DashboardServer } from "../../../packages/server/test/dashboard.ts";

export interface World {
  /** @throws TypeError before the server has started. */
  readonly server: () => DashboardServer;
  /** Returns a record of the API. */
  readonly record: <T>(path: string) => Promise<T>;
  /** Number of rows. @param rows A table with its condition. */
  readonly count: (rows: string) => Promise<number>;
  /** Makes a name that no other record has. */
  readonly newName: () => string;
  /** Returns the id of a submission from a person of this name, who has an address. */
  readonly newSubmission: (name?: string) => Promise<number>;
  /** Returns a webhook with one delivery that failed before the webhook was enabled; later ones wait for a retry. */
  readonly failedDelivery: () => Promise<FailedDelivery>;
}

interface FailedDelivery {
  readonly form: number;
  readonly webhook: number;
  readonly submission: number;
  readonly delivery: number;
}

export function createWorld(server: () => DashboardServer): World {
  let names = 0;
  const newName = () => {
    names += 1;
    return `New ${names}`;
  };
  const count = async (rows: string) => {
    const [row] = await server().sql(`select count(*) as n from ${rows}`);
    return Number((row as { readonly n: string | number }).n);
  };
  return {
    server,
    newName,
    count,
    record: async <T>(path: string) => (await server().request("GET", path)).json() as T,
    newSubmission: (name = newName()) =>
      server().post("1", new URLSearchParams({ name, email: "ada@example.org" })),
    async failedDelivery() {
      const { id: form } = await server().create("/forms", { name: newName() });
      const url = "https://receiver.invalid/";
      const hook = { form_id: form, name: "Receiver", url, enabled: false };
      const { id: webhook } = await server().create("/form_webhooks", hook);
      const submission = await server().post(`${form}`, new URLSearchParams({ name: "Ada" }));
      await server().request("PATCH", `/form_webhooks/${webhook}`, { json: { enabled: true } });
      const [row] = await server().sql("select id from delivery where webhook_id = ?", webhook);
      const { id: delivery } = row as { readonly id: number };
      return { form, webhook, submission, delivery };
    },
  };
}
