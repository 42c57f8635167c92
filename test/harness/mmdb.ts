/**
 * Writes small databases in MaxMind's format, so that tests need no downloaded database.
 * https://maxmind.github.io/MaxMind-DB/
 */
import { isIPv4 } from "node:net";

type Value = string | number | { readonly [name: string]: Value } | readonly Value[];

const POINTER_ZERO = Buffer.alloc(16);
const METADATA_MARKER = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
const RECORD_BYTES = 4;

interface Node {
  /** By bit: the next node, the offset of a record's data, or nothing. */
  readonly next: [Node | number | undefined, Node | number | undefined];
}

/** @param networks Records by network, such as `203.0.113.0/24` or `2001:db8::/32`; none inside another. */
export function writeMmdb(
  networks: Readonly<Record<string, Value>>,
  { type = "Test-City", version = 6 }: { readonly type?: string; readonly version?: 4 | 6 } = {},
): Buffer {
  const root: Node = { next: [undefined, undefined] };
  const data: Buffer[] = [];
  let size = 0;
  for (const [network, record] of Object.entries(networks)) {
    put(root, bitsOf(network, version), size);
    const bytes = encoded(record);
    data.push(bytes);
    size += bytes.length;
  }
  const nodes = [...nodesUnder(root)];
  const placeOf = new Map(nodes.map((node, place) => [node, place]));
  const tree = Buffer.alloc(nodes.length * 2 * RECORD_BYTES);
  for (const [place, { next }] of nodes.entries()) {
    for (const [bit, target] of next.entries()) {
      const value =
        target === undefined
          ? nodes.length
          : typeof target === "number"
            ? nodes.length + POINTER_ZERO.length + target
            : (placeOf.get(target) ?? 0);
      tree.writeUInt32BE(value, (place * 2 + bit) * RECORD_BYTES);
    }
  }
  const metadata = encoded({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: type,
    description: { en: "For tests" },
    ip_version: version,
    languages: ["en"],
    node_count: nodes.length,
    record_size: RECORD_BYTES * 8,
  });
  return Buffer.concat([tree, POINTER_ZERO, ...data, METADATA_MARKER, metadata]);
}

function* nodesUnder(node: Node): Generator<Node> {
  yield node;
  for (const next of node.next) if (typeof next === "object") yield* nodesUnder(next);
}

function put(root: Node, bits: readonly (0 | 1)[], data: number): void {
  let node = root;
  for (const [depth, bit] of bits.entries()) {
    if (depth === bits.length - 1) node.next[bit] = data;
    else {
      const next = node.next[bit];
      if (typeof next === "object") node = next;
      else node.next[bit] = node = { next: [undefined, undefined] };
    }
  }
}

/** An IPv6 tree contains IPv4 as its first 2^32 addresses. */
function bitsOf(network: string, version: 4 | 6): readonly (0 | 1)[] {
  const [address = "", length = ""] = network.split("/");
  const isFour = isIPv4(address);
  const own = bytesOf(address).flatMap((byte) =>
    Array.from({ length: 8 }, (_, n) => ((byte >> (7 - n)) & 1) as 0 | 1),
  );
  const padding = isFour && version === 6 ? Array<0 | 1>(96).fill(0) : [];
  return [...padding, ...own].slice(0, padding.length + Number(length));
}

function bytesOf(address: string): readonly number[] {
  if (isIPv4(address)) return address.split(".").map(Number);
  const [front = "", back = ""] = address.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const missing = 8 - groups(front).length - groups(back).length;
  const all = [...groups(front), ...Array<string>(missing).fill("0"), ...groups(back)];
  return all.flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

const STRING = 2;
const UINT32 = 6;
const MAP = 7;
const ARRAY = 11;

function encoded(value: Value): Buffer {
  if (typeof value === "string") {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(STRING, bytes.length), bytes]);
  }
  if (typeof value === "number") {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([head(UINT32, 4), bytes]);
  }
  if (Array.isArray(value)) {
    return Buffer.concat([head(ARRAY, value.length), ...value.map(encoded)]);
  }
  const members = Object.entries(value as Readonly<Record<string, Value>>);
  return Buffer.concat([
    head(MAP, members.length),
    ...members.flatMap(([name, member]) => [encoded(name), encoded(member)]),
  ]);
}

/** The control byte, with the second one of types beyond 7, and of sizes beyond 28. */
function head(type: number, size: number): Buffer {
  const [short, more] = size < 29 ? [size, []] : [29, [size - 29]];
  return Buffer.from(type > 7 ? [short, type - 7, ...more] : [(type << 5) | short, ...more]);
}
