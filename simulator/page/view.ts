import type { ShownDelivery, WebhookEntry } from "../state.ts";
import type { PhoneMessage } from "../talk.ts";

/** Builds the phone's elements. External content is inserted as text, never as markup. */

type Content = Node | string | null;

/** Creates an element with its properties and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: Content[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((child) => child !== null));
  return made;
}

const clock = (at: string) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

/** The status below a bubble, in words: newcomers do not understand a tick alone. */
const STATUS_WORDS: Record<string, string> = {
  sending: "sending …",
  accepted: "✓ taken by the product",
  sent: "arrived",
  delivered: "✓✓ reported as delivered",
  read: "✓✓ reported as read",
  failed: "not sent",
  seen: "✓✓ seen by the business",
};

export type Actions = {
  retry: (message: PhoneMessage) => void;
  choose: (message: PhoneMessage, reply: { id: string; title: string }) => void;
  answer: (message: PhoneMessage) => void;
  react: (message: PhoneMessage, emoji: string | null) => void;
  edit: (message: PhoneMessage) => void;
  act: (message: PhoneMessage, kind: "delete" | "delivered" | "read") => void;
};

/** What the customer can do with a bubble of a channel. */
export type Abilities = {
  reacts: boolean;
  edits: boolean;
  deletes: boolean;
  receipts: readonly ("delivered" | "read")[];
};

const EMOJI = ["❤️", "👍", "😂"];

export function bubble(
  message: PhoneMessage,
  quoted: PhoneMessage | null,
  actions: Actions,
  abilities: Abilities,
): HTMLDivElement {
  const failed = message.error !== null;
  const words = [clock(message.at), message.edited ? "edited" : null, statusWords(message), message.error]
    .filter(Boolean)
    .join(" · ");
  const meta = element("span", { className: failed ? "meta failed" : "meta" }, words);
  if (message.status === "failed") {
    meta.append(element("button", { type: "button", textContent: "Try again", onclick: () => actions.retry(message) }));
  }
  const className = message.from === "customer" ? "bubble mine" : "bubble";
  const quote = quoted ? element("span", { className: "quote" }, summaryOf(quoted)) : null;
  const caption = message.caption ? element("div", {}, message.caption) : null;
  const { customer, agent } = message.reactions;
  const given = [customer, agent].filter(Boolean).join(" ");
  const reactions = given ? element("span", { className: "reactions" }, given) : null;
  const shown = message.removed
    ? [element("span", { className: "removed" }, "Deleted")]
    : [quote, ...body(message, actions), caption];
  return element("div", { className, dir: "auto" }, ...shown, reactions, meta, menu(message, actions, abilities));
}

const statusWords = ({ status }: PhoneMessage) => STATUS_WORDS[status] ?? status;

const isText = (type: string) => type === "text" || type === "comment" || type === "group";

/** A bubble as one line, for a reply's quote. */
export function summaryOf({ type, content, caption, removed }: PhoneMessage): string {
  if (removed) return "Deleted";
  return isText(type) ? content : caption || `[${type}]`;
}

function menu(message: PhoneMessage, actions: Actions, abilities: Abilities): HTMLDetailsElement | null {
  if (message.removed || message.status === "sending" || message.status === "failed") return null;
  const isMine = message.from === "customer";
  const button = (words: string, label: string, onclick: () => void) => {
    const made = element("button", { type: "button", textContent: words, onclick });
    made.setAttribute("aria-label", label);
    return made;
  };
  const own = message.reactions.customer;
  const buttons = [
    button("Answer", "Answer this message", () => actions.answer(message)),
    ...(abilities.reacts && !isMine && message.type !== "comment"
      ? EMOJI.map((emoji) =>
          button(emoji, own === emoji ? `Take ${emoji} back` : `React with ${emoji}`, () =>
            actions.react(message, own === emoji ? null : emoji),
          ),
        )
      : []),
    ...(abilities.edits && isMine && isText(message.type)
      ? [button("Edit", "Edit this message", () => actions.edit(message))]
      : []),
    ...(abilities.deletes && isMine
      ? [button("Delete", "Delete this message", () => actions.act(message, "delete"))]
      : []),
    ...(isMine
      ? []
      : abilities.receipts.map((kind) =>
          button(`Report ${kind}`, `Report as ${kind}`, () => actions.act(message, kind)),
        )),
  ];
  const summary = element("summary", {}, "•••");
  summary.setAttribute("aria-label", "More");
  return element("details", { className: "more" }, summary, element("div", {}, ...buttons));
}

function body(message: PhoneMessage, actions: Actions): Content[] {
  const url = /^https?:\/\//.test(message.content) ? message.content : null;
  switch (message.type) {
    case "image":
      return url ? [element("img", { src: url, alt: "Picture" })] : [message.content];
    case "audio":
      return url ? [element("audio", { src: url, controls: true })] : [message.content];
    case "video":
      return url ? [element("video", { src: url, controls: true })] : [message.content];
    case "document":
      return url
        ? [element("a", { href: url, target: "_blank", rel: "noopener", textContent: fileName(url) })]
        : [message.content];
    case "template":
      return [`Template: ${message.content}`];
    case "location":
    case "contacts":
    case "interactive":
      return structured(message, actions);
    default:
      return [message.content];
  }
}

const fileName = (url: string) => decodeURIComponent(new URL(url).pathname.split("/").at(-1) ?? "") || "Document";

/** The `content` of structured types is JSON text. Invalid JSON is shown unchanged. */
function structured(message: PhoneMessage, actions: Actions): Content[] {
  const value = parse(message.content);
  if (!isRecord(value) && !Array.isArray(value)) return [message.content];
  if (Array.isArray(value))
    return value.filter(isRecord).map((contact) => element("div", {}, `👤 ${text(contact.name)}`));
  if (message.type === "location") {
    const place = [text(value.name), text(value.address)].filter(Boolean).join(", ") || "Location";
    return [`📍 ${place}\n${text(value.latitude)}, ${text(value.longitude)}`];
  }
  if (isRecord(value.reply)) return [`“${text(value.reply.title)}”`];
  const choices = choicesOf(value).map(({ id, title }) =>
    element("button", {
      type: "button",
      textContent: text(title),
      onclick: () => actions.choose(message, { id: text(id), title: text(title) }),
    }),
  );
  return [text(value.body), element("div", { className: "buttons" }, ...choices)];
}

/** Buttons, or the rows of a list's sections. */
function choicesOf({ buttons, list }: Record<string, unknown>): Record<string, unknown>[] {
  if (Array.isArray(buttons)) return buttons.filter(isRecord);
  const sections = isRecord(list) && Array.isArray(list.sections) ? list.sections.filter(isRecord) : [];
  return sections.flatMap(({ rows }) => (Array.isArray(rows) ? rows.filter(isRecord) : []));
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** One event with the result of its signature check. Its body can be expanded. */
export function webhookRow(entry: WebhookEntry, open: boolean): HTMLLIElement {
  const [className, words] =
    entry.verified === null
      ? ["mark none", "? not checked"]
      : entry.verified
        ? ["mark good", "✓ signature valid"]
        : ["mark bad", "✗ signature invalid"];
  const answered =
    entry.answered === 200 ? null : element("span", { className: "badge" }, `answered ${entry.answered || "nothing"}`);
  const attempts = entry.attempts > 1 ? element("span", { className: "badge" }, `attempt ${entry.attempts}`) : null;
  const at = new Date(entry.at).toLocaleTimeString();
  const summary = element(
    "summary",
    {},
    element("span", { className }, words),
    element("code", {}, entry.event),
    attempts,
    answered,
    element("time", { dateTime: entry.at }, at),
  );
  const headers = Object.entries(entry.headers).filter(
    ([name]) => name.startsWith("webhook-") || name === "user-agent",
  );
  const shown = [...headers.map(([name, value]) => `${name}: ${value}`), "", pretty(entry.body)].join("\n");
  const problem = entry.problem ? element("p", { className: "hint" }, entry.problem) : null;
  return element("li", {}, element("details", { open }, summary, problem, element("pre", {}, shown)));
}

function pretty(body: string): string {
  const value = parse(body);
  return value === null ? body : JSON.stringify(value, null, 2);
}

/** One call of a provider, with the product's response. */
export function callRow(delivery: ShownDelivery, open: boolean, repeat: (id: string) => void): HTMLLIElement {
  const { id, at, state, statuses, url, body: sent } = delivery;
  const [className, words] =
    state === "taken"
      ? ["mark good", "✓ taken"]
      : state === "waiting"
        ? ["mark none", "… on its way"]
        : ["mark bad", state === "lost" ? "✗ lost" : "✗ not taken"];
  const path = new URL(url).pathname.split("/").slice(-2)[0] ?? "";
  const said = statuses.map((status) => status || "no answer").join(", ");
  const summary = element(
    "summary",
    {},
    element("span", { className }, words),
    element("code", {}, path),
    said && said !== "200" ? element("span", { className: "badge" }, said) : null,
    element("time", { dateTime: at }, new Date(at).toLocaleTimeString()),
  );
  const again = element("button", { type: "button", textContent: "Bring it again", onclick: () => repeat(id) });
  return element("li", {}, element("details", { open }, summary, element("pre", {}, pretty(sent)), again));
}
