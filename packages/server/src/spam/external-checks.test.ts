// Captchas and Akismet, answered by a local test server.
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import fc from "fast-check";
import { serveOnLoopback } from "../../../../test/harness/loopback.ts";
import { useEach } from "../../../../test/harness/use.ts";
import { spamCheckInput } from "../../test/spam-check-input.ts";
import { useFixture } from "../../test/fixture.ts";
import { withWallTime } from "../../test/fake-clock.ts";
import { type Clock, systemClock } from "../platform/clock.ts";
import { type Captcha, SPAM_CHECK_DEFAULTS } from "../domain/form.ts";
import { silentLog } from "../platform/log.ts";
import { useSolution } from "../store/idempotency/idempotency-keys.ts";
import { type AltchaChallenge, createAltcha } from "./altcha.ts";
import { type ExternalRequest, createExternalRequest } from "./external-request.ts";
import { externalChecksOf, runExternalChecks } from "./external-checks.ts";
import type { ExternalServices, PostSender } from "./external-services.ts";

let requests: { readonly url: string; readonly form: URLSearchParams }[];
let reply: (response: ServerResponse) => void;
const server = useEach(() => {
  requests = [];
  reply = (response) => response.end("{}");
  return serveOnLoopback((request, response) => {
    void text(request).then(() => reply(response));
  });
});

const answerWith = (body: unknown, status = 200) => {
  reply = (response) =>
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
};

const MAIL_DOMAINS = new Map([
  ["takes.example", true],
  ["none.example", false],
]);

const SENDER: PostSender = {
  ip: "198.51.100.1",
  userAgent: "Browser",
  referrer: "https://example.org/",
  captchaAnswer: "answer",
};

const fixture = useFixture();
/** As a process opens it: all share the database. */
const openAltcha = (clock: Clock = systemClock) =>
  createAltcha(
    clock,
    (nonce) => fixture.transact((db) => useSolution(db, { nonce, now: clock.now() })),
    1,
  );

/** Sends every request to the test server, whatever its URL. */
function services(over: { readonly deadlineMs?: number } = {}): ExternalServices {
  const send = createExternalRequest(systemClock, over.deadlineMs);
  const request: ExternalRequest = (url, form) => {
    requests.push({ url, form });
    return send(`${server.url}/`, form);
  };
  return {
    altcha: openAltcha(),
    request,
    log: silentLog,
    takesMail: (domain) => Promise.resolve(MAIL_DOMAINS.get(domain)),
    akismetKey: "0123456789ab",
    publicUrl: () => "https://forms.example.org",
  };
}

function findings(
  captcha: Captcha | null,
  { sender = SENDER, akismet = false, use = services(), message = "Hello there" } = {},
) {
  const spam_checks = { ...SPAM_CHECK_DEFAULTS, akismet };
  const checks = externalChecksOf({ id: 1, captcha, spam_checks }, use);
  return runExternalChecks(checks, spamCheckInput({ message }), sender);
}

const turnstile: Captcha = { provider: "turnstile", site_key: "site", secret: "the-secret" };

describe("the check of the mail domain", () => {
  it.each([
    ["ada@none.example", [{ check: "mail_domain", weight: 1 }]],
    ["ada@takes.example", []],
    ["ada@unknown.example", []],
    [null, []],
  ])("finds in a post from %s: %j", async (email, found) => {
    const spam_checks = { ...SPAM_CHECK_DEFAULTS, mail_domain: true };
    const checks = externalChecksOf({ id: 1, captcha: null, spam_checks }, services());

    expect(await runExternalChecks(checks, spamCheckInput({ email }), SENDER)).toMatchObject(found);
  });

  it("is off by default", () => {
    const settings = { id: 1, captcha: null, spam_checks: SPAM_CHECK_DEFAULTS };

    expect(externalChecksOf(settings, services())).toEqual([]);
  });
});

describe("a captcha of an external provider", () => {
  it.each([
    ["turnstile", "https://challenges.cloudflare.com/turnstile/v0/siteverify"],
    ["hcaptcha", "https://api.hcaptcha.com/siteverify"],
    ["recaptcha", "https://www.google.com/recaptcha/api/siteverify"],
  ] as const)(
    "is verified by %s with the secret, the answer and the IP address",
    async (provider, url) => {
      answerWith({ success: true });

      expect(await findings({ ...turnstile, provider })).toEqual([]);
      expect(requests.map((one) => [one.url, Object.fromEntries(one.form)])).toEqual([
        [url, { secret: "the-secret", response: "answer", remoteip: "198.51.100.1" }],
      ]);
    },
  );

  it("makes the post spam if it was not solved", async () => {
    answerWith({ success: false, "error-codes": ["invalid-input-response"] });

    expect(await findings(turnstile)).toMatchObject([{ check: "captcha", weight: 1 }]);
  });

  it("makes the post spam without a request if there is no answer", async () => {
    const sender = { ...SENDER, captchaAnswer: null };

    expect(await findings(turnstile, { sender })).toMatchObject([{ check: "captcha", weight: 1 }]);
    expect(requests).toEqual([]);
  });

  it("makes the post spam without a request if the answer is a megabyte long", async () => {
    const sender = { ...SENDER, captchaAnswer: "x".repeat(1_000_000) };

    expect(await findings(turnstile, { sender })).toMatchObject([{ weight: 1 }]);
    expect(requests).toEqual([]);
  });

  it.each([
    [0.1, 0.7],
    [0.9, undefined],
  ])("gives a score of %s the weight %s", async (score, weight) => {
    answerWith({ success: true, score });

    const [found] = await findings({ ...turnstile, provider: "recaptcha" });

    expect(found?.weight).toBe(weight);
  });

  it.each<[string, unknown, number]>([
    ["rejects the secret", { success: false, "error-codes": ["invalid-input-secret"] }, 200],
    ["responds with an error", "gone", 503],
    ["responds without JSON", "<html>", 200],
    ["responds with other JSON", { ok: 1 }, 200],
    ["responds with too much", "x".repeat(100_000), 200],
  ])("has a low weight if the provider %s", async (_, body, status) => {
    answerWith(body, status);

    expect(await findings(turnstile)).toMatchObject([{ check: "captcha", weight: 0.2 }]);
  });

  it("has a low weight if the provider does not respond in time, or is unreachable", async () => {
    reply = () => undefined;
    const silent = await findings(turnstile, { use: services({ deadlineMs: 50 }) });
    const request = () => Promise.reject(new Error("connect ECONNREFUSED"));
    const nowhere = await findings(turnstile, { use: { ...services(), request } });

    expect(silent).toMatchObject([{ weight: 0.2, sentence: expect.stringContaining("50 ms") }]);
    expect(nowhere).toMatchObject([{ weight: 0.2 }]);
  });

  it("has a low weight if the form's secret cannot be decrypted", async () => {
    expect(await findings({ ...turnstile, secret: null })).toMatchObject([{ weight: 0.2 }]);
  });
});

describe("Akismet", () => {
  it("is called only for forms that use it, and receives the post", async () => {
    answerWith("false");

    await findings(null);
    expect(await findings(null, { akismet: true, message: "Hello Akismet" })).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(Object.fromEntries(requests[0]?.form ?? [])).toMatchObject({
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
  ])("gives the response %j the weight %s", async (body, weight) => {
    answerWith(body);

    expect(await findings(null, { akismet: true })).toMatchObject([{ check: "akismet", weight }]);
  });
});

describe("ALTCHA", () => {
  const SECRET = "a-secret-of-this-form";
  const altcha: Captcha = { provider: "altcha", site_key: null, secret: SECRET };

  async function solved(challenge: AltchaChallenge): Promise<string> {
    const solution = await solveChallenge({ challenge, deriveKey });
    return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
  }

  it("accepts a solution once, without a request", async () => {
    const use = services();
    const captchaAnswer = await solved(await use.altcha.challenge(SECRET));
    const sender = { ...SENDER, captchaAnswer };

    const first = await findings(altcha, { sender, use });
    const again = await findings(altcha, { sender, use });

    expect(first).toEqual([]);
    expect(again).toMatchObject([{ weight: 1, sentence: expect.stringContaining("used before") }]);
    expect(requests).toEqual([]);
  });

  it("accepts one of two concurrent uses of a solution, by two processes, and none after a restart", async () => {
    const { altcha: made } = services();
    const answer = await solved(await made.challenge(SECRET));

    const both = await Promise.all([made, openAltcha()].map((one) => one.check(answer, SECRET)));

    expect(both.toSorted()).toEqual(["solved", "used"]);
    expect(await openAltcha().check(answer, SECRET)).toBe("used");
  });

  it("rejects solutions of another form, altered ones and expired ones", async () => {
    let now: number = systemClock.now();
    const made = openAltcha(withWallTime(() => now));
    const challenge = await made.challenge(SECRET);
    const answer = await solved(challenge);
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: "0" } };

    expect(await made.check(answer, "another-secret")).toBe("unsolved");
    expect(await made.check(await solved(easier), SECRET)).toBe("unsolved");
    now += 3_600_001;
    expect(await made.check(answer, SECRET)).toBe("expired");
  });

  it("rejects any text that is no solution", async () => {
    const { altcha: made } = services();
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
