// Files that take longest start first: otherwise one worker still runs them when the others have nothing left.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** More than 20 seconds each, though most of them are short to read; vitest takes the size for the time. */
const LONG = ["packages/server/src/recipients/confirmations.test.ts"];

/** The order within a project; a worker would load all modules again to change between projects. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((path) => moduleId.endsWith(`/${path}`));
      return place === -1 ? LONG.length : place;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- not of an array
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) =>
      sorted
        .filter(({ project }) => project.name === name)
        .toSorted((a, b) => placeOf(a) - placeOf(b)),
    );
  }
}
