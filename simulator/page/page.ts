/** The elements that the page's scripts fill, and the functions that call the simulator. */

function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`#${id} is missing from the page`);
  return found;
}

export const page = {
  connection: byId("connection", HTMLParagraphElement),
  inbox: byId("inbox", HTMLAnchorElement),
  title: byId("talking-to", HTMLHeadingElement),
  typing: byId("typing", HTMLSpanElement),
  channels: byId("channels", HTMLDivElement),
  people: byId("people", HTMLDivElement),
  thread: byId("thread", HTMLDivElement),
  suggestions: byId("suggestions", HTMLDivElement),
  quoting: byId("quoting", HTMLDivElement),
  quoted: byId("quoted", HTMLParagraphElement),
  quotingCancel: byId("quoting-cancel", HTMLButtonElement),
  composer: byId("composer", HTMLFormElement),
  text: byId("text", HTMLTextAreaElement),
  attach: byId("attach", HTMLDetailsElement),
  kinds: byId("kinds", HTMLDivElement),
  webhooks: byId("webhooks", HTMLOListElement),
  webhookCount: byId("webhook-count", HTMLParagraphElement),
  calls: byId("calls", HTMLOListElement),
  callCount: byId("call-count", HTMLParagraphElement),
  settings: byId("settings", HTMLFormElement),
  errors: byId("errors", HTMLFormElement),
  forgive: byId("forgive", HTMLButtonElement),
  clock: byId("clock", HTMLSpanElement),
  edit: byId("edit", HTMLDialogElement),
  editForm: byId("edit-form", HTMLFormElement),
  editCancel: byId("edit-cancel", HTMLButtonElement),
  add: byId("add", HTMLDialogElement),
  addForm: byId("add-form", HTMLFormElement),
  addCancel: byId("add-cancel", HTMLButtonElement),
};

export async function ask(method: "POST" | "PUT" | "DELETE", path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}
