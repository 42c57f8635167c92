/** What a socket asks for the addresses of a name, when something has to say before it dials. */
import type { LookupAddress } from "node:dns";
import { BlockedAddress } from "./blocked-address.ts";
import type { Resolve } from "./dns-lookups.ts";

/** @param refusal Why an address must not be dialled; of all that a name has, one is enough. */
export function socketLookup(
  lookUp: Resolve,
  refusal: (host: string, address: string) => string | undefined,
) {
  return (
    host: string,
    options: { readonly all?: boolean | undefined },
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ) => {
    lookUp(host, (error, addresses) => {
      const [first] = addresses;
      if (error !== null || first === undefined) {
        done(error ?? noAddress(host), []);
        return;
      }
      for (const { address } of addresses) {
        const reason = refusal(host, address);
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
  return Object.assign(new Error(`${host} has no address.`), { code: "ENOTFOUND" });
}
