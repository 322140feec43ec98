import type { Change, ShownChannel, Snapshot, WebhookEntry } from "../state.ts";
import { kindsOf } from "../kinds.ts";
import type { Customer, PhoneMessage } from "../talk.ts";
import { drawSettings, fillErrors } from "./faults.ts";
import { ask, page } from "./page.ts";
import { bubble, callRow, element, summaryOf, webhookRow, type Abilities, type Actions } from "./view.ts";

/**
 * The page: a mirror of the simulator's state, updated by its event stream. The file is long because everything in it draws from
 * one state. Drawing without state is in view.ts and faults.ts.
 */

const SUGGESTIONS = [
  "Hello! Where is my order?",
  "I would like to return an item.",
  "Can I change my appointment?",
  "Thank you!",
];

/** What customers can do on each kind of channel, and which receipts their phones send. */
const ABILITIES: Record<ShownChannel["kind"], Abilities> = {
  custom: { reacts: false, edits: false, deletes: false, receipts: ["delivered", "read"] },
  whatsapp: { reacts: true, edits: true, deletes: true, receipts: ["delivered", "read"] },
  messenger: { reacts: true, edits: true, deletes: true, receipts: ["delivered", "read"] },
  instagram: { reacts: true, edits: true, deletes: true, receipts: ["read"] },
  telegram: { reacts: true, edits: true, deletes: false, receipts: [] },
  webchat: { reacts: false, edits: false, deletes: false, receipts: [] },
};
const TYPING_MS = 5_000;

let state: Snapshot | null = null;
let customerId = "";
let slug = "";
let answering: PhoneMessage | null = null;
let editing: PhoneMessage | null = null;
let typingUntil = 0;
const unread = new Map<string, number>();

const chosen = (): Customer | undefined => state?.customers.find((customer) => customer.id === customerId);

type Written = { type: string; content: string; caption?: string | null; replyTo?: string | null; id?: string };

async function write(written: Written): Promise<void> {
  if (!customerId) return;
  const replyTo = written.replyTo ?? answering?.id ?? null;
  stopAnswering();
  await ask("POST", "/api/messages", { slug, customerId, ...written, replyTo });
}

const act = (message: PhoneMessage, given: Record<string, unknown>) =>
  void ask("POST", "/api/acts", { messageId: message.id, act: given });

const actions: Actions = {
  retry: ({ type, content, caption, replyTo, id }) => void write({ type, content, caption, replyTo, id }),
  choose: ({ id }, reply) => void write({ type: "interactive", content: JSON.stringify({ reply }), replyTo: id }),
  answer(message) {
    answering = message;
    page.quoting.hidden = false;
    page.quoted.textContent = summaryOf(message);
    page.text.focus();
  },
  react: (message, emoji) => act(message, { kind: "react", emoji }),
  edit(message) {
    editing = message;
    const field = page.editForm.elements.namedItem("content");
    if (field instanceof HTMLInputElement) field.value = message.content;
    page.edit.showModal();
  },
  act: (message, kind) => act(message, { kind }),
};

function stopAnswering(): void {
  answering = null;
  page.quoting.hidden = true;
}

function drawChannels(): void {
  const buttons = (state?.channels ?? []).map((channel) => {
    const count = unread.get(`${customerId} ${channel.slug}`) ?? 0;
    const badge = count > 0 ? element("span", { className: "unread" }, ` ${count} new`) : null;
    const button = element("button", { type: "button", onclick: () => openChannel(channel.slug) }, channel.name, badge);
    button.dataset.kind = channel.kind;
    button.setAttribute("aria-pressed", String(channel.slug === slug));
    return button;
  });
  page.channels.replaceChildren(...buttons);
}

function openChannel(chosenSlug: string): void {
  slug = chosenSlug;
  unread.delete(`${customerId} ${slug}`);
  stopAnswering();
  drawChannels();
  drawPeople();
  drawThread();
  drawKinds();
}

/** What only customers of this channel can send. */
function drawKinds(): void {
  const kind = state?.channels.find((each) => each.slug === slug)?.kind;
  const send = (type: string, content: string) => () => void write({ type, content });
  const buttons = kind === undefined ? [] : kindsOf(kind).map((name) => [name, send("kind", name)] as const);
  const call =
    kind === "whatsapp"
      ? [
          ["Missed call", send("call", "Missed call")] as const,
          ["Before the number was connected", send("history", "Thanks, see you then!")] as const,
          ["In a group", send("group", "Who of you has the keys?")] as const,
          ["Stop marketing", send("marketing", "stop")] as const,
          ["Resume marketing", send("marketing", "resume")] as const,
        ]
      : [];
  const isMeta = kind === "whatsapp" || kind === "messenger" || kind === "instagram";
  const standby = isMeta
    ? [
        ["To another app", send("standby", "Is this in stock?")] as const,
        ["Handed over", send("handover", "Asks whether the boots are in stock.")] as const,
      ]
    : [];
  const hasPosts = kind === "messenger" || kind === "instagram";
  const comment = hasPosts ? [["Comment on a post", send("comment", "Do they come in red?")] as const] : [];
  page.kinds.replaceChildren(
    ...[...buttons, ...call, ...standby, ...comment].map(([textContent, onclick]) =>
      element("button", { type: "button", textContent, onclick }),
    ),
  );
}

function drawPeople(): void {
  const customers = state?.customers ?? [];
  const faces = customers.map((customer) => {
    const name = `${customer.name} ${customer.surname}`.trim();
    const counts = [...unread].filter(([key]) => key.startsWith(`${customer.id} `));
    const count = counts.reduce((sum, [, each]) => sum + each, 0);
    const initials = [customer.name, customer.surname].map((part) => [...part][0] ?? "").join("");
    const words = count > 0 ? `${name}, ${count} unread` : name;
    // The initials and the count are only visual.
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
  const channel = state?.channels.find((each) => each.slug === slug);
  const said = (state?.messages ?? []).filter((message) => message.customerId === customerId && message.slug === slug);
  const unfolded = new Set(
    [...page.thread.querySelectorAll<HTMLDetailsElement>("details.more[open]")].map(
      (each) => each.closest<HTMLElement>(".bubble")?.dataset.id,
    ),
  );
  const bubbles = said.map((message) => {
    const quoted = said.find(({ id }) => id === message.replyTo) ?? null;
    const made = bubble(message, quoted, actions, ABILITIES[channel?.kind ?? "custom"]);
    made.dataset.id = message.id;
    const more = made.querySelector<HTMLDetailsElement>("details.more");
    if (more && unfolded.has(message.id)) more.open = true;
    return made;
  });
  page.thread.replaceChildren(...(bubbles.length > 0 ? bubbles : [nothingSaid(channel)]));
  const isChat = channel?.kind === "webchat";
  page.composer.hidden = isChat;
  page.suggestions.hidden = isChat || said.some((message) => message.from === "customer");
  page.thread.scrollTop = page.thread.scrollHeight;
}

function nothingSaid(channel: ShownChannel | undefined): HTMLElement {
  if (channel?.kind !== "webchat" || channel.address === null) {
    return element("p", { className: "empty" }, "Nothing said yet. Write something: it appears in the inbox at once.");
  }
  const link = element("a", { href: channel.address, target: "_blank", rel: "noopener", className: "button primary" });
  link.textContent = "Open the chat";
  return element("p", { className: "empty" }, "Visitors write on the chat's own page. ", link);
}

function drawTyping(): void {
  page.typing.textContent = Date.now() < typingUntil ? "is being answered …" : "";
}

function drawCalls(): void {
  const open = new Set([...page.calls.querySelectorAll("details[open]")].map((row) => row.closest("li")?.dataset.id));
  const calls = [...(state?.deliveries ?? [])].reverse();
  const rows = calls.map((delivery) => {
    const row = callRow(delivery, open.has(delivery.id), (id) => void ask("POST", "/control/repeat", { id }));
    row.dataset.id = delivery.id;
    return row;
  });
  const empty = element("li", { className: "empty" }, "No call yet. Write on a channel that has a provider.");
  page.calls.replaceChildren(...(rows.length > 0 ? rows : [empty]));
  const taken = calls.filter((each) => each.state === "taken").length;
  page.callCount.textContent = calls.length > 0 ? `${calls.length} calls, ${taken} taken` : "";
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

function choose(id: string): void {
  customerId = id;
  const latest = state?.messages.findLast((message) => message.customerId === id);
  openChannel(latest?.slug ?? slug);
}

function takeSnapshot(snapshot: Snapshot): void {
  state = snapshot;
  page.inbox.href = snapshot.appUrl;
  if (!snapshot.channels.some((channel) => channel.slug === slug)) slug = snapshot.channels[0]?.slug ?? "";
  fillErrors(snapshot.errors);
  if (!chosen()) customerId = snapshot.customers[0]?.id ?? "";
  choose(customerId);
  drawWebhooks();
  drawCalls();
  drawSettings(snapshot.settings);
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
      const { customerId: whose, from, slug: where } = change.message;
      if (isNew && from === "agent" && (whose !== customerId || where !== slug)) {
        const key = `${whose} ${where}`;
        unread.set(key, (unread.get(key) ?? 0) + 1);
        drawPeople();
        drawChannels();
      }
      if (isNew && from === "agent") typingUntil = 0;
      drawTyping();
      return drawThread();
    }
    case "channel":
      upsert(state.channels, change.channel, (each) => each.slug);
      drawChannels();
      return drawThread();
    case "delivery":
      upsert(state.deliveries, change.delivery, ({ id }) => id);
      return drawCalls();
    case "typing":
      if (change.customerId !== customerId || change.slug !== slug) return;
      typingUntil = Date.now() + TYPING_MS;
      setTimeout(drawTyping, TYPING_MS + 50);
      return drawTyping();
    case "customer":
      upsert(state.customers, change.customer, ({ id }) => id);
      return drawPeople();
    case "webhook":
      upsert(state.webhooks, change.webhook, ({ name, webhookId }: WebhookEntry) => `${name} ${webhookId}`);
      return drawWebhooks();
    case "settings":
      state = { ...state, settings: change.settings };
      return drawSettings(change.settings);
  }
}

function listen(): void {
  const stream = new EventSource("/api/stream");
  stream.addEventListener("snapshot", (event) => takeSnapshot(JSON.parse(String(event.data)) as Snapshot));
  stream.addEventListener("change", (event) => takeChange(JSON.parse(String(event.data)) as Change));
  stream.onopen = () => (page.connection.textContent = "");
  stream.onerror = () => (page.connection.textContent = "The simulator has stopped. Trying again …");
}

page.suggestions.replaceChildren(
  ...SUGGESTIONS.map((words) =>
    element("button", {
      type: "button",
      textContent: words,
      onclick: () => void write({ type: "text", content: words }),
    }),
  ),
);

page.composer.addEventListener("submit", (event) => {
  event.preventDefault();
  const written = page.text.value.trim();
  if (written === "") return;
  page.text.value = "";
  void write({ type: "text", content: written });
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
  // Text in the field becomes the file's caption, if the channel has captions.
  const caption = page.text.value.trim() || null;
  if (kind === "photo" || kind === "document") page.text.value = "";
  if (kind === "photo") void write({ type: "image", content: file("parcel.png"), caption });
  if (kind === "voice") void write({ type: "audio", content: file("voice-note.ogg") });
  if (kind === "document") void write({ type: "document", content: file("invoice.pdf"), caption });
  if (kind === "location") {
    const place = { latitude: 41.3874, longitude: 2.1686, name: "Plaça de Catalunya", address: "Barcelona" };
    void write({ type: "location", content: JSON.stringify(place) });
  }
  if (kind === "contact") {
    void write({ type: "contacts", content: JSON.stringify([{ name: "Bo Lund", phones: ["+4790000777"] }]) });
  }
});
page.quotingCancel.addEventListener("click", stopAnswering);
page.editCancel.addEventListener("click", () => page.edit.close());
page.editForm.addEventListener("submit", () => {
  const content = new FormData(page.editForm).get("content");
  if (editing && typeof content === "string") act(editing, { kind: "edit", content });
});
page.addCancel.addEventListener("click", () => page.add.close());
page.addForm.addEventListener("submit", () => {
  const form = new FormData(page.addForm);
  const customer = { ...Object.fromEntries(form), hidesNumber: form.has("hidesNumber") };
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
