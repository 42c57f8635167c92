// Lists every folder in reverse, as another file system might. Loaded by `--import` into each process of a build.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { readdir, readdirSync } = fs;
const { readdir: readdirPromise } = fs.promises;

fs.readdirSync = (...args) => readdirSync(...args).toReversed();
fs.promises.readdir = async (...args) => (await readdirPromise(...args)).toReversed();
fs.readdir = (...args) => {
  const done = args.pop();
  readdir(...args, (error, entries) => done(error, entries?.toReversed()));
};
syncBuiltinESMExports();
