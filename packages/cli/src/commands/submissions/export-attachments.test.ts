/** Exports with attached files. */
import { appendFile, mkdir, readFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ExportBench } from "../../../test/export-bench.ts";
import { makeSubmission, respondWithError } from "../../../test/fake-server.ts";

let bench: ExportBench;
beforeEach(async () => {
  bench = await ExportBench.open();
});
afterEach(() => bench[Symbol.asyncDispose]());

describe("submissions export --attachments", () => {
  const withFile = (id: number, name: string, size: number) =>
    bench.server.submissions.push({
      ...makeSubmission(id, [["a", "b"]]),
      attachments: [
        {
          id: id * 10,
          name,
          form_name: "file",
          content_type: "text/plain",
          file_size: size,
          sha256: "0".repeat(64),
          created_at: new Date(0).toISOString(),
          // must not be requested
          attachment_proxy_url: "http://127.0.0.1:9/steal",
          public_url: "http://127.0.0.1:9/steal",
        },
      ],
    });
  const downloads = () => bench.server.seen.filter(({ url }) => url.includes("/attachments/"));
  const serve = (id: number, content: string) =>
    bench.server.instead.set(`GET /attachments/${id}`, (request, response) => {
      const start = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
      const range = `bytes ${start}-${content.length - 1}/${content.length}`;
      response.writeHead(start > 0 ? 206 : 200, start > 0 ? { "content-range": range } : {});
      response.end(content.slice(start));
    });

  it("saves files under safe names, resumes a partial download, and downloads nothing twice", async () => {
    withFile(1, "../../../etc/passwd\u202E\n.txt", 7);
    withFile(2, "con.txt", 10);
    serve(10, "content");
    serve(20, "0123456789");
    const files = join(bench.folder, "files");
    await mkdir(join(files, "2"), { recursive: true });
    await appendFile(join(files, "2", "20-_con.txt.partial"), "0123");

    const ended = await bench.export("a", "--attachments", files);
    const requests = downloads().length;
    await rm(join(bench.folder, "a"));
    const again = await bench.export("a", "--attachments", files);

    expect([ended.code, again.code, requests, downloads().length]).toEqual([0, 0, 2, 2]);
    const [first = ""] = await readdir(join(files, "1"));
    expect(first).toMatch(/^10-[^/\u202E\n]*etc_passwd[^/\u202E\n]*\.txt$/);
    expect(await readFile(join(files, "1", first), "utf8")).toBe("content");
    expect(await readdir(join(files, "2"))).toEqual(["20-_con.txt"]);
    expect(await readFile(join(files, "2", "20-_con.txt"), "utf8")).toBe("0123456789");
    expect(await bench.files()).toEqual(["a", "files"]);
  });

  it("exits with 10 and names a file that no longer exists on the server", async () => {
    withFile(1, "a.txt", 7);
    bench.server.instead.set("GET /attachments/10", (_, response) =>
      respondWithError(response, 404, "not_found", "There is no file 10."),
    );

    const ended = await bench.export("a", "--attachments", join(bench.folder, "files"));

    expect(ended.code).toBe(10);
    expect(ended.stderr).toContain(
      "File 10 (a.txt) of submission 1 no longer exists on the server.",
    );
  });
});
