// Connections that are used for several deliveries.
import type { Socket } from "node:net";
import {
  RESET,
  answered,
  sendNext,
  andThen,
  reset,
  finish,
  connectionIsIdle,
  useScriptedReceivers,
} from "../../test/scripted-receivers.ts";

const { accepted, dialed, scripts, receive, open } = useScriptedReceivers();

it.each<[string, (socket: Socket) => unknown]>([
  ["is closed by the receiver", finish],
  ["is reset by the receiver", reset],
])("that %s while idle does not fail the next attempt", async (_, leave) => {
  const url = await receive(sendNext);
  const egress = open();
  const first = await egress.post(url);

  const [socket] = accepted;
  if (socket !== undefined) leave(socket);
  await expect.poll(() => dialed[0]?.destroyed).toBe(true);
  const second = await egress.post(url);

  expect([first, second]).toMatchObject([answered(200, "next"), answered(200, "next")]);
  expect(accepted).toHaveLength(2);
});

it("that is half closed with the response is not used again", async () => {
  const url = await receive(andThen(sendNext, finish), sendNext);
  const egress = open();

  const results = [await egress.post(url), await egress.post(url)];

  expect(results).toMatchObject([answered(200, "next"), answered(200, "next")]);
  expect(accepted).toHaveLength(2);
});

it("that is reset during a request fails the attempt; the request is not sent again", async () => {
  const url = await receive(sendNext, reset, sendNext);
  const egress = open();

  const first = await egress.post(url);
  await connectionIsIdle();
  const second = await egress.post(url);

  expect([first, second]).toMatchObject([answered(200, "next"), RESET]);
  // Both scripts ran once: undici did not retry the reset request.
  expect(scripts).toHaveLength(1);
  expect(accepted).toHaveLength(1);
});
