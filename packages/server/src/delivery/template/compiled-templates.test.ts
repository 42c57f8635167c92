import { describe, expect, it } from "vitest";
import { createCompiledTemplates } from "./compiled-templates.ts";

describe("compiled templates", () => {
  it("are cached by text and content type", () => {
    const compileOnce = createCompiledTemplates();

    const first = compileOnce("{{form_name}}", "text/plain");

    expect(compileOnce("{{form_name}}", "text/plain")).toBe(first);
    expect(compileOnce("{{form_name}}", "application/json")).not.toBe(first);
    expect(compileOnce("{{nothing}}", "text/plain")).toMatchObject({ kind: "problem" });
  });

  it("evict the least recently used template", () => {
    const compileOnce = createCompiledTemplates(3 * "text/plain\na".length);
    const [a, b] = ["a", "b"].map((source) => compileOnce(source, "text/plain"));

    compileOnce("c", "text/plain");
    compileOnce("a", "text/plain");
    compileOnce("d", "text/plain");

    expect(compileOnce("a", "text/plain")).toBe(a);
    expect(compileOnce("b", "text/plain")).not.toBe(b);
  });

  it("compile a template that is too long for the cache", () => {
    const compileOnce = createCompiledTemplates(10);

    expect(compileOnce("long enough", "text/plain")).toMatchObject({ kind: "compiled" });
    expect(compileOnce("long enough", "text/plain")).toMatchObject({ kind: "compiled" });
  });
});
