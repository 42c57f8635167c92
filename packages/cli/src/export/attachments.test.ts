import { basename, join, win32 } from "node:path";
import fc from "fast-check";
import { makeSafeName } from "./attachments.ts";

describe("makeSafeName", () => {
  it("returns a single visible path segment for any name", () => {
    const wild = fc.string({
      unit: fc.constantFrom(...Array.from("./\\:*\0\u202E\n ca-oné😀")),
      maxLength: 300,
    });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), wild), (name) => {
        const safe = makeSafeName(name);

        expect(basename(join("/dir", `1-${safe}`))).toBe(`1-${safe}`);
        expect(win32.basename(win32.join("C:\\dir", safe))).toBe(safe);
        expect(safe).toMatch(/^[^.\s-]/);
        expect(safe).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(180);
      }),
    );
  });

  it.each([
    ["report.pdf", "report.pdf"],
    ["Lebenslauf (Müller).docx", "Lebenslauf (Müller).docx"],
    ["../../.ssh/authorized_keys", "__.._.ssh_authorized_keys"],
    ["NUL.txt", "_NUL.txt"],
    ["", "_"],
    ["a".repeat(300) + ".tar.gz", "a".repeat(177) + ".gz"],
  ])("turns %j into %j", (name, expected) => {
    expect(makeSafeName(name)).toBe(expected);
  });
});
