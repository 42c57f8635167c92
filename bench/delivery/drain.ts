// How many deliveries a second leave after an outage, when all are due at once, compared with a loop of undici that
// posts the same bytes.
import { compare, type Measured, type Row } from "../rounds.ts";
import { startServer } from "../server.ts";
import { DELIVERIES, perSecond, postAll, sendBare, withReceiver } from "./deliveries.ts";

/** The receiver holds its first answers until all posts are taken, so all other deliveries wait and are due. */
export const drain = async (): Promise<Row> =>
  withReceiver(async (receiver) => {
    await using server = await startServer();
    const ours = async (): Promise<Measured> => {
      const path = receiver.newHeldPath();
      await postAll([await server.makeForm(receiver.url(path))], DELIVERIES);
      const start = performance.now();
      receiver.release(path);
      await receiver.untilArrived([path], DELIVERIES);
      return { perSecond: perSecond(DELIVERIES, start) };
    };
    const baseline = async (): Promise<Measured> => {
      const start = performance.now();
      await sendBare(receiver.url(receiver.newPath()), DELIVERIES);
      return { perSecond: perSecond(DELIVERIES, start) };
    };
    return await compare({ name: "drain", required: 0.25, aim: 0.4, ours, baseline });
  });
