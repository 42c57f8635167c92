import { useEach } from "../../../../test/harness/use.ts";
import { completion, GOOD, openModelEndpoint } from "../../test/model-endpoint.ts";
import { createFakeClock } from "../../test/fake-clock.ts";
import { openModel, readAnswer } from "./model.ts";
import fc from "fast-check";

const DEADLINE_MS = 20_000;

const clock = createFakeClock(0);
const endpoint = useEach(openModelEndpoint);
const model = useEach(() => {
  const settings = { url: `${endpoint.url}/chat/completions`, model: "small", apiKey: "sk-test" };
  return openModel(settings, clock, DEADLINE_MS);
});

const requestScore = (signal = new AbortController().signal) =>
  model.requestScore([{ role: "user", content: "{}" }], signal);

it("sends the model's name and the key, and reads the score", async () => {
  expect(await requestScore()).toEqual({ kind: "score", score: GOOD });
  expect(endpoint.requests).toEqual([
    {
      path: "/v1/chat/completions",
      authorization: "Bearer sk-test",
      body: { model: "small", messages: [{ role: "user", content: "{}" }], stream: false },
    },
  ]);
});

it.each([
  ["no JSON", "Sorry, I cannot help with that."],
  ["half of its JSON", completion(GOOD).slice(0, 60)],
  ["no choices", '{"choices":[]}'],
  ["a page of HTML", "<html><body>Welcome</body></html>"],
  ["prose for a score", completion("I would say 80 out of 100.")],
  ["a score beyond its bounds", completion({ ...GOOD, score: 101 })],
  ["a score that is a text", completion({ ...GOOD, score: "77" })],
  ["no reasons", completion({ score: 77 })],
])("finds no score in %s", async (_, body) => {
  endpoint.answer = (response) => void response.end(body);

  expect(await requestScore()).toMatchObject({ kind: "unreadable" });
});

it("reads at most 64 KiB of an endless response", async () => {
  let isCut = false;
  endpoint.answer = (response) => {
    const more = () => {
      while (response.write("x".repeat(8_192))) if (response.destroyed) return;
    };
    response.on("drain", more);
    response.once("close", () => (isCut = true));
    more();
  };

  const large = { kind: "unreadable", problem: /exceeded 65536 bytes/ };
  expect(await requestScore()).toMatchObject(large);
  await vi.waitUntil(() => isCut);
});

it.each([
  [500, {}, undefined],
  [401, {}, undefined],
  [429, { "retry-after": "120" }, 120_000],
  [307, { location: "http://127.0.0.1:9/" }, undefined],
])("reports the model as down after status %i", async (status, headers, retryAfterMs) => {
  endpoint.answer = (response) => void response.writeHead(status, headers).end("no");

  expect(await requestScore()).toEqual({
    kind: "down",
    problem: `it responded with status ${status}`,
    retryAfterMs,
  });
  expect(endpoint.requests).toHaveLength(1);
});

it.each([
  ["sends nothing", () => undefined],
  ["stops in the middle", (response: { write(text: string): unknown }) => response.write('{"ch')],
])("gives up at the deadline when it %s", async (_, answer) => {
  endpoint.answer = (response) => void answer(response);
  const pending = requestScore();
  await vi.waitUntil(() => endpoint.requests.length > 0);

  clock.advance(DEADLINE_MS);

  expect(await pending).toMatchObject({ kind: "down", problem: "no response within 20 s" });
});

it("ends at once when it is aborted", async () => {
  endpoint.answer = () => undefined;
  const controller = new AbortController();
  const pending = requestScore(controller.signal);
  await vi.waitUntil(() => endpoint.requests.length > 0);

  controller.abort();

  expect(await pending).toMatchObject({ kind: "down" });
});

it("reports why the model cannot be reached", async () => {
  endpoint.close();

  const down = { kind: "down", problem: /ECONNREFUSED|other side closed/ };
  expect(await requestScore()).toMatchObject(down);
});

describe("readAnswer", () => {
  it.each([
    ["in a code fence", `\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\``],
    ["after its reasoning", `<think>{"score": 1}</think>\n${JSON.stringify(GOOD)}`],
    ["in a sentence", `Here it is: ${JSON.stringify(GOOD)} Good luck!`],
  ])("reads a score %s", (_, content) => {
    expect(readAnswer(completion(content))).toEqual(GOOD);
  });

  it("rounds a score, and reads a missing or empty location as null", () => {
    const unplaced = { score: 41.6, score_reasoning: "So." };
    const read = { score: 42, score_reasoning: "So.", score_location_info: null };
    expect(readAnswer(completion(unplaced))).toEqual(read);
    expect(readAnswer(completion({ ...unplaced, score_location_info: " " }))).toEqual(read);
  });

  it("shortens texts to one line without control or direction characters", () => {
    const score_reasoning = `a\n\u0000\u001b[31m\u202eb${"c".repeat(5_000)}`;

    const read = readAnswer(completion({ ...GOOD, score_reasoning }))?.score_reasoning;

    expect(read).toMatch(/^a \[31mbc+…$/);
    expect(read).toHaveLength(1_000);
  });

  it("never throws, and never returns a score out of bounds", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.json().map(completion)), (body) => {
        const read = readAnswer(body);
        expect(read?.score ?? 0).toBeGreaterThanOrEqual(0);
        expect(read?.score ?? 0).toBeLessThanOrEqual(100);
      }),
    );
  });
});
