// 200 webhooks with the same number of due deliveries, of which 20 are dead (10 refuse connections, 10 never
// respond), compared with the same healthy webhooks without the dead ones.
import { freePort } from "../../test/harness/loopback.ts";
import { compare, type Measured, type Row } from "../rounds.ts";
import { startServer } from "../server.ts";
import { perSecond, postAll, type Receiver, withReceiver } from "./deliveries.ts";

const WEBHOOKS = 200;
const DEAD_WEBHOOKS = 20;
const DELIVERIES_PER_WEBHOOK = 60;

export const deliverMany = async (): Promise<Row> =>
  withReceiver(async (receiver) => {
    const refusing = await freePort();
    const dead = Array.from({ length: DEAD_WEBHOOKS }, (_, n) =>
      n % 2 === 0 ? receiver.url(`/hang/${n}`) : `http://127.0.0.1:${refusing}/`,
    );
    return await compare({
      name: "deliver-many",
      required: 0.88,
      aim: 1,
      ours: () => healthyRate(receiver, dead),
      baseline: () => healthyRate(receiver, []),
    });
  });

/** A new server for each round, so that deliveries to dead webhooks do not remain for the next round. */
async function healthyRate(receiver: Receiver, dead: readonly string[]): Promise<Measured> {
  await using server = await startServer();
  const paths = Array.from({ length: WEBHOOKS - DEAD_WEBHOOKS }, () => receiver.newPath());
  const healthy = await Promise.all(paths.map((path) => server.makeForm(receiver.url(path))));
  const deadForms = await Promise.all(dead.map((url) => server.makeForm(url)));
  // Before the measurement starts, since accepting these posts takes time too.
  if (deadForms.length > 0) await postAll(deadForms, DELIVERIES_PER_WEBHOOK * deadForms.length);
  const start = performance.now();
  await postAll(healthy, DELIVERIES_PER_WEBHOOK * healthy.length);
  await receiver.untilArrived(paths, DELIVERIES_PER_WEBHOOK);
  return { perSecond: perSecond(DELIVERIES_PER_WEBHOOK * healthy.length, start) };
}
