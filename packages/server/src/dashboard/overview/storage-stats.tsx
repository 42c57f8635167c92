/** Disk usage. */
import type { FileTotal } from "../../store/files/file-totals.ts";
import { plural } from "../format/plural.ts";
import { fileSize } from "../../platform/text/file-size.ts";

/** From this share of the quota on, a warning is shown. */
const WARNING_SHARE = 0.8;

export function StorageStats({
  databaseBytes,
  files: { bytes, files },
  quotaBytes,
}: {
  readonly databaseBytes: number;
  readonly files: FileTotal;
  /** `undefined` = no quota. */
  readonly quotaBytes: number | undefined;
}) {
  const isNearlyFull = quotaBytes !== undefined && bytes >= quotaBytes * WARNING_SHARE;
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
          <dd>
            {fileSize(bytes)}
            {quotaBytes === undefined ? "" : ` of ${fileSize(quotaBytes)}`}
          </dd>
        </div>
      </dl>
      {isNearlyFull ? (
        <p class="alert">
          The files take more than 80 % of their quota. At the quota, posts with files are rejected.
          Delete submissions with files, or raise INTRAY_ACCOUNT_FILE_QUOTA.
        </p>
      ) : null}
    </section>
  );
}
