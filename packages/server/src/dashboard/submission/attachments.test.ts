import { useDashboard } from "../../../test/dashboard.ts";

const PAGE = "<script>alert(1)</script>";

describe("attachments of submissions", () => {
  const server = useDashboard();

  async function upload(file: File) {
    const submission = await server.post("1", { file });
    const [stored] = (await server.submission(submission)).attachments;
    return { submission, file: stored?.id ?? 0 };
  }

  const types = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "IMAGE/PNG"];
  it.each(types)("are displayed inline with the type %s, whatever their content", async (type) => {
    const { file, submission } = await upload(new File([PAGE], "a.png", { type }));

    const { headers } = await server.ada.get(`/attachments/${file}?inline=yes`);

    expect(headers.get("content-type")).toBe(type.toLowerCase());
    expect(headers.get("content-disposition")).toBe("inline");
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    const page = await server.ada.get(`/submissions/${submission}`);
    expect(page.text).toContain(`<img src="/dashboard/attachments/${file}?inline=yes"`);
  });

  it.each([
    "image/svg+xml",
    "text/html",
    "application/xhtml+xml",
    "application/pdf",
    "image/png+xml",
    "image/svg+xml, image/png",
    "text/html; image/png",
    "",
  ])("are only downloaded with the type %j, even with inline=yes", async (type) => {
    const { file, submission } = await upload(new File([PAGE], "a.svg", { type }));

    const { headers, text } = await server.ada.get(`/attachments/${file}?inline=yes`);

    expect(text).toBe(PAGE);
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="a.svg"/);
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect((await server.ada.get(`/submissions/${submission}`)).text).not.toContain("<img");
  });

  it("are listed with name, type, size and hash", async () => {
    const name = `a"><img src=x onerror=alert(1)>\u202egpj.exe`;
    const file = new File(["x".repeat(1_536)], name, { type: "application/x-y" });
    const { submission } = await upload(file);

    const { text, words } = await server.ada.get(`/submissions/${submission}`);

    expect(words).toMatch(
      /img src=x onerror=alert\(1\)>\[RLO\]gpj\.exe 1\.5 KiB, application\/x-y/,
    );
    expect(words).toMatch(/SHA-256 [0-9a-f]{64}/);
    expect(text).not.toMatch(/<img|\u202e/);
  });

  it("support range requests", async () => {
    const { file } = await upload(new File(["0123456789"], "a.txt"));

    const part = await server.ada.get(`/attachments/${file}`, { range: "bytes=4-6" });
    const outside = await server.ada.get(`/attachments/${file}`, { range: "bytes=90-" });

    expect(part).toMatchObject({ status: 206, text: "456" });
    expect(part.headers.get("content-range")).toBe("bytes 4-6/10");
    expect(outside).toMatchObject({ status: 416, text: "" });
  });
});
