import { type ListAnswer, type ListPosition, readUnreadList } from "./client-source.ts";

const records = (...ids: number[]) => ids.map((id) => ({ id, form_id: 3 }));

/** Reads the whole list; `answers` returns the page at a position. */
async function read(answer: (at: ListPosition, asked: number) => ListAnswer) {
  const asked: ListPosition[] = [];
  const list = async (at: ListPosition) => answer(at, asked.push(at));
  const pages = await Array.fromAsync(readUnreadList(list));
  return { asked, pages };
}

describe("a list with cursors", () => {
  it("is yielded page by page to its end", async () => {
    const { asked, pages } = await read((at) =>
      "cursor" in at
        ? { submissions: records(3), meta: { next_cursor: null } }
        : { submissions: records(1, 2), meta: { next_cursor: "c2" } },
    );

    expect(asked).toEqual([{}, { cursor: "c2" }]);
    expect(pages).toEqual([
      { kind: "records", submissions: records(1, 2) },
      { kind: "records", submissions: records(3) },
    ]);
  });

  it("ends with an error if a cursor repeats", async () => {
    await expect(
      read(() => ({ submissions: records(1), meta: { next_cursor: "again" } })),
    ).rejects.toThrow("The server's list repeats a cursor, so its end cannot be reached.");
  });
});

describe("a list without cursors", () => {
  it("is read to its end before the first id is yielded, oldest first", async () => {
    const { asked, pages } = await read((at) => {
      const page = "page" in at ? at.page : 1;
      return { submissions: [records(9, 8), records(7), []][page - 1] ?? [], meta: {} };
    });

    expect(asked).toEqual([{}, { page: 2 }, { page: 3 }]);
    expect(pages).toEqual([{ kind: "ids", entries: [7, 8, 9].map((id) => ({ id, formId: 3 })) }]);
  });

  it("ends even if the server returns the same page forever", async () => {
    const { asked } = await read(() => ({ submissions: records(1, 2), meta: {} }));

    expect(asked).toHaveLength(2);
  });

  it("is yielded in pages of 500", async () => {
    const { pages } = await read((at) => {
      const page = "page" in at ? at.page : 1;
      const ids = Array.from({ length: page > 12 ? 0 : 100 }, (_, i) => page * 100 + i);
      return { submissions: records(...ids), meta: {} };
    });

    expect(pages.map((page) => page.kind === "ids" && page.entries.length)).toEqual([
      500, 500, 200,
    ]);
  });
});
