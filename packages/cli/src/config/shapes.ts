/** What the schemas of files are made of: the part of zod that takes a third of the time to load, with its messages. */
import { config } from "zod/mini";
import en from "zod/v4/locales/en.js";

config(en());

export * from "zod/mini";
