/** The files of a submission, and `/dashboard/attachments/<id>`, which downloads one; `?inline=yes` displays images. */
import type { Attachment } from "@intray/sdk/schemas";
import { Hono } from "hono";
import { plural } from "../format/quantities.ts";
import { isShownInline, proxyFile } from "../http/proxy-file.ts";
import { fileSize } from "../../platform/text/file-size.ts";
import { Card } from "../layout/card.tsx";
import { Text } from "../layout/user-text.tsx";
import { byId, dataOf } from "../http/api-client.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";

export function SubmissionFiles({ files }: { readonly files: readonly Attachment[] }) {
  if (files.length === 0) return null;
  return (
    <Card title={plural(files.length, "file")}>
      <ul class="files">
        {files.map((file) => (
          <File file={file} />
        ))}
      </ul>
    </Card>
  );
}

function File({ file }: { readonly file: Attachment }) {
  const address = `/dashboard/attachments/${file.id}`;
  return (
    <li>
      {isShownInline(file.content_type) ? (
        <a href={`${address}?inline=yes`}>
          <img src={`${address}?inline=yes`} alt={`Preview of ${file.name}`} loading="lazy" />
        </a>
      ) : (
        <span class="kind" aria-hidden="true">
          {extension(file.name)}
        </span>
      )}
      <div>
        <a href={address} download>
          <Text of={file.name} />
        </a>
        <p class="small soft">
          {fileSize(file.file_size)}, <Text of={file.content_type} />, field{" "}
          <Text of={file.form_name} />
        </p>
        <details class="small">
          <summary>SHA-256</summary>
          <code>{file.sha256}</code>
        </details>
      </div>
    </li>
  );
}

/** Returns the text shown in place of a preview. */
const extension = (name: string) => /\.([a-z0-9]{1,4})$/i.exec(name)?.[1]?.toUpperCase() ?? "FILE";

export function createAttachmentPages(): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/:id", async (c) => {
    const file = await c.var.api.GET("/api/v1/attachments/{id}", {
      ...byId(c.req.param("id")),
      headers: rangeHeaders(c),
      parseAs: "stream",
    });
    // 416: the range is outside of the file, and the response has no body.
    if (file.response.status === 416) return proxyFile(c, file.response, null);
    return proxyFile(c, file.response, dataOf(file));
  });
  return routes;
}

/** Forwards range requests, with which browsers resume downloads. */
const rangeHeaders = (c: DashboardContext): Record<string, string> =>
  Object.fromEntries(
    ["range", "if-range"].flatMap((name) => {
      const value = c.req.header(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
