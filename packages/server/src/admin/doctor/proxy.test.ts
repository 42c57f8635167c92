import type { ProbeAnswer } from "../../domain/probe.ts";
import { CLAIMED, judge } from "./server.ts";

const ANSWER: ProbeAnswer = {
  version: "1.0.0",
  peer: "10.0.0.2",
  is_trusted: true,
  client: "198.51.100.7",
  host: "forms.example.org",
  is_known_host: true,
  forwarded: { "x-forwarded-for": `${CLAIMED}, 198.51.100.7`, "x-forwarded-proto": "https" },
};
const UNTRUSTED = { is_trusted: false, client: "10.0.0.2" };

describe("the judgement of proxies", () => {
  it.each<[string, Partial<ProbeAnswer>, boolean, string, RegExp]>([
    ["a trusted proxy that appends", {}, true, "ok", /reports 198\.51\.100\.7/],
    [
      "a trusted proxy that replaces",
      { forwarded: { "x-forwarded-for": "198.51.100.7" } },
      true,
      "ok",
      /10\.0\.0\.2 is trusted/,
    ],
    [
      "a trusted proxy with Forwarded",
      { forwarded: { forwarded: "for=198.51.100.7" } },
      true,
      "ok",
      /arrived: forwarded\./,
    ],
    [
      "a proxy on this machine, which is trusted itself",
      { client: CLAIMED },
      true,
      "ok",
      /reports a trusted address/,
    ],
    ["an untrusted proxy", UNTRUSTED, false, "warning", /Set INTRAY_TRUST_PROXY=10\.0\.0\.2\.$/],
    ["a second proxy", UNTRUSTED, true, "warning", /INTRAY_TRUST_PROXY=10\.0\.0\.2 in addition\.$/],
    [
      "an untrusted proxy that removes the header",
      { ...UNTRUSTED, forwarded: {} },
      false,
      "warning",
      /arrived: none\. Set INTRAY_TRUST_PROXY=/,
    ],
    [
      "no proxy",
      { ...UNTRUSTED, forwarded: { "x-forwarded-for": CLAIMED } },
      false,
      "ok",
      /No proxy is in front/,
    ],
    [
      "no proxy, though one is trusted",
      { ...UNTRUSTED, forwarded: { "x-forwarded-for": CLAIMED } },
      true,
      "warning",
      /remove INTRAY_TRUST_PROXY/,
    ],
    [
      "a trusted proxy that passes on what clients claim",
      { client: CLAIMED, forwarded: { "x-forwarded-for": CLAIMED, via: "1.1 proxy" } },
      true,
      "warning",
      /every client can claim any address/,
    ],
    [
      "a trusted proxy that sends no address",
      { client: "10.0.0.2", forwarded: { "x-forwarded-proto": "https" } },
      true,
      "warning",
      /Let the proxy send X-Forwarded-For/,
    ],
    [
      "a proxy with another host",
      { is_known_host: false, host: "backend:8787" },
      true,
      "failed",
      /for the host backend:8787.*INTRAY_ALLOWED_HOSTS/,
    ],
  ])("recognizes %s", (_, over, hasTrusted, state, text) => {
    const result = judge({ ...ANSWER, ...over }, hasTrusted);

    expect(result.state).toBe(state);
    expect([result.message, result.hint ?? []].flat().join(" ")).toMatch(text);
  });
});
