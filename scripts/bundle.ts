/** Bundles modules with rolldown, unless nothing has changed since the last time. */
import { globSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type BuildOptions, type Plugin } from "rolldown";

export interface Bundle {
  readonly root: string;
  /** The output folder; it contains nothing else. */
  readonly folder: string;
  /** Patterns of the files that the bundle may contain or depends on. */
  readonly inputs: readonly string[];
  /** Each becomes a file `<name>.mjs`, or `.cjs`; they share chunks. A name may have folders. */
  readonly entries: string[] | Record<string, string>;
  readonly format?: "esm" | "cjs";
  readonly conditionNames: readonly string[];
  /** Packages that are loaded when the program runs. */
  readonly external: readonly (string | RegExp)[];
  /** One file has the modules that so many entries need. */
  readonly sharedBy?: number;
  readonly plugins?: BuildOptions["plugins"];
  /** Without white space, which takes memory, and with source maps instead. */
  readonly isSmall?: boolean;
}

/** Escapes names in comments about licenses, which `charset` leaves as they are. */
const ASCII_COMMENTS: Plugin = {
  name: "ascii-comments",
  transform: {
    filter: { code: /\/[*/]!/ },
    handler: (code) =>
      code.replace(/\/\*![^]*?\*\/|\/\/!.*/g, (comment) =>
        comment.replace(/[\u0080-\uffff]/g, (character) => {
          const unit = character.charCodeAt(0).toString(16);
          return `\\u${unit.padStart(4, "0")}`;
        }),
      ),
  },
};

/** @returns Whether something had changed. */
export async function bundleOnce({
  root,
  folder,
  inputs,
  entries,
  format = "esm",
  conditionNames,
  external,
  sharedBy,
  plugins,
  isSmall = false,
}: Bundle): Promise<boolean> {
  const marker = join(folder, "bundled");
  const since = statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const files = globSync([...inputs, "package-lock.json", "scripts/{bundle*,licenses}.ts"], {
    cwd: root,
  });
  if (files.every((file) => statSync(join(root, file)).mtimeMs < since)) return false;
  const start = new Date();
  // Chunks of the last time may have other names.
  rmSync(folder, { recursive: true, force: true });
  await build({
    cwd: root,
    input: entries,
    platform: "node",
    external: [...external],
    resolve: { conditionNames: [...conditionNames] },
    plugins: [plugins, isSmall && ASCII_COMMENTS],
    logLevel: "silent",
    output: {
      dir: folder,
      format,
      // Node keeps the text of a module in memory, with two bytes per character if one of them is not ASCII.
      charset: "ascii",
      entryFileNames: `[name].${format === "cjs" ? "cjs" : "mjs"}`,
      chunkFileNames: `[name].${format === "cjs" ? "cjs" : "mjs"}`,
      comments: { legal: true, annotation: !isSmall, jsdoc: !isSmall },
      sourcemap: isSmall,
      ...(sharedBy !== undefined && {
        codeSplitting: { groups: [{ name: "common", minShareCount: sharedBy }] },
      }),
      minify: isSmall && {
        // The log names an error by its class.
        compress: { keepNames: { class: true, function: false } },
        mangle: false,
        codegen: { removeWhitespace: true },
      },
    },
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(marker, "");
  utimesSync(marker, start, start);
  return true;
}
