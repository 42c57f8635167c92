import type { ProbeAnswer } from "../../domain/probe.ts";
import { CLAIMED, judge } from "./server.ts";

const CLIENT = "198.51.100.7";
const xff = (list: string, headers: object = {}) => ({
  forwarded: { "x-forwarded-for": list, ...headers },
});
const ANSWER: ProbeAnswer = {
  version: "1.0.0",
  peer: "10.0.0.2",
  is_trusted: true,
  client: CLIENT,
  host: "forms.example.org",
  is_known_host: true,
  ...xff(`${CLAIMED}, ${CLIENT}`, { "x-forwarded-proto": "https" }),
};
const UNTRUSTED = { is_trusted: false, client: "10.0.0.2" };
const REMOVED = { ...UNTRUSTED, forwarded: {} };
const NO_PROXY = { ...UNTRUSTED, ...xff(CLAIMED) };

it.each<[string, Partial<ProbeAnswer>, boolean, string, RegExp]>([
  ["a trusted proxy that appends", {}, true, "ok", /reports 198\.51\.100\.7/],
  ["a trusted proxy that replaces", xff(CLIENT), true, "ok", /10\.0\.0\.2 is trusted/],
  [
    "a trusted proxy with Forwarded",
    { forwarded: { forwarded: `for=${CLIENT}` } },
    true,
    "ok",
    /arrived: forwarded\./,
  ],
  ["a proxy on this machine", { client: CLAIMED }, true, "ok", /reports a trusted address/],
  ["an untrusted proxy", UNTRUSTED, false, "warning", /Set INTRAY_TRUST_PROXY=10\.0\.0\.2\.$/],
  ["a second proxy", UNTRUSTED, true, "warning", /INTRAY_TRUST_PROXY=10\.0\.0\.2 in addition\.$/],
  ["one that removes the header", REMOVED, false, "warning", /none\. Set INTRAY_TRUST_PROXY=/],
  ["no proxy", NO_PROXY, false, "ok", /No proxy is in front/],
  ["no proxy, though one is trusted", NO_PROXY, true, "warning", /remove INTRAY_TRUST_PROXY/],
  [
    "a trusted proxy that passes on what clients claim",
    { client: CLAIMED, ...xff(CLAIMED, { via: "1.1 proxy" }) },
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
])("the judgement of proxies recognizes %s", (_, over, hasTrusted, state, text) => {
  const result = judge({ ...ANSWER, ...over }, hasTrusted);

  expect(result.state).toBe(state);
  expect([result.message, result.hint ?? []].flat().join(" ")).toMatch(text);
});
