// Pages of 100 submissions a second, against the same JSON served from memory by a bare handler.
import { startBare } from "./bare.ts";
import { changing } from "./changing.ts";
import { gets } from "./gets.ts";
import { compare, type Measured, type Row } from "./rounds.ts";
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
    const change = await changing(server, form);
    const ours = () => gets({ url: `${server.url}/api/v1${path}`, headers }, load);
    const baseline = () => gets({ url: `${bare.url}/page`, headers }, load);
    const different = async () => {
      const pages = await Promise.all(
        Array.from({ length: CONNECTIONS }, (_, n) =>
          gets(
            { url: `${server.url}/api/v1${path}&page=${n + 1}`, headers },
            { ...load, connections: 1 },
          ),
        ),
      );
      return { perSecond: pages.reduce((sum, { perSecond }) => sum + perSecond, 0) };
    };
    const whileChanging = async (asked: () => Promise<Measured>) => {
      const [measured] = await Promise.all([asked(), gets(change, { ...load, connections: 1 })]);
      return measured;
    };
    return [
      await compare({
        name: `list (pages of ${Math.round(body.length / 1_000)} kB)`,
        must: 0.4,
        aim: 0.6,
        ours,
        baseline,
      }),
      // What does not change is answered from memory; here pages are made, for all who wait for the same one.
      await compare({
        name: "list, while submissions change",
        must: 0,
        aim: 0.4,
        ours: () => whileChanging(ours),
        baseline,
      }),
      // And here each connection has a page of its own, which none of the others waits for.
      await compare({
        name: "list, different pages, while submissions change",
        must: 0,
        aim: 0.4,
        ours: () => whileChanging(different),
        baseline,
      }),
    ];
  } finally {
    await bare.stop();
    await server.stop();
  }
}
