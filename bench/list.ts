// Pages of 100 submissions a second, against the same JSON served from memory by a bare handler.
import { startBare } from "./bare.ts";
import { gets } from "./gets.ts";
import { compare, type Row } from "./rounds.ts";
import { startServer } from "./server.ts";

const ROWS = 10_000;
const CONNECTIONS = 8;
const SECONDS = 2;

export async function list(): Promise<readonly Row[]> {
  const server = await startServer();
  const bare = await startBare();
  try {
    const form = await server.fillForm(ROWS);
    const path = `/submissions?form_id=${form}&per_page=100`;
    const body = JSON.stringify(await server.ask("GET", path));
    const kept = await fetch(`${bare.url}/page`, { method: "PUT", body });
    if (kept.status !== 204) throw new Error(`The bare handler answered ${kept.status}.`);
    const load = { connections: CONNECTIONS, seconds: SECONDS };
    const { headers } = server;
    return [
      await compare({
        name: `list (pages of ${Math.round(body.length / 1_000)} kB)`,
        must: 0.4,
        aim: 0.6,
        ours: () => gets({ url: `${server.url}/api/v1${path}`, headers }, load),
        baseline: () => gets({ url: `${bare.url}/page`, headers }, load),
      }),
    ];
  } finally {
    await bare.stop();
    await server.stop();
  }
}
