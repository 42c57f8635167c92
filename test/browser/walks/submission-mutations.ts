// Mutations of submissions: on their pages, in the inbox, and undone.
import type { Submission } from "@intray/sdk/schemas";
import type { Mutation, Subject } from "./mutation.ts";
import type { World } from "./world.ts";

const compare = (a: string, b: string) => a.localeCompare(b);

export function submissionMutations(world: World): Readonly<Record<string, Mutation>> {
  const { record, newSubmission, server, count } = world;
  const find = (id: number) => record<Submission>(`/submissions/${id}`);
  const change = async (id: number, submission: object) => {
    await server().request("PATCH", `/submissions/${id}`, { json: { submission } });
  };
  /** The check box of its row. */
  const row = (id: number) => ({ id: String(id) });
  const marked = async (member: "read" | "spam" | "trash", button: string) => {
    const id = await newSubmission();
    const state = async () => (await find(id))[member];
    return { id, path: `/dashboard/submissions/${id}`, button, state, done: true };
  };
  const trashed = async () => {
    const id = await newSubmission();
    await change(id, { trash: true });
    const state = () => count(`submission where id = ${id}`);
    return { id, button: "Delete permanently", state, done: 0 };
  };
  const tagged = async (tags: readonly string[], done: readonly string[]) => {
    const id = await newSubmission();
    await change(id, { tags });
    return {
      id,
      path: `/dashboard/submissions/${id}`,
      state: async () => (await find(id)).tags?.toSorted(compare),
      done,
      async meanwhile() {
        const json = { submission_ids: [id], set: { add_tags: ["theirs"] } };
        await server().request("POST", "/submissions/bulk", { json });
      },
      doneWhenStale: [...done, "theirs"].toSorted(compare),
    } satisfies Omit<Subject, "button"> & { readonly id: number };
  };

  return {
    "marks a submission as spam": {
      route: "/submissions/:id/mark",
      subject: () => marked("spam", "Mark spam"),
    },
    "marks a submission as done": {
      route: "/submissions/:id/mark",
      subject: () => marked("read", "Done"),
    },
    "moves a submission of a list to the trash": {
      route: "/submissions/:id/mark",
      async subject() {
        const { path, ...subject } = await marked("trash", "Trash");
        return { ...subject, path: `${path}?tab=inbox&query=New` };
      },
    },
    "moves a row to the trash": {
      route: "/inbox/bulk",
      async subject() {
        const subject = await marked("trash", "Trash");
        return { ...subject, path: "/dashboard/inbox", typed: row(subject.id) };
      },
    },
    "adds a tag to a row": {
      route: "/inbox/bulk",
      isChangedMeanwhile: true,
      async subject() {
        const subject = await tagged([], ["mine"]);
        const typed = { ...row(subject.id), tags: "mine" };
        return { ...subject, path: "/dashboard/inbox", button: "Add tag", typed };
      },
    },
    "deletes a row of the trash": {
      route: "/inbox/bulk",
      async subject() {
        const subject = await trashed();
        return { ...subject, path: "/dashboard/inbox?tab=trash", typed: row(subject.id) };
      },
      confirm: "Delete permanently",
      hasDialog: true,
    },
    "deletes a submission": {
      route: "/submissions/:id/delete",
      async subject() {
        const subject = await trashed();
        return { ...subject, path: `/dashboard/submissions/${subject.id}/delete` };
      },
    },
    "undoes from the audit log": {
      route: "/undo",
      async subject() {
        const id = await newSubmission();
        const undo = `undo-in-a-browser-${id}`;
        const json = { submission_ids: [id], set: { trash: true }, undo };
        await server().request("POST", "/submissions/bulk", { json });
        return {
          path: "/dashboard/audit",
          button: "Undo moved to the trash",
          state: async () => (await find(id)).trash,
          done: false,
        };
      },
    },
    "adds tags": {
      route: "/submissions/:id/tags",
      isChangedMeanwhile: true,
      async subject() {
        const subject = await tagged([], ["call back", "VIP"]);
        return { ...subject, button: "Add", typed: { tags: "VIP, call back" } };
      },
    },
    "removes a tag": {
      route: "/submissions/:id/tags",
      isChangedMeanwhile: true,
      async subject() {
        const subject = await tagged(["kept", "mine"], ["kept"]);
        return { ...subject, button: "Remove the tag mine" };
      },
    },
  };
}
