// Handlers see their framework's own context, with its types, without a dependency on it.
import express from "express";
import type { Request as ExpressRequest } from "express";
import fastify from "fastify";
import type { FastifyRequest } from "fastify";
import { Hono } from "hono";
import type { Context } from "hono";
import Koa from "koa";
import type { ParameterizedContext } from "koa";
import { expectTypeOf, it } from "vitest";
import { createReceiver as createExpressReceiver } from "./express.ts";
import { createReceiver as createFastifyReceiver } from "./fastify.ts";
import { createReceiver as createHonoReceiver } from "./hono.ts";
import { createReceiver as createKoaReceiver } from "./koa.ts";
import { createReceiver as createLambdaReceiver } from "./lambda.ts";
import type { LambdaEvent } from "./lambda.ts";

const secrets = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

it("takes the context's type where the receiver is mounted, or as it is told", () => {
  express().post(
    "/hook",
    createExpressReceiver<ExpressRequest>({ secrets }, (_delivery, request) => {
      expectTypeOf(request).toEqualTypeOf<ExpressRequest>();
    }),
  );
  new Koa().use(
    createKoaReceiver<ParameterizedContext>({ secrets }, (_delivery, context) => {
      expectTypeOf(context.ip).toEqualTypeOf<string>();
    }),
  );
  new Hono<{ Bindings: { SECRET: string } }>().post(
    "/hook",
    createHonoReceiver<Context<{ Bindings: { SECRET: string } }>>(
      { secrets: (context) => context.env.SECRET },
      (_delivery, context) => {
        expectTypeOf(context.env.SECRET).toEqualTypeOf<string>();
      },
    ),
  );
  fastify().register(
    createFastifyReceiver<FastifyRequest>({ path: "/hook", secrets }, (_delivery, request) => {
      expectTypeOf(request).toEqualTypeOf<FastifyRequest>();
    }),
  );
  createLambdaReceiver<LambdaEvent & { rawPath: string }>({ secrets }, (_delivery, event) => {
    expectTypeOf(event.rawPath).toEqualTypeOf<string>();
  });
});
