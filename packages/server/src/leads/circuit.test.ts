import { expect, it } from "vitest";
import { createCircuit } from "./circuit.ts";

it("lets as many begin as there is room for", () => {
  const circuit = createCircuit(4);

  expect([circuit.mayAsk(0, 0), circuit.mayAsk(0, 3), circuit.mayAsk(0, 9)]).toEqual([4, 1, 0]);
});

it("pauses after three failures in a row, then lets one try, and pauses longer each time", () => {
  const circuit = createCircuit(4);

  for (let n = 0; n < 3; n++) circuit.failed(1_000, undefined);

  expect(circuit.mayAsk(15_999, 0)).toBe(0);
  expect(circuit.mayAsk(16_000, 0)).toBe(1);
  expect(circuit.mayAsk(16_000, 1)).toBe(0);
  circuit.failed(16_000, undefined);
  expect(circuit.closedUntil(16_001)).toBe(46_000);
  for (let n = 0; n < 100; n++) circuit.failed(50_000, undefined);
  expect(circuit.closedUntil(50_000)).toBe(350_000);
});

it("opens again with the first success", () => {
  const circuit = createCircuit(4);
  for (let n = 0; n < 3; n++) circuit.failed(0, undefined);

  circuit.succeeded();

  expect(circuit.mayAsk(0, 0)).toBe(4);
  circuit.failed(0, undefined);
  expect(circuit.mayAsk(0, 0)).toBe(4);
});

it("does as it is asked by Retry-After, up to five minutes", () => {
  const circuit = createCircuit(4);

  circuit.failed(0, 20_000);
  expect(circuit.closedUntil(0)).toBe(20_000);
  circuit.failed(0, 9_999_999);
  expect(circuit.closedUntil(0)).toBe(300_000);
});
