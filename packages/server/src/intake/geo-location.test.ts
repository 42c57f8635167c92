import { afterEach, beforeEach, expect, it } from "vitest";
import { type Loopback, serveOnLoopback } from "../../../../test/harness/loopback.ts";
import { createOpenBodies, DEFAULT_BODY_LIMITS } from "../bodies/open-bodies.ts";
import { systemClock } from "../platform/clock.ts";
import { systemRandom } from "../platform/random.ts";
import { createIds } from "../domain/ids.ts";
import { PLAIN } from "../domain/brand.ts";
import { withLeadDefaults } from "../domain/submission/lead.ts";
import { silentLog } from "../platform/log.ts";
import type { NewSubmission } from "../store/submissions/new-submission.ts";
import { installationOf } from "../domain/delivery/hops.ts";
import { FORM_DEFAULTS } from "../domain/form.ts";
import { createAltcha } from "../spam/altcha.ts";
import { createRateLimit } from "../platform/rate-limit.ts";
import { createFieldDrift } from "../domain/fields/field-drift.ts";
import type { IntakeForm } from "../store/forms/form-lookup.ts";
import { formAddress } from "./form-address.ts";
import { DEFAULT_LIMITS } from "./parse/limits.ts";

const MUNICH = { country: "Germany", region: "Bavaria", city: "Munich" };
const FORM: IntakeForm = {
  ...FORM_DEFAULTS,
  id: 1,
  account_id: 1,
  name: "Contact",
  lead_scoring: withLeadDefaults({ enabled: true }),
  rules: null,
  look: PLAIN,
};

const stored: NewSubmission[] = [];
const locatedIps: string[] = [];
let http: Loopback;
beforeEach(async () => {
  stored.length = 0;
  locatedIps.length = 0;
  const nothing = () => undefined;
  const unused = () => Promise.reject(new Error("No file was sent."));
  http = await serveOnLoopback(
    formAddress({
      store: {
        findForm: () => FORM,
        accept: (submission) => {
          stored.push(submission);
          return Promise.resolve({ id: 1, spam: false, hasDue: false, isRepeat: false });
        },
      },
      storage: {
        write: unused,
        read: unused,
        size: unused,
        remove: unused,
        list: unused,
        dropUnfinished: unused,
        close: nothing,
      },
      openFiles: new Set(),
      installation: installationOf([]),
      limits: DEFAULT_LIMITS,
      clientAddress: ({ socket }) => socket.remoteAddress ?? null,
      rateLimit: createRateLimit(undefined, systemClock),
      admit: nothing,
      fileQuota: {
        storageFor: (_, storage) => storage,
        formsAbove: () => [],
        highestShare: () => 0,
      },
      bodies: createOpenBodies(DEFAULT_BODY_LIMITS, systemClock, silentLog),
      classifiers: { of: nothing },
      fieldDrift: createFieldDrift(),
      externalServices: {
        altcha: createAltcha(systemClock),
        request: () => Promise.reject(new Error("No service is called.")),
        log: silentLog,
        takesMail: () => Promise.resolve(undefined),
        akismetKey: undefined,
        publicUrl: () => "",
      },
      ids: createIds(systemRandom),
      clock: systemClock,
      log: silentLog,
      locationOf: (ip) => {
        locatedIps.push(ip);
        return MUNICH;
      },
      hasLeadModel: false,
      onLead: nothing,
      onDue: nothing,
      onAccepted: nothing,
      publicUrl: () => "",
      onAnswered: nothing,
      onRejected: nothing,
    }),
  );
});
afterEach(() => http.close());

it("stores the location of the sender's address, and scores the lead with it", async () => {
  await fetch(`${http.url}/f/1.json`, {
    method: "POST",
    body: new URLSearchParams({ message: "Hello" }),
  });

  expect(locatedIps).toEqual(["127.0.0.1"]);
  expect(stored).toMatchObject([
    {
      geocoded: '["Germany","Bavaria","Munich"]',
      lead: { score_location_info: "The sender's address is in Munich, Bavaria, Germany." },
    },
  ]);
});
