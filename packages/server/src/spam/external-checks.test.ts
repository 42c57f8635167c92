// Captchas and Akismet, answered by a server of the test's own on this machine.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { suspect } from "../../test/suspect.ts";
import { type Clock, systemClock } from "../platform/clock.ts";
import { type Captcha, SPAM_CHECK_DEFAULTS } from "../domain/form.ts";
import { silentLog } from "../platform/log.ts";
import { type AltchaChallenge, createAltcha } from "./altcha.ts";
import { type AskOutside, createAskOutside } from "./external-request.ts";
import type { OutsideParts, Sender } from "./sender.ts";
import { findingsOutside } from "./external-checks.ts";

let asked: { readonly url: string; readonly form: URLSearchParams }[];
let reply: (response: ServerResponse) => void;
let origin: string;
const server = createServer((request: IncomingMessage, response) => {
  void text(request).then(() => reply(response));
});
beforeEach(async () => {
  asked = [];
  reply = (response) => response.end("{}");
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

const answerWith = (body: unknown, status = 200) => {
  reply = (response) =>
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
};

const SENDER: Sender = {
  ip: "198.51.100.1",
  userAgent: "Browser",
  referrer: "https://example.org/",
  captchaAnswer: "answer",
};

/** Asks the test's server, whatever address is meant. */
function parts(over: { readonly deadlineMs?: number } = {}): OutsideParts {
  const ask = createAskOutside(systemClock, over.deadlineMs);
  const here: AskOutside = (url, form) => {
    asked.push({ url, form });
    return ask(`${origin}/`, form);
  };
  return {
    altcha: createAltcha(systemClock, 1),
    ask: here,
    log: silentLog,
    akismetKey: "0123456789ab",
    publicUrl: () => "https://forms.example.org",
  };
}

function judge(
  captcha: Captcha | null,
  { sender = SENDER, akismet = false, use = parts(), message = "Hello there" } = {},
) {
  const spam_checks = { ...SPAM_CHECK_DEFAULTS, akismet };
  return findingsOutside(suspect({ message }), sender, { id: 1, captcha, spam_checks }, use);
}

const turnstile: Captcha = { provider: "turnstile", site_key: "site", secret: "the-secret" };

describe("a captcha of another service", () => {
  it.each([
    ["turnstile", "https://challenges.cloudflare.com/turnstile/v0/siteverify"],
    ["hcaptcha", "https://api.hcaptcha.com/siteverify"],
    ["recaptcha", "https://www.google.com/recaptcha/api/siteverify"],
  ] as const)(
    "is asked of %s, with the secret, the answer and the address",
    async (provider, url) => {
      answerWith({ success: true });

      expect(await judge({ ...turnstile, provider })).toEqual([]);
      expect(asked.map((one) => [one.url, Object.fromEntries(one.form)])).toEqual([
        [url, { secret: "the-secret", response: "answer", remoteip: "198.51.100.1" }],
      ]);
    },
  );

  it("that was not solved is spam", async () => {
    answerWith({ success: false, "error-codes": ["invalid-input-response"] });

    expect(await judge(turnstile)).toMatchObject([{ check: "captcha", weight: 1 }]);
  });

  it("without an answer is spam, and nobody is asked", async () => {
    const sender = { ...SENDER, captchaAnswer: null };

    expect(await judge(turnstile, { sender })).toMatchObject([{ check: "captcha", weight: 1 }]);
    expect(asked).toEqual([]);
  });

  it("with a megabyte for an answer is spam, and nobody is asked", async () => {
    const sender = { ...SENDER, captchaAnswer: "x".repeat(1_000_000) };

    expect(await judge(turnstile, { sender })).toMatchObject([{ weight: 1 }]);
    expect(asked).toEqual([]);
  });

  it.each([
    [0.1, 0.7],
    [0.9, undefined],
  ])("with a score of %s weighs %s", async (score, weight) => {
    answerWith({ success: true, score });

    const [found] = await judge({ ...turnstile, provider: "recaptcha" });

    expect(found?.weight).toBe(weight);
  });

  it.each<[string, unknown, number]>([
    ["refuses our secret", { success: false, "error-codes": ["invalid-input-secret"] }, 200],
    ["answers an error", "gone", 503],
    ["answers no JSON", "<html>", 200],
    ["answers other JSON", { ok: 1 }, 200],
    ["answers too much", "x".repeat(100_000), 200],
  ])("is a small doubt and no spam when the service %s", async (_, body, status) => {
    answerWith(body, status);

    expect(await judge(turnstile)).toMatchObject([{ check: "captcha", weight: 0.2 }]);
  });

  it("is a small doubt when the service does not answer in time, or is not there", async () => {
    reply = () => undefined;
    const silent = await judge(turnstile, { use: parts({ deadlineMs: 50 }) });
    const nowhere = await judge(turnstile, {
      use: { ...parts(), ask: () => Promise.reject(new Error("connect ECONNREFUSED")) },
    });

    expect(silent).toMatchObject([{ weight: 0.2, sentence: expect.stringContaining("50 ms") }]);
    expect(nowhere).toMatchObject([{ weight: 0.2 }]);
  });

  it("is a small doubt when the form's secret does not open", async () => {
    expect(await judge({ ...turnstile, secret: null })).toMatchObject([{ weight: 0.2 }]);
  });
});

describe("Akismet", () => {
  it("is asked only where a form wants it, and is told the post", async () => {
    answerWith("false");

    await judge(null);
    const found = await judge(null, { akismet: true, message: "Hello Akismet" });

    expect(found).toEqual([]);
    expect(asked).toHaveLength(1);
    expect(Object.fromEntries(asked[0]?.form ?? [])).toMatchObject({
      api_key: "0123456789ab",
      blog: "https://forms.example.org",
      user_ip: "198.51.100.1",
      user_agent: "Browser",
      comment_type: "contact-form",
      comment_content: "message: Hello Akismet",
    });
  });

  it.each([
    ["true", 1],
    ["invalid", 0.2],
    ["", 0.2],
  ])("that answers %j weighs %s", async (body, weight) => {
    answerWith(body);

    expect(await judge(null, { akismet: true })).toMatchObject([{ check: "akismet", weight }]);
  });
});

describe("ALTCHA", () => {
  const SECRET = "a-secret-of-this-form";
  const altcha: Captcha = { provider: "altcha", site_key: null, secret: SECRET };

  async function solved(challenge: AltchaChallenge): Promise<string> {
    const solution = await solveChallenge({ challenge, deriveKey });
    return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
  }

  it("takes a solution once, and asks nobody", async () => {
    const use = parts();
    const captchaAnswer = await solved(await use.altcha.challenge(SECRET));
    const sender = { ...SENDER, captchaAnswer };

    const first = await judge(altcha, { sender, use });
    const again = await judge(altcha, { sender, use });

    expect(first).toEqual([]);
    expect(again).toMatchObject([{ weight: 1, sentence: expect.stringContaining("used before") }]);
    expect(asked).toEqual([]);
  });

  it("takes one of two that come at the same moment", async () => {
    const { altcha: made } = parts();
    const answer = await solved(await made.challenge(SECRET));

    const results = await Promise.all([made.check(answer, SECRET), made.check(answer, SECRET)]);

    expect(results.toSorted()).toEqual(["solved", "used"]);
  });

  it("takes no solution of another form, no changed one, and none from before", async () => {
    let now = systemClock.now();
    const clock: Clock = { now: () => now, after: (ms, run) => systemClock.after(ms, run) };
    const made = createAltcha(clock, 1);
    const challenge = await made.challenge(SECRET);
    const answer = await solved(challenge);
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: "0" } };

    expect(await made.check(answer, "another-secret")).toBe("unsolved");
    expect(await made.check(await solved(easier), SECRET)).toBe("unsolved");
    now += 3_600_001;
    expect(await made.check(answer, SECRET)).toBe("expired");
  });

  it("takes nothing that is no solution, whatever it is", async () => {
    const { altcha: made } = parts();
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.json().map((json) => btoa(encodeURI(json))),
        ),
        async (answer) => {
          expect(await made.check(answer, SECRET)).toBe("unsolved");
        },
      ),
    );
    expect(await made.check("A".repeat(1_000_000), SECRET)).toBe("unsolved");
  });
});
