import type { Change, Customer, Fault, PhoneMessage, Snapshot, WebhookEntry } from "../state.ts";
import { bubble, element, webhookRow } from "./view.ts";

/** The page: a mirror of the simulator's state, kept by its event stream. */

function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`#${id} is missing from the page`);
  return found;
}

const page = {
  connection: byId("connection", HTMLParagraphElement),
  inbox: byId("inbox", HTMLAnchorElement),
  title: byId("talking-to", HTMLHeadingElement),
  channel: byId("channel", HTMLSelectElement),
  people: byId("people", HTMLDivElement),
  thread: byId("thread", HTMLDivElement),
  suggestions: byId("suggestions", HTMLDivElement),
  composer: byId("composer", HTMLFormElement),
  text: byId("text", HTMLTextAreaElement),
  attach: byId("attach", HTMLDetailsElement),
  webhooks: byId("webhooks", HTMLOListElement),
  webhookCount: byId("webhook-count", HTMLParagraphElement),
  settings: byId("settings", HTMLFormElement),
  add: byId("add", HTMLDialogElement),
  addForm: byId("add-form", HTMLFormElement),
  addCancel: byId("add-cancel", HTMLButtonElement),
};

const FAULT_WORDS: Record<Fault, string> = {
  none: "Works",
  error500: "Answers 500",
  rateLimited: "Answers 429, retry after 3 s",
  hang: "Never answers",
  lostAnswer: "Takes it, but its answer is lost",
};
const RECEIPTS: Record<string, { words: string; delays: [number | null, number | null] }> = {
  realistic: { words: "Delivered, read a little later", delays: [700, 2_500] },
  instant: { words: "At once", delays: [0, 0] },
  slow: { words: "After 10 s, read after 30 s", delays: [10_000, 30_000] },
  delivered: { words: "Delivered, never read", delays: [700, null] },
  none: { words: "None", delays: [null, null] },
};
const SUGGESTIONS = [
  "Hello! Where is my order?",
  "I would like to return an item.",
  "Can I change my appointment?",
  "Thank you!",
];

let state: Snapshot | null = null;
let customerId = "";
const unread = new Map<string, number>();

const chosen = (): Customer | undefined => state?.customers.find((customer) => customer.id === customerId);

async function ask(method: "POST" | "PUT", path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function write(type: string, content: string, id?: string): Promise<void> {
  if (!customerId) return;
  await ask("POST", "/api/messages", { slug: page.channel.value, customerId, type, content, id });
}

function drawPeople(): void {
  const customers = state?.customers ?? [];
  const faces = customers.map((customer) => {
    const name = `${customer.name} ${customer.surname}`.trim();
    const count = unread.get(customer.id) ?? 0;
    const initials = [customer.name, customer.surname].map((part) => [...part][0] ?? "").join("");
    const words = count > 0 ? `${name}, ${count} unread` : name;
    // The letters and the number are for the eye.
    const letters = element("span", { ariaHidden: "true" }, initials);
    const badge = count > 0 ? element("span", { className: "unread", ariaHidden: "true" }, String(count)) : null;
    const label = element("span", { className: "only-read-aloud" }, words);
    const face = element(
      "button",
      { type: "button", title: name, onclick: () => choose(customer.id) },
      letters,
      badge,
      label,
    );
    face.setAttribute("aria-pressed", String(customer.id === customerId));
    return face;
  });
  const add = element("button", {
    type: "button",
    title: "New customer",
    textContent: "+",
    onclick: () => page.add.showModal(),
  });
  add.setAttribute("aria-label", "New customer");
  page.people.replaceChildren(...faces, add);
  const customer = chosen();
  page.title.textContent = customer ? `${customer.name} ${customer.surname}`.trim() : "Phone";
}

function drawThread(): void {
  const said = (state?.messages ?? []).filter(
    (message) => message.customerId === customerId && message.slug === page.channel.value,
  );
  const actions = {
    retry: (message: PhoneMessage) => void write(message.type, message.content, message.id),
    choose: (reply: { id: string; title: string }) => void write("interactive", JSON.stringify({ reply })),
  };
  const empty = element(
    "p",
    { className: "empty" },
    "Nothing said yet. Write something: it appears in the inbox at once.",
  );
  page.thread.replaceChildren(...(said.length > 0 ? said.map((message) => bubble(message, actions)) : [empty]));
  page.suggestions.hidden = said.some((message) => message.from === "customer");
  page.thread.scrollTop = page.thread.scrollHeight;
}

function drawWebhooks(): void {
  const open = new Set(
    [...page.webhooks.querySelectorAll("details[open]")].map((row) => row.closest("li")?.dataset.id),
  );
  const entries = [...(state?.webhooks ?? [])].reverse();
  const rows = entries.map((entry) => {
    const id = `${entry.name} ${entry.webhookId}`;
    const row = webhookRow(entry, open.has(id));
    row.dataset.id = id;
    return row;
  });
  const empty = element(
    "li",
    { className: "empty" },
    "No event yet. They come as soon as a customer or an agent writes.",
  );
  page.webhooks.replaceChildren(...(rows.length > 0 ? rows : [empty]));
  const valid = entries.filter((entry) => entry.verified).length;
  page.webhookCount.textContent = entries.length > 0 ? `${entries.length} events, ${valid} with a valid signature` : "";
}

function drawSettings(): void {
  if (!state) return;
  const field = (name: string) => page.settings.elements.namedItem(name);
  for (const name of ["endpoint", "webhook"] as const) {
    const select = field(name);
    if (select instanceof HTMLSelectElement) select.value = state.faults[name];
  }
  const twice = field("duplicateInbound");
  if (twice instanceof HTMLInputElement) twice.checked = state.faults.duplicateInbound;
  const receipts = field("receipts");
  const { deliveredAfterMs, readAfterMs } = state.receipts;
  const known = Object.entries(RECEIPTS).find(
    ([, { delays }]) => delays[0] === deliveredAfterMs && delays[1] === readAfterMs,
  );
  if (receipts instanceof HTMLSelectElement) receipts.value = known?.[0] ?? "";
}

function choose(id: string): void {
  customerId = id;
  unread.delete(id);
  const latest = state?.messages.findLast((message) => message.customerId === id);
  if (latest) page.channel.value = latest.slug;
  drawPeople();
  drawThread();
}

function takeSnapshot(snapshot: Snapshot): void {
  state = snapshot;
  page.inbox.href = snapshot.appUrl;
  const channel = page.channel.value;
  page.channel.replaceChildren(...snapshot.channels.map(({ slug, name }) => element("option", { value: slug }, name)));
  if (snapshot.channels.some(({ slug }) => slug === channel)) page.channel.value = channel;
  if (!chosen()) customerId = snapshot.customers[0]?.id ?? "";
  choose(customerId);
  drawWebhooks();
  drawSettings();
}

/** Replaces the entry with the same key, or adds one at the end. */
function upsert<T>(list: T[], entry: T, key: (entry: T) => string): boolean {
  const index = list.findIndex((other) => key(other) === key(entry));
  if (index === -1) list.push(entry);
  else list[index] = entry;
  return index === -1;
}

function takeChange(change: Change): void {
  if (!state) return;
  switch (change.kind) {
    case "message": {
      const isNew = upsert(state.messages, change.message, ({ id }) => id);
      const { customerId: whose, from, slug } = change.message;
      if (isNew && from === "agent" && whose === customerId) page.channel.value = slug;
      if (isNew && from === "agent" && whose !== customerId) {
        unread.set(whose, (unread.get(whose) ?? 0) + 1);
        drawPeople();
      }
      return drawThread();
    }
    case "customer":
      upsert(state.customers, change.customer, ({ id }) => id);
      return drawPeople();
    case "webhook":
      upsert(state.webhooks, change.webhook, ({ name, webhookId }: WebhookEntry) => `${name} ${webhookId}`);
      return drawWebhooks();
    case "settings":
      state = { ...state, faults: change.faults, receipts: change.receipts };
      return drawSettings();
  }
}

function listen(): void {
  const stream = new EventSource("/api/stream");
  stream.addEventListener("snapshot", (event) => takeSnapshot(JSON.parse(String(event.data)) as Snapshot));
  stream.addEventListener("change", (event) => takeChange(JSON.parse(String(event.data)) as Change));
  stream.onopen = () => (page.connection.textContent = "");
  stream.onerror = () => (page.connection.textContent = "The simulator has stopped. Trying again …");
}

function fillSelect(name: string, options: [string, string][]): void {
  const select = page.settings.elements.namedItem(name);
  if (select instanceof HTMLSelectElement)
    select.replaceChildren(...options.map(([value, words]) => element("option", { value }, words)));
}

const faultOptions = Object.entries(FAULT_WORDS);
fillSelect("endpoint", faultOptions);
fillSelect("webhook", faultOptions);
fillSelect(
  "receipts",
  Object.entries(RECEIPTS).map(([name, { words }]) => [name, words]),
);
page.suggestions.replaceChildren(
  ...SUGGESTIONS.map((words) =>
    element("button", { type: "button", textContent: words, onclick: () => void write("text", words) }),
  ),
);

page.composer.addEventListener("submit", (event) => {
  event.preventDefault();
  const written = page.text.value.trim();
  if (written === "") return;
  page.text.value = "";
  void write("text", written);
});
page.text.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  page.composer.requestSubmit();
});
page.attach.addEventListener("click", (event) => {
  if (!(event.target instanceof HTMLButtonElement)) return;
  page.attach.open = false;
  const file = (name: string) => `${location.origin}/media/${name}`;
  const kind = event.target.dataset.attach;
  if (kind === "photo") void write("image", file("parcel.svg"));
  if (kind === "voice") void write("audio", file("voice-note.wav"));
  if (kind === "document") void write("document", file("invoice.pdf"));
  if (kind === "location")
    void write(
      "location",
      JSON.stringify({ latitude: 41.3874, longitude: 2.1686, name: "Plaça de Catalunya", address: "Barcelona" }),
    );
});
page.channel.addEventListener("change", drawThread);
page.settings.addEventListener("change", () => {
  const form = new FormData(page.settings);
  const chosen = form.get("receipts");
  const delays = typeof chosen === "string" ? RECEIPTS[chosen]?.delays : undefined;
  const faults = {
    endpoint: form.get("endpoint"),
    webhook: form.get("webhook"),
    duplicateInbound: form.has("duplicateInbound"),
  };
  const receipts = delays ? { deliveredAfterMs: delays[0], readAfterMs: delays[1] } : undefined;
  void ask("PUT", "/api/settings", { faults, receipts });
});
page.addCancel.addEventListener("click", () => page.add.close());
page.addForm.addEventListener("submit", () => {
  const customer = Object.fromEntries(new FormData(page.addForm));
  page.addForm.reset();
  void ask("POST", "/api/customers", customer).then((added) => choose((added as Customer).id));
});
for (const button of document.querySelectorAll<HTMLButtonElement>("[data-show]")) {
  button.addEventListener("click", () => {
    document.body.dataset.pane = button.dataset.show ?? "phone";
    for (const other of document.querySelectorAll("[data-show]"))
      other.setAttribute("aria-pressed", String(other === button));
  });
}

listen();
