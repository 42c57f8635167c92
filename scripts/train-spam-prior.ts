/**
 * Trains the spam classifier's prior and writes it into the server: `npm run train:prior -- FILE…`.
 * docs/use/spam.md says which texts it was trained with.
 */
import { writeFileSync } from "node:fs";
import { certainScore, fitPrior, judgeSources, priorTexts } from "../bench/spam/prior.ts";
import { storedPrior } from "../packages/server/src/domain/spam/prior.ts";

const paths = process.argv.slice(2);
if (paths.length === 0) throw new Error("Name the files of texts to train with.");
const texts = priorTexts(paths);
const scale = certainScore(judgeSources(texts));
const file = new URL("../packages/server/src/domain/spam/prior-weights.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(storedPrior(fitPrior(texts), scale), null, 2)}\n`);
console.log(`Trained with ${texts.length} texts.`);
