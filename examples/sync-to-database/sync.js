// Copies new submissions to an SQLite file. Each run continues where the last one ended.
import { DatabaseSync } from "node:sqlite";
import { Intray } from "@intray/sdk";

/** Tolerates services with this API that do not assign creation times strictly in order, as Intray does. */
const OVERLAP_MS = 10_000;

const [path = "submissions.db"] = process.argv.slice(2);
const client = new Intray({
  baseUrl: process.env.INTRAY_BASE_URL ?? "http://127.0.0.1:8787",
  apiKey: process.env.INTRAY_API_KEY ?? "",
});
const database = new DatabaseSync(path);
database.exec(`CREATE TABLE IF NOT EXISTS submission (
  id INTEGER PRIMARY KEY, email TEXT, fields TEXT NOT NULL, created_at TEXT NOT NULL
) STRICT`);
const upsert = database.prepare(
  `INSERT INTO submission (id, email, fields, created_at) VALUES (?, ?, ?, ?)
   ON CONFLICT (id) DO UPDATE SET email = excluded.email, fields = excluded.fields`,
);

const { latest } = database.prepare("SELECT max(created_at) AS latest FROM submission").get();
const since = latest === null ? 0 : Date.parse(latest) - OVERLAP_MS;
const filter = { order_by: "date_asc", created_after: new Date(since).toISOString() };
try {
  // One transaction per page: after a failure the next run continues after the last complete page.
  for await (const { submissions } of client.submissions.list(filter).pages()) {
    database.exec("BEGIN");
    for (const { id, email, form_params, created_at } of submissions) {
      upsert.run(id, email, JSON.stringify(form_params), created_at);
    }
    database.exec("COMMIT");
  }
} finally {
  database.close();
  await client.close();
}
