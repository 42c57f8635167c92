import type { NetworkInterfaceInfo } from "node:os";
import { expect, it } from "vitest";
import { isLocalAddress } from "./local-address.ts";

const interfacesWith = (...addresses: string[]) => ({
  eth0: addresses.map((address) => ({ address }) as NetworkInterfaceInfo),
});

it.each([
  ["127.0.0.1", true],
  ["127.9.9.9", true],
  ["0.0.0.0", true],
  ["::", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["192.168.1.7", true],
  ["::ffff:192.168.1.7", true],
  ["::ffff:c0a8:107", true],
  ["0:0:0:0:0:FFFF:C0A8:0107", true],
  ["2001:DB8:0::0:7", true],
  ["::ffff:c0a8:108", false],
  ["fe80::1%eth0", false],
  ["not an address", false],
  ["2001:db8::7", true],
  ["192.168.1.8", false],
  ["2001:db8::8", false],
  ["::2", false],
])("%s belongs to this machine: %j", (address, expected) => {
  expect(isLocalAddress(address, () => interfacesWith("192.168.1.7", "2001:db8::7"))).toBe(
    expected,
  );
});
