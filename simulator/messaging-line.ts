import type { GraphStandIn } from "./graph.ts";
import { postIdOf, postNode } from "./graph-comments.ts";
import { newMid } from "./graph-messaging.ts";
import type { GraphPost } from "./graph-post.ts";
import { templateWords, type SentTemplate } from "./graph-templates.ts";
import { changeEntry, messagingEntry, messagingEvent, standbyEntry } from "./graph-webhook.ts";
import type { SentMessaging } from "./graph-world.ts";
import { contentOfKind } from "./kinds.ts";
import { choiceOf, failed, outcomeOf, structured, type Line, type Outcome } from "./line.ts";
import { inComments, onMessaging } from "./people.ts";
import type { Customer, MessagingChannel, PhoneMessage } from "./talk.ts";

/** The emoji that Messenger and Instagram have names for. Any other emoji arrives as `other`. */
const REACTIONS: Record<string, string> = {
  "❤️": "love",
  "😆": "smile",
  "😮": "wow",
  "😢": "sad",
  "😠": "angry",
  "👍": "like",
};
const ATTACHMENTS: Record<string, string> = { image: "image", video: "video", audio: "audio", document: "file" };

/** The app that answers while ours is on standby. */
const OTHER_APP = "100200300";

export type MessagingLine = Line & {
  /** Sends the account's own message back as an echo, as Meta does to every app of the account. */
  echo: (sent: SentMessaging) => Promise<Outcome>;
};

/** The customers' side of a Messenger page or an Instagram account. */
export function messagingLine(
  graph: GraphStandIn,
  channel: MessagingChannel,
  post: GraphPost,
  now: () => Date,
): MessagingLine {
  const { kind, accountId, appId, appSecret } = channel;
  const object = kind === "messenger" ? "page" : "instagram";
  const isPage = object === "page";

  async function deliver(entry: Record<string, unknown>): Promise<Outcome> {
    const url = graph.callbackOf(`${appId}/${object}`)?.url;
    if (url === undefined) return failed(`No address is registered for what happens on the app's ${kind} accounts`);
    return outcomeOf(await post({ url, object, appSecret }, entry));
  }
  const tell = (event: Record<string, unknown>, entryOf = messagingEntry) =>
    deliver(entryOf(accountId, [event], now()));
  const from = (customer: Customer, content: Record<string, unknown>) =>
    tell(messagingEvent(onMessaging(accountId, customer), accountId, content, now()));

  const account = { object, id: accountId, name: channel.name, accessToken: channel.accessToken } as const;
  /** A comment under the account's post, or under another comment. */
  function comment(customer: Customer, { id, content }: PhoneMessage, quoted: PhoneMessage | null): Promise<Outcome> {
    const at = now();
    const writerId = onMessaging(accountId, customer);
    const firstId = quoted ? (graph.commentOf(quoted.id)?.firstId ?? quoted.id) : id;
    graph.addComment(id, { account, writerId, firstId, at: at.getTime(), isHidden: false, isAnsweredPrivately: false });
    graph.put(postIdOf(accountId), postNode(account));
    // Meta names the first comment of the thread, whichever of it was answered.
    const parent = quoted ? { parent_id: firstId } : {};
    const writer = { id: inComments(accountId, customer) };
    if (!isPage) {
      const media = { id: postIdOf(accountId), media_product_type: "FEED" };
      const username = customer.name.toLowerCase();
      const said = { id, text: content, from: { ...writer, username }, ...parent, media };
      return deliver(changeEntry(accountId, "comments", said, at));
    }
    const name = `${customer.name} ${customer.surname}`.trim();
    const postId = postIdOf(accountId);
    const said = { message: content, created_time: Math.floor(at.getTime() / 1_000), from: { ...writer, name } };
    const place = { comment_id: id, post_id: postId, parent_id: postId, ...parent };
    return deliver(changeEntry(accountId, "feed", { item: "comment", verb: "add", ...place, ...said }, at));
  }

  /** Meta reports changed comments on pages only. */
  function changeComment(customer: Customer, { id }: PhoneMessage, change: Record<string, unknown>): Promise<Outcome> {
    if (!isPage) return Promise.resolve(failed("Instagram does not report changed comments"));
    const writer = { id: inComments(accountId, customer) };
    const place = { item: "comment", comment_id: id, post_id: postIdOf(accountId), from: writer };
    return deliver(changeEntry(accountId, "feed", { ...place, ...change }, now()));
  }

  return {
    receipts: isPage ? ["delivered", "read"] : ["read"],
    newId: () => newMid(object),
    write(customer, message, quoted) {
      if (message.type === "comment") return comment(customer, message, quoted);
      const id = onMessaging(accountId, customer);
      graph.openWindow(accountId, id);
      graph.put(id, profileNode(id, customer, isPage));
      if (message.type === "standby") {
        const text = { message: { mid: message.id, text: message.content } };
        return tell(messagingEvent(id, accountId, text, now()), standbyEntry);
      }
      if (message.type === "handover") {
        const previous_owner_app_id = OTHER_APP;
        return from(customer, { pass_thread_control: { previous_owner_app_id, new_owner_app_id: appId } });
      }
      const content = contentOf(message, quoted, kind);
      if (content === null) return Promise.resolve(failed(`Nobody can send ${message.type} on this channel`));
      return from(customer, content);
    },
    async act(customer, message, act) {
      const mid = message.id;
      if (message.type === "comment") {
        if (act.kind === "edit") return changeComment(customer, message, { verb: "edited", message: act.content });
        if (act.kind === "delete") return changeComment(customer, message, { verb: "remove" });
        return failed("Meta does not report this for comments");
      }
      switch (act.kind) {
        case "react":
          return from(customer, {
            reaction:
              act.emoji === null
                ? { mid, action: "unreact" }
                : { mid, action: "react", reaction: REACTIONS[act.emoji] ?? "other", emoji: act.emoji },
          });
        case "edit":
          return from(customer, { message_edit: { mid, text: act.content, num_edit: 1 } });
        case "delete":
          return from(customer, { message: { mid, is_deleted: true } });
        case "delivered":
          return isPage
            ? from(customer, { delivery: { mids: [mid], watermark: now().getTime() } })
            : failed("Instagram does not report deliveries");
        case "read":
          return from(customer, { read: isPage ? { watermark: now().getTime() } : { mid } });
      }
    },
    echo({ mid, recipientId, body }) {
      const message = { ...(body.message as Record<string, unknown>), mid, is_echo: true, app_id: Number(appId) };
      return tell(messagingEvent(accountId, recipientId, { message }, now()));
    },
  };
}

function profileNode(id: string, { name, surname }: Customer, isPage: boolean): Record<string, unknown> {
  return isPage
    ? { id, first_name: name, last_name: surname, locale: "en_GB" }
    : { id, name: `${name} ${surname}`.trim(), username: name.toLowerCase().replace(/\W/g, "") || "somebody" };
}

function contentOf(
  message: PhoneMessage,
  quoted: PhoneMessage | null,
  channel: MessagingChannel["kind"],
): Record<string, unknown> | null {
  const { id: mid, type, content, caption } = message;
  const reply = quoted ? { reply_to: { mid: quoted.id } } : {};
  const attachment = ATTACHMENTS[type];
  if (attachment) {
    const attachments = [{ type: attachment, payload: { url: content } }];
    return { message: { mid, ...(caption ? { text: caption } : {}), attachments, ...reply } };
  }
  switch (type) {
    case "location": {
      const { latitude: lat, longitude: long, name } = structured(content);
      const attachments = [{ type: "location", title: name, payload: { coordinates: { lat, long } } }];
      return { message: { mid, attachments, ...reply } };
    }
    case "interactive": {
      const { id: payload, title } = choiceOf(content);
      const isButton = quoted !== null && "isTemplate" in structured(quoted.content);
      return isButton
        ? { postback: { mid, title, payload } }
        : { message: { mid, text: title, quick_reply: { payload } } };
    }
    case "kind":
      return { message: { mid, ...contentOfKind(channel, content), ...reply } };
    case "contacts":
      return null;
    default:
      return { message: { mid, text: content, ...reply } };
  }
}

type Button = { title: string; payload?: string };
type Body = {
  text?: string;
  template?: SentTemplate;
  attachment?: { type: string; payload: { url?: string; text?: string; buttons?: Button[] } };
  quick_replies?: Button[];
};

/** The business's message as the phone shows it. */
export function shownMessaging({ body }: SentMessaging): Pick<PhoneMessage, "type" | "content" | "caption"> {
  const { text = "", template, attachment, quick_replies } = body.message as Body;
  if (template) return { type: "template", content: templateWords(template), caption: null };
  const choices = (given: Button[]) => given.map(({ title, payload = "" }) => ({ id: payload, title }));
  if (attachment?.type === "template") {
    const { text: said = "", buttons = [] } = attachment.payload;
    const content = JSON.stringify({ body: said, buttons: choices(buttons), isTemplate: true });
    return { type: "interactive", content, caption: null };
  }
  if (attachment) {
    const type = Object.keys(ATTACHMENTS).find((each) => ATTACHMENTS[each] === attachment.type) ?? "text";
    return { type, content: attachment.payload.url ?? "", caption: null };
  }
  if (quick_replies) {
    return {
      type: "interactive",
      content: JSON.stringify({ body: text, buttons: choices(quick_replies) }),
      caption: null,
    };
  }
  return { type: "text", content: text, caption: null };
}
