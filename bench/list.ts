// Pages of 100 submissions a second, compared with the same JSON served from memory by the baseline server.
import { startBaseline } from "./baseline.ts";
import { changeRequest, whileChanging } from "./change-request.ts";
import { requestLoad } from "./request-load.ts";
import { compare, type Row } from "./rounds.ts";
import { startServer } from "./server.ts";

const ROWS = 10_000;
const CONNECTIONS = 8;
const SECONDS = 2;

export async function list(): Promise<readonly Row[]> {
  await using server = await startServer();
  await using baselineServer = await startBaseline();
  const form = await server.fillForm(ROWS);
  const path = `/submissions?form_id=${form}&per_page=100`;
  const ofForm = `/forms/${form}/submissions?per_page=100`;
  const body = JSON.stringify(await server.callApi("GET", path));
  const stored = await fetch(`${baselineServer.url}/page`, { method: "PUT", body });
  if (stored.status !== 204) throw new Error(`The baseline server responded ${stored.status}.`);
  const load = { connections: CONNECTIONS, seconds: SECONDS };
  const { headers } = server;
  const change = await changeRequest(server, form);
  const ours = () => requestLoad({ url: `${server.url}/api/v1${path}`, headers }, load);
  const baseline = () => requestLoad({ url: `${baselineServer.url}/page`, headers }, load);
  return [
    await compare({
      name: `list (pages of ${Math.round(body.length / 1_000)} kB)`,
      required: 1,
      aim: 1,
      ours,
      baseline,
    }),
    await compare({
      name: "list of a form, as a JSON array",
      required: 1,
      aim: 1,
      ours: () => requestLoad({ url: `${server.url}/api/v1${ofForm}`, headers }, load),
      baseline,
    }),
    await compare({
      name: "list, while submissions change",
      required: 0.4,
      aim: 0.6,
      ours: () => whileChanging(change, SECONDS, ours),
      baseline,
    }),
  ];
}
