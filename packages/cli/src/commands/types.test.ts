import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Form } from "@intray/sdk";
import { runCli } from "../../test/run-cli.ts";
import { useWorkbench } from "../../test/workbench.ts";

const bench = await useWorkbench();
const meta = { count: 3, page: 1, per_page: 100, next_cursor: null };
const form = (id: number, name: string, fields: Form["fields"] = []) =>
  ({ id, name, fields }) as Form;

it("writes a type for each form, without the files", async () => {
  const forms = [
    form(3, "Kontaktanfrage für Ärzte", [
      { name: "email", type: "email", label: "Your */ address", required: true },
      {
        name: 'a"b\n*/;',
        type: "select",
        options: ["x", "\u202e"],
        required: true,
        multiple: true,
      },
      { name: "size", type: "radio", options: ["S"] },
      { name: "cv", type: "file" },
    ]),
    form(4, "404"),
    form(5, "404"),
  ];
  bench.server.answer("GET /forms", { forms, meta });

  const ended = await runCli(["types", "-o", "forms.ts"], { env: bench.env, cwd: bench.folder });

  expect(ended).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(await readFile(join(bench.folder, "forms.ts"), "utf8"))
    .toBe(`// Written by intray types from the field rules of the forms; files are in the attachments of a submission.

/** Kontaktanfrage für Ärzte (form 3) */
export type KontaktanfrageFurArzte = {
  /** Your *\\/ address */
  "email": string;
  /** a"b\\n*\\/; */
  "a\\"b\\n*/;": "x" | "\\u202e" | ("x" | "\\u202e")[];
  /** size */
  "size"?: "S" | "";
};

/** 404 (form 4) */
export type Form404 = { [field: string]: string | string[] };

/** 404 (form 5) */
export type Form404_5 = { [field: string]: string | string[] };
`);
});

it("takes forms by name", async () => {
  bench.server.answer("GET /forms", { forms: [form(3, "Contact")], meta });
  bench.server.answer("GET /forms/3", form(3, "Contact"));

  const { stdout } = await runCli(["types", "contact"], { env: bench.env });

  expect(stdout).toContain("export type Contact = ");
});
