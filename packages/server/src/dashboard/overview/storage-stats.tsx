/** Disk usage. */
import type { FileTotal } from "../../store/files/file-totals.ts";
import { plural } from "../format/plural.ts";
import { fileSize } from "../format/file-size.ts";

export function StorageStats({
  databaseBytes,
  files: { bytes, files },
}: {
  readonly databaseBytes: number;
  readonly files: FileTotal;
}) {
  return (
    <section class="card" aria-labelledby="storage">
      <h2 id="storage">Storage</h2>
      <dl class="stats totals">
        <div>
          <dt>Database (whole server)</dt>
          <dd>{fileSize(databaseBytes)}</dd>
        </div>
        <div>
          <dt>{plural(files, "uploaded file")}</dt>
          <dd>{fileSize(bytes)}</dd>
        </div>
      </dl>
    </section>
  );
}
