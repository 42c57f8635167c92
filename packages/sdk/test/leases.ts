/** A real server whose clock the test moves, and forms whose submissions a client leases. */
import { ACCOUNT_KEY, useApiServerAt } from "../../server/test/api-server.ts";
import { clientOf } from "./faulty-server.ts";

/** Returns a function that posts this number of submissions to a new form. */
export function useLeases() {
  /** `now` is the server's clock. */
  const world = { now: 1_700_000_000_000 };
  const server = useApiServerAt(() => world.now);
  return async (count: number) => {
    const { id: form_id } = await server.create("/forms", { name: "Queue" });
    const ids: number[] = [];
    while (ids.length < count) {
      ids.push(await server.post(String(form_id), { message: `hello ${ids.length}` }));
    }
    const calls: [path: string, body: unknown][] = [];
    const { client } = clientOf(server.url, {
      apiKey: ACCOUNT_KEY,
      async fetch(url, init) {
        const response = await fetch(url, init);
        if (init.method === "POST") calls.push([url, await new Response(init.body).json()]);
        return response;
      },
    });
    return {
      world,
      client,
      form_id,
      ids,
      /** The bodies of the POSTs to `/submissions/<what>` that the server has answered. */
      sent: (what: string) => calls.filter(([path]) => path.endsWith(what)).map(([, body]) => body),
      /** Ends all leases, and leases the submissions to another consumer. */
      lose() {
        world.now += 3_600_000;
        const all = { filter: "new", limit: 100, lease_seconds: 3_600 } as const;
        return client.submissions.claim({ ...all, form_id, consumer: "another" });
      },
      /** The submissions as they are now. */
      records: () => Promise.all(ids.map((id) => server.submission(id))),
    };
  };
}
