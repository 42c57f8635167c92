/** `/dashboard/reply_templates`: texts for replies to submissions. */
import { Hono } from "hono";
import type { Child } from "hono/jsx";
import type { ReplyTemplate } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import { templateNotFound } from "../../domain/not-found.ts";
import { byId, dataOf, errorOf } from "../http/api-client.ts";
import { type Posted, readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { onceFor } from "../http/request-key.tsx";
import { PostForm, Select, TextArea, TextField, optionsOf } from "../layout/fields.tsx";
import { choiceHint, withFormsOf } from "../layout/form-label.ts";
import { ListAndNew } from "../layout/lists.tsx";
import { MergeTags } from "../layout/merge-tags.tsx";
import { showPage } from "../layout/page.tsx";
import { Text } from "../layout/user-text.tsx";

const LIST = "/dashboard/reply_templates";

/** What a person typed that could not be saved. */
interface Unsaved {
  /** Of the template that was to be changed; `undefined` for a new one. */
  readonly id?: number;
  readonly name: string;
  readonly body: string;
  /** Of a new one. */
  readonly form_id?: string;
  readonly error: AppError;
}

export function createReplyTemplatePages(parts: DashboardParts): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/", (c) => showTemplates(c, parts));

  routes.post("/", async (c) => {
    const posted = await readPosted(c);
    const form = posted.text("form_id");
    const typed = typedIn(posted);
    const body = { ...typed, form_id: form === "" ? null : Number(form) };
    const made = await c.var.api.POST("/api/v1/reply_templates", { body, ...onceFor(posted) });
    const error = errorOf(made);
    if (error !== undefined) return showTemplates(c, parts, { ...typed, form_id: form, error });
    return redirectWithNotice(c, LIST, `The template ${typed.name} was created.`);
  });

  routes.post("/:id", async (c) => {
    const { id } = await findTemplate(c);
    const typed = typedIn(await readPosted(c));
    const change = { ...byId(id), body: typed };
    const changed = await c.var.api.PATCH("/api/v1/reply_templates/{id}", change);
    const error = errorOf(changed);
    if (error !== undefined) return showTemplates(c, parts, { id, ...typed, error });
    return redirectWithNotice(c, LIST, `The template ${typed.name} was saved.`);
  });

  routes.post("/:id/delete", async (c) => {
    const { id, name } = await findTemplate(c);
    dataOf(await c.var.api.DELETE("/api/v1/reply_templates/{id}", byId(id)));
    return redirectWithNotice(c, LIST, `The template ${name} was deleted.`);
  });
  return routes;
}

const typedIn = (posted: Posted) => ({
  name: posted.text("name").trim(),
  body: posted.textArea("body"),
});

const listTemplates = async (c: DashboardContext): Promise<readonly ReplyTemplate[]> =>
  dataOf(await c.var.api.GET("/api/v1/reply_templates")).reply_templates;

async function findTemplate(c: DashboardContext): Promise<ReplyTemplate> {
  const id = Number(c.req.param("id"));
  const found = (await listTemplates(c)).find((one) => one.id === id);
  if (found === undefined) throw templateNotFound(id);
  return found;
}

async function showTemplates(c: DashboardContext, { store }: DashboardParts, unsaved?: Unsaved) {
  const [templates, forms] = await Promise.all([
    listTemplates(c),
    store.reads.listFormNames({ ...c.var.scope, project_id: undefined }),
  ]);
  const asked = c.req.query("form_id") ?? "";
  const ids = [...templates.map(({ form_id }) => form_id), Number(asked) || null];
  const named = await withFormsOf(c, { store }, forms, ids);
  const nameOf = (form_id: number | null) =>
    form_id === null
      ? "every form"
      : (named.find(({ id }) => id === form_id)?.name ?? `form ${form_id}`);
  const ofNew = unsaved?.id === undefined ? unsaved : undefined;
  return showPage(c, {
    title: "Reply templates",
    section: "inbox",
    status: unsaved === undefined ? 200 : 422,
    content: (
      <ListAndNew
        class="notes"
        list={
          templates.length === 0 ? (
            <p class="empty">No reply templates.</p>
          ) : (
            <ol class="plain-list">
              {templates.map((template) => (
                <Existing
                  template={template}
                  form={nameOf(template.form_id)}
                  unsaved={unsaved?.id === template.id ? unsaved : undefined}
                />
              ))}
            </ol>
          )
        }
        title="New template"
      >
        <TemplateForm action={LIST} button="Create template" unsaved={ofNew}>
          <Select
            name="form_id"
            label="Form"
            value={ofNew?.form_id ?? asked}
            other={nameOf(Number(asked))}
            {...choiceHint(forms)}
            options={optionsOf(forms, "Every form")}
          />
          <MergeTags hint="Tags are replaced by values of the submission." isJson={false} />
        </TemplateForm>
      </ListAndNew>
    ),
  });
}

interface ExistingProps {
  readonly template: ReplyTemplate;
  /** What it is for. */
  readonly form: string;
  readonly unsaved: Unsaved | undefined;
}

function Existing({ template, form, unsaved }: ExistingProps) {
  const { id, name } = template;
  return (
    <li>
      <details open={unsaved !== undefined}>
        <summary>
          <Text of={name} />{" "}
          <span class="small soft">
            for <Text of={form} />
          </span>
        </summary>
        <TemplateForm
          action={`${LIST}/${id}`}
          button="Save"
          template={template}
          unsaved={unsaved}
          more={
            <button class="danger" formaction={`${LIST}/${id}/delete`}>
              Delete
            </button>
          }
        />
      </details>
    </li>
  );
}

interface TemplateFormProps {
  readonly action: string;
  readonly button: string;
  /** What is stored; `undefined` for a new one. */
  readonly template?: ReplyTemplate;
  readonly unsaved: Unsaved | undefined;
  /** Other buttons. */
  readonly more?: Child;
  /** Other inputs. */
  readonly children?: Child;
}

function TemplateForm(props: TemplateFormProps) {
  const { action, button, template, unsaved, more, children } = props;
  const { name = "", body = "" } = unsaved ?? template ?? {};
  const of = template === undefined ? "" : `-${template.id}`;
  return (
    <PostForm
      action={action}
      error={unsaved?.error}
      button={button}
      look={template === undefined ? "main" : "other"}
      isOnce={template === undefined}
      isUnsaved={unsaved !== undefined}
      more={more}
    >
      <TextField name="name" id={`name${of}`} label="Name" value={name} />
      <TextArea name="body" id={`body${of}`} label="Text" rows={6} value={body} />
      {children}
    </PostForm>
  );
}
