// The changes of notes, replies and reply templates.
import type { NoteList, ReplyList, ReplyTemplateList } from "@intray/sdk/schemas";
import { creation } from "./creation.ts";
import type { Mutation } from "./mutation.ts";
import type { World } from "./world.ts";

const TEMPLATES = "/dashboard/reply_templates";
const NOTE = "Called.\nNobody there.";
const REPLY = "It is yours.\nGrace";

export function answerMutations(world: World): Readonly<Record<string, Mutation>> {
  const { record, newName, newSubmission, server } = world;
  /** A submission with a note. */
  const noted = async () => {
    const id = await newSubmission();
    const notes = async () => (await record<NoteList>(`/submissions/${id}/notes`)).notes;
    await server().ada.submit(`/submissions/${id}/notes`, { note: "Before" });
    const note = (await notes())[0]?.id ?? 0;
    const state = async () => (await notes()).map(({ text }) => text);
    return { note, path: `/dashboard/submissions/${id}`, state };
  };
  /** A template with text. The state is the texts of those that have its name. */
  const template = async () => {
    const name = newName();
    const { id } = await server().create("/reply_templates", { name, body: "Before" });
    const state = async () => {
      const { reply_templates } = await record<ReplyTemplateList>("/reply_templates");
      return reply_templates.filter((one) => one.name === name).map(({ body }) => body);
    };
    return { action: `${TEMPLATES}/${id}`, path: TEMPLATES, state };
  };

  return {
    "adds a note": {
      route: "/submissions/:id/notes",
      async subject() {
        const { path, state } = await noted();
        return {
          path,
          button: "Add note",
          typed: { note: NOTE },
          state,
          done: ["Before", NOTE],
          doneTwice: ["Before", NOTE, NOTE],
        };
      },
    },
    "changes a note": {
      route: "/submissions/:id/notes/:note",
      async subject() {
        const { path, state } = await noted();
        return { path, button: "Save", typed: { note: "After" }, state, done: ["After"] };
      },
    },
    "deletes a note": {
      route: "/submissions/:id/notes/:note/delete",
      async subject() {
        const { path, state } = await noted();
        return { path, button: "Delete", state, done: [] };
      },
    },
    "sends a reply": {
      route: "/submissions/:id/replies",
      async subject() {
        const id = await newSubmission();
        return {
          path: `/dashboard/submissions/${id}`,
          button: "Send reply",
          typed: { reply: REPLY },
          state: async () =>
            (await record<ReplyList>(`/submissions/${id}/replies`)).replies.map(({ text }) => text),
          done: [REPLY],
          doneTwice: [REPLY, REPLY],
        };
      },
    },
    "creates a template": {
      route: "/reply_templates",
      async subject() {
        const subject = creation(world, {
          path: TEMPLATES,
          table: "reply_template",
          button: "Create template",
          typed: { body: "Dear all," },
        });
        // Names are unique, so the second of two tabs gets an error.
        return { ...(await subject()), doneTwice: 1 };
      },
    },
    "changes a template": {
      route: "/reply_templates/:id",
      async subject() {
        const subject = await template();
        return { ...subject, button: "Save", typed: { body: "After" }, done: ["After"] };
      },
    },
    "deletes a template": {
      route: "/reply_templates/:id/delete",
      async subject() {
        const { action, ...subject } = await template();
        return { ...subject, button: "Delete", action: `${action}/delete`, done: [] };
      },
    },
  };
}
