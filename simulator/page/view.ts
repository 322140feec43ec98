import type { PhoneMessage, WebhookEntry } from "../state.ts";

/** Builds the phone's elements. Everything that came from outside goes in as text, never as markup. */

type Content = Node | string | null;

/** An element with its properties and children. */
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

/** What stands below a bubble, in words: a tick alone tells a newcomer nothing. */
const STATUS_WORDS: Record<string, string> = {
  sending: "sending …",
  accepted: "✓ taken by the product",
  sent: "arrived",
  delivered: "✓✓ reported as delivered",
  read: "✓✓ reported as read",
  failed: "not sent",
};

type Actions = { retry: (message: PhoneMessage) => void; choose: (reply: { id: string; title: string }) => void };

export function bubble(message: PhoneMessage, actions: Actions): HTMLDivElement {
  const failed = message.error !== null;
  const words = [clock(message.at), STATUS_WORDS[message.status] ?? message.status, message.error]
    .filter(Boolean)
    .join(" · ");
  const meta = element("span", { className: failed ? "meta failed" : "meta" }, words);
  if (message.status === "failed") {
    meta.append(element("button", { type: "button", textContent: "Try again", onclick: () => actions.retry(message) }));
  }
  const className = message.from === "customer" ? "bubble mine" : "bubble";
  return element("div", { className, dir: "auto" }, ...body(message, actions), meta);
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

/** decisions section 5: `content` of structured types is JSON text; what is no such JSON is shown as it came. */
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
  const buttons = Array.isArray(value.buttons) ? value.buttons.filter(isRecord) : [];
  const choices = buttons.map(({ id, title }) =>
    element("button", {
      type: "button",
      textContent: text(title),
      onclick: () => actions.choose({ id: text(id), title: text(title) }),
    }),
  );
  return [text(value.body), element("div", { className: "buttons" }, ...choices)];
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

/** One event with its signature's verdict; its body unfolds. */
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
