/** Bundles the code of snippets. */
import { join } from "node:path";
import { rolldown } from "rolldown";

const ROOT = join(import.meta.dirname, "../..");

/** Bundles JSX for a browser, or for Node; `next/navigation` is replaced, since Next is not installed. */
export async function buildSnippet(code: string, platform: "browser" | "node"): Promise<string> {
  const entry = join(ROOT, "snippet.jsx");
  const bundling = await rolldown({
    input: entry,
    platform,
    transform: {
      jsx: { runtime: "automatic" },
      define: { "process.env.NODE_ENV": '"production"' },
    },
    plugins: [
      {
        name: "snippet",
        resolveId: (id) => (id === entry || id === "next/navigation" ? id : null),
        load: (id) => {
          if (id === entry) return code;
          return id === "next/navigation"
            ? 'export const redirect = (to) => { throw new Error("NEXT_REDIRECT " + to); };'
            : null;
        },
      },
    ],
  });
  const { output } = await bundling.generate({
    format: platform === "node" ? "esm" : "iife",
    codeSplitting: false,
    name: "snippet",
  });
  await bundling.close();
  return output[0].code;
}
