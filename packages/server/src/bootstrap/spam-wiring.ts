/** Prepares the services that spam checks call. */
import type { Config } from "../config/config.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { type AkismetCorrections, createAkismetCorrections } from "../spam/akismet-corrections.ts";
import { createAltcha } from "../spam/altcha.ts";
import { createExternalRequest } from "../spam/external-request.ts";
import type { ExternalServices } from "../spam/external-services.ts";
import { createMailDomains } from "../spam/mail-domains.ts";
import type { Store } from "../store/store.ts";

export function externalServicesOf(
  { akismetKey }: Pick<Config, "akismetKey">,
  {
    clock,
    log,
    publicUrl,
  }: { readonly clock: Clock; readonly log: Log; readonly publicUrl: () => string },
): ExternalServices {
  return {
    altcha: createAltcha(clock),
    request: createExternalRequest(clock),
    takesMail: createMailDomains(clock),
    log,
    akismetKey,
    publicUrl,
  };
}

export const akismetCorrectionsOf = (
  store: Pick<Store, "reads">,
  services: ExternalServices,
): AkismetCorrections =>
  createAkismetCorrections(
    {
      changing: (marks) => store.reads.akismetChanges(marks),
      read: (id) => store.reads.readCorrection({ id }),
    },
    services,
  );
