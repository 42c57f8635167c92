// Limits of a JSON body that hold before it is parsed.
import { Hono } from "hono";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import type { ApiEnv } from "./env.ts";
import { parseBody } from "./request.ts";

const SCHEMA = z.object({ ids: z.array(z.number()).optional() });

/** What the handler of a request throws, or the parsed body. */
async function outcomeOf(body: string): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const app = new Hono<ApiEnv>();
  app.post("/", async (c) => {
    await parseBody(c, SCHEMA).then(resolve, resolve);
    return c.body(null);
  });
  await app.request("/", { method: "POST", body, headers: { "content-type": "application/json" } });
  return promise;
}

it("a body may have 10,000 values, however they are nested", async () => {
  const nested = (depth: number) =>
    `{"text":"with, [commas] and {\\"braces\\"}","extra":${"[".repeat(depth)}${"]".repeat(depth)}}`;

  expect(await outcomeOf(nested(9_998))).toEqual({});
  for (const body of [nested(9_999), `{"extra":[${"1,".repeat(9_999)}1]}`, "[".repeat(1_000_000)]) {
    expect(await outcomeOf(body)).toMatchObject({
      code: "too_large",
      message: /more than 10000 values/,
    });
  }
});

it("a body that is wrong in many places is answered with the first 100 of them", async () => {
  const error = await outcomeOf(JSON.stringify({ ids: Array.from({ length: 900 }, () => "x") }));

  expect(error).toBeInstanceOf(AppError);
  expect((error as AppError).fields).toHaveLength(100);
  expect((error as AppError).fields[99]?.field).toBe("ids.99");
});
