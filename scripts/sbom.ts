/** Makes the SBOM (CycloneDX) of a package: what is in its tarball, and what npm installs with it. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A document of CycloneDX 1.5, with the members that are used here. https://cyclonedx.org/docs/1.5/json/ */
export interface Sbom {
  readonly serialNumber: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly scope?: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string };
    readonly expression?: string;
  }[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

export interface Shipped {
  /** Such as `@intray/server`. */
  readonly name: string;
  readonly version: string;
  /** The packages whose code is in the tarball. */
  readonly bundled: readonly { readonly name: string; readonly version: string }[];
  /** SHA-256 of the tarball, in hex. */
  readonly sha256: string;
  /** Whether people run it. */
  readonly isProgram: boolean;
}

/** The SBOM of everything in the lock file, made by npm, with the tools of development. */
export function sbomOfWorkspace(root: string, version: string): Sbom {
  const folder = mkdtempSync(join(tmpdir(), "intray-sbom-"));
  try {
    for (const file of globSync("packages/*/package.json", { cwd: root })) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      copyFileSync(join(root, file), join(folder, file));
    }
    copyFileSync(join(root, "package-lock.json"), join(folder, "package-lock.json"));
    // npm makes no package URL without a version, which a private package lacks.
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as object;
    writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, version }));
    const words = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
    const text = execFileSync("npm", words, {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 2 ** 28,
      stdio: ["ignore", "pipe", "ignore"],
    });
    return JSON.parse(text) as Sbom;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * The part of the workspace's SBOM that a package ships.
 *
 * @param graph.declared The packages that npm installs with each package of this repository, by its name.
 * @param graph.tools What {@link toolsIn} returned.
 * @throws Error if a package is not in the lock file.
 */
export function sbomOf(
  workspace: Sbom,
  shipped: Shipped,
  {
    declared,
    tools,
  }: {
    readonly declared: ReadonlyMap<string, readonly string[]>;
    readonly tools: ReadonlySet<string>;
  },
): Sbom {
  const { metadata, components, dependencies } = workspace;
  const own = `${shipped.name}@${shipped.version}`;
  const dependsOn = new Map(dependencies.map((one) => [one.ref, one.dependsOn]));
  const installedWith = (ref: string) => {
    const names = declared.get(nameIn(ref));
    const all = (dependsOn.get(ref) ?? []).filter((other) => !tools.has(other));
    return names === undefined ? all : all.filter((other) => names.includes(nameIn(other)));
  };
  const installed = closure(installedWith(own), installedWith);
  const bundled = new Set(shipped.bundled.map(({ name, version }) => `${name}@${version}`));
  const wanted = new Set([...installed, ...bundled]);
  const found = components.filter((component) => wanted.has(component["bom-ref"]));
  const missing = [...wanted].filter((ref) => !found.some((one) => one["bom-ref"] === ref));
  if (missing.length > 0) throw new Error(`The lock file lacks ${missing.join(", ")}.`);
  const self = components.find((component) => component["bom-ref"] === own);
  return {
    ...workspace,
    serialNumber: `urn:uuid:${randomUUID()}`,
    metadata: {
      ...metadata,
      lifecycles: [{ phase: "build" }],
      component: {
        ...self,
        "bom-ref": own,
        type: shipped.isProgram ? "application" : "library",
        name: shipped.name,
        version: shipped.version,
        hashes: [{ alg: "SHA-256", content: shipped.sha256 }],
      },
    } as Sbom["metadata"],
    components: found.map((component) => ({
      ...component,
      name: nameIn(component["bom-ref"]),
      scope: "required",
      properties: bundled.has(component["bom-ref"])
        ? [{ name: "cdx:npm:package:bundled", value: "true" }]
        : [],
    })),
    dependencies: [
      { ref: own, dependsOn: [...new Set([...installedWith(own), ...bundled])] },
      ...found.map((component) => ({
        ref: component["bom-ref"],
        dependsOn: installedWith(component["bom-ref"]).filter((ref) => wanted.has(ref)),
      })),
    ],
  };
}

/** The licenses of a component, as SPDX names them; `undefined` if it names none. */
export function licenseOf({ licenses = [] }: Component): string | undefined {
  const names = licenses.flatMap(
    ({ license, expression }) => expression ?? license?.id ?? license?.name ?? [],
  );
  return names.length === 0 ? undefined : names.join(" AND ");
}

/**
 * The packages that nobody who installs ours gets: tools of development, and optional peers of other packages
 * that are here only as such tools.
 */
export function toolsIn(lockFile: string): ReadonlySet<string> {
  const { packages } = JSON.parse(lockFile) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const all = Object.entries(packages).map(([path, one]) => ({
    ref: `${path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)}@${one.version}`,
    isTool: one.dev === true || one.devOptional === true,
  }));
  const needed = new Set(all.filter(({ isTool }) => !isTool).map(({ ref }) => ref));
  return new Set(all.map(({ ref }) => ref).filter((ref) => !needed.has(ref)));
}

type Locked = { readonly version?: string; readonly dev?: boolean; readonly devOptional?: boolean };

function closure(
  start: readonly string[],
  next: (ref: string) => readonly string[],
): ReadonlySet<string> {
  const reached = new Set(start);
  for (const ref of reached) for (const other of next(ref)) reached.add(other);
  return reached;
}

const nameIn = (ref: string): string => ref.slice(0, ref.lastIndexOf("@"));
