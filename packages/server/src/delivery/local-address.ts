/** Which addresses belong to the machine that the server runs on. */
import { BlockList, isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";

const familyOf = (address: string) => (isIPv4(address) ? "ipv4" : "ipv6");

/** Whether `address` is loopback or belongs to a current network interface, also in its `::ffff:` form. */
export function isLocalAddress(
  address: string,
  interfaces: typeof networkInterfaces = networkInterfaces,
): boolean {
  const own = new BlockList();
  // Dialing 0.0.0.0 or :: reaches loopback.
  own.addSubnet("0.0.0.0", 8, "ipv4");
  own.addSubnet("127.0.0.0", 8, "ipv4");
  own.addSubnet("::", 127, "ipv6");
  for (const one of Object.values(interfaces()).flatMap((addresses) => addresses ?? [])) {
    own.addAddress(one.address, familyOf(one.address));
  }
  return own.check(address, familyOf(address));
}
