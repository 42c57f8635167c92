/** The `lookup` function of a socket, which checks the addresses of a name before one is dialed. */
import type { LookupAddress } from "node:dns";
import { BlockedAddress } from "./blocked-address.ts";
import type { Resolve } from "./dns-lookups.ts";

/**
 * @param blockReason Why an address must not be dialed. One blocked address blocks the whole name.
 */
export function socketLookup(
  resolve: Resolve,
  blockReason: (host: string, address: string) => string | undefined,
) {
  return (
    host: string,
    options: { readonly all?: boolean | undefined },
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ) => {
    resolve(host, (error, addresses) => {
      const [first] = addresses;
      if (error !== null || first === undefined) {
        done(error ?? noAddress(host), []);
        return;
      }
      for (const { address } of addresses) {
        const reason = blockReason(host, address);
        if (reason !== undefined) {
          done(new BlockedAddress(reason), []);
          return;
        }
      }
      if (options.all === true) done(null, [...addresses]);
      else done(null, first.address, first.family);
    });
  };
}

function noAddress(host: string): Error {
  return Object.assign(new Error(`DNS has no address for ${host}.`), { code: "ENOTFOUND" });
}
