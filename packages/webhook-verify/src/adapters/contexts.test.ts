// Handlers get the context of their framework with its type, although the package does not depend on it.
import express, { type Request as ExpressRequest } from "express";
import fastify, { type FastifyRequest } from "fastify";
import { Hono, type Context } from "hono";
import Koa, { type ParameterizedContext } from "koa";
import { createReceiver as createExpressReceiver } from "./express.ts";
import { createReceiver as createFastifyReceiver } from "./fastify.ts";
import { createReceiver as createHonoReceiver } from "./hono.ts";
import { createReceiver as createKoaReceiver } from "./koa.ts";
import { createReceiver as createLambdaReceiver, type LambdaEvent } from "./lambda.ts";

const secrets = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

it("infers the type of the context, or takes it as a type argument", () => {
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
