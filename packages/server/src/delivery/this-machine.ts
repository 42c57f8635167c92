/** Which addresses lead back to the machine that the server runs on. */
import { BlockList, isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";

const loopback = new BlockList();
// Dialling 0.0.0.0 or :: reaches loopback.
loopback.addSubnet("0.0.0.0", 8, "ipv4");
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addSubnet("::", 127, "ipv6");

/** Loopback, or one of its interfaces as they are now; `::ffff:` spellings included. */
export function isThisMachine(
  address: string,
  interfaces: typeof networkInterfaces = networkInterfaces,
): boolean {
  if (loopback.check(address, isIPv4(address) ? "ipv4" : "ipv6")) return true;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  return Object.values(interfaces()).some((own) => own?.some((one) => one.address === plain));
}
