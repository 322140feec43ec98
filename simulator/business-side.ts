import { GRAPH_ERRORS } from "./graph-errors.ts";
import type { GraphStandIn } from "./graph.ts";
import type { GraphPost } from "./graph-post.ts";
import { whatsappEntry, whatsappStatus } from "./graph-webhook.ts";
import type { SentWhatsapp } from "./graph-whatsapp.ts";
import type { PublishedAnswer, SentMessaging } from "./graph-world.ts";
import type { Act, Line, Outcome } from "./line.ts";
import { shownMessaging, type MessagingLine } from "./messaging-line.ts";
import { isKnownAs } from "./people.ts";
import { reportStatus } from "./receipts.ts";
import type { SimulatorState } from "./state.ts";
import type { Customer, PhoneMessage, SimulatedChannel } from "./talk.ts";
import type { BotCall } from "./telegram.ts";
import { shownTelegram } from "./telegram-line.ts";
import { shownWhatsapp, whatsappAddress } from "./whatsapp-line.ts";

/** A new bubble without reactions, edits or receipts. */
export function bubbleOf(
  given: Pick<PhoneMessage, "id" | "slug" | "customerId" | "from" | "type" | "content" | "status"> &
    Partial<PhoneMessage>,
): PhoneMessage {
  return {
    caption: null,
    replyTo: null,
    at: new Date().toISOString(),
    error: null,
    reactions: { customer: null, agent: null },
    edited: false,
    removed: false,
    messageId: null,
    conversationId: null,
    ...given,
  };
}

type Phone = {
  /** A function, because the stand-in can pass messages on before this variable is assigned. */
  graph: () => GraphStandIn;
  post: GraphPost;
  lineOf: (slug: string) => Line;
  perform: (messageId: string, act: Act) => Promise<Outcome>;
  show: (message: PhoneMessage) => void;
};

/** Puts what the business sends through its providers onto the phone. */
export type BusinessSide = {
  takeWhatsapp: (sent: SentWhatsapp) => Promise<void>;
  takeMessaging: (sent: SentMessaging) => Promise<void>;
  takeComment: (answer: PublishedAnswer) => void;
  takeGesture: (accountId: string, body: Record<string, unknown>) => void;
  takeCall: (call: BotCall, result: unknown) => void;
};

export function businessSide(state: SimulatorState, { graph, post, lineOf, perform, show }: Phone): BusinessSide {
  const channels = () => [...state.channels.values()];

  /** Finds the customer with this external id on the channel. An unknown phone number gets a new customer. */
  function whoIs(channel: SimulatedChannel, externalId: string): Customer | null {
    const known = [...state.customers.values(), ...state.contacts.values()].find((each) =>
      isKnownAs(each, channel, externalId),
    );
    if (known) {
      state.meet(known.id);
      return known;
    }
    if (channel.kind !== "whatsapp" || !/^\d+$/.test(externalId)) return null;
    const stranger = {
      id: `wa-${externalId}`,
      name: `+${externalId}`,
      surname: "",
      phone: `+${externalId}`,
      countryCode: "",
    };
    state.putCustomer(stranger);
    return stranger;
  }

  /** Shown to who wrote last in the group, without receipts. */
  function showInGroup(slug: string, { wamid, ...sent }: SentWhatsapp): void {
    const last = [...state.messages.values()].findLast((each) => each.slug === slug && each.type === "group");
    if (!last) return;
    const { content, caption } = shownWhatsapp({ wamid, ...sent });
    const place = { slug, customerId: last.customerId, from: "agent", status: "sent" } as const;
    state.putMessage(bubbleOf({ id: wamid, ...place, type: "group", content, caption }));
  }

  async function takeWhatsapp(sent: SentWhatsapp): Promise<void> {
    const { phoneNumberId, wamid, body } = sent;
    const channel = channels().find((each) => each.kind === "whatsapp" && each.phoneNumberId === phoneNumberId);
    if (channel && body.recipient_type === "group") return showInGroup(channel.slug, sent);
    const externalId = (body.to ?? body.recipient ?? "").replace(/^\+/, "");
    const customer = channel && whoIs(channel, externalId);
    if (channel?.kind !== "whatsapp" || !customer) return;
    if (body.type === "reaction") return showReaction(body.reaction.message_id, body.reaction.emoji || null);
    if (body.type !== "template" && !graph().isWindowOpen(phoneNumberId, externalId)) {
      const { code, message: title, details } = GRAPH_ERRORS.windowClosed;
      const failure = { code, title, message: title, error_data: { details } };
      const url = whatsappAddress(graph(), channel);
      const entry = whatsappEntry(
        channel,
        whatsappStatus(sent, "failed", { at: state.clock.now(), errors: [failure] }),
      );
      if (url) void post({ url, object: "whatsapp_business_account", appSecret: channel.appSecret }, entry);
      return;
    }
    const message = bubbleOf({
      id: wamid,
      slug: channel.slug,
      customerId: customer.id,
      from: "agent",
      status: "sent",
      replyTo: body.context?.message_id ?? null,
      ...shownWhatsapp(sent),
    });
    if (!state.faults.earlyStatus) return show(message);
    state.putMessage(message);
    await reportStatus(state, (act) => perform(wamid, act), message, "delivered");
  }

  async function takeMessaging(sent: SentMessaging): Promise<void> {
    const { account, recipientId, mid, body } = sent;
    const channel = channels().find((each) => "accountId" in each && each.accountId === account.id);
    const customer = channel && whoIs(channel, recipientId);
    if (!channel || !customer) return;
    const line = lineOf(channel.slug);
    if ("echo" in line) void (line as MessagingLine).echo(sent);
    const replyTo = (body.reply_to as { mid?: string } | undefined)?.mid ?? null;
    const message = bubbleOf({
      id: mid,
      slug: channel.slug,
      customerId: customer.id,
      from: "agent",
      status: "sent",
      replyTo,
      ...shownMessaging(sent),
    });
    if (!state.faults.earlyStatus || !line.receipts.includes("delivered")) return show(message);
    state.putMessage(message);
    await reportStatus(state, (act) => perform(mid, act), message, "delivered");
  }

  /** Comments have no receipts. */
  function takeComment({ id, commentId, writerId, account, text }: PublishedAnswer): void {
    const channel = channels().find((each) => "accountId" in each && each.accountId === account.id);
    const customer = channel && whoIs(channel, writerId);
    if (!channel || !customer) return;
    const place = { slug: channel.slug, customerId: customer.id, replyTo: commentId } as const;
    state.putMessage(bubbleOf({ id, ...place, from: "agent", status: "sent", type: "comment", content: text }));
  }

  function takeGesture(accountId: string, body: Record<string, unknown>): void {
    const of = (slug: string, customerId: string) =>
      [...state.messages.values()].filter((each) => each.slug === slug && each.customerId === customerId);
    const seen = (slug: string, customerId: string) => {
      for (const each of of(slug, customerId)) {
        if (each.from === "customer" && each.status === "accepted") state.putMessage({ ...each, status: "seen" });
      }
    };
    if (body.status === "read") {
      const message = state.messages.get(String(body.message_id));
      if (!message) return;
      seen(message.slug, message.customerId);
      if (body.typing_indicator) state.showTyping(message.slug, message.customerId);
      return;
    }
    const channel = channels().find((each) => "accountId" in each && each.accountId === accountId);
    const recipient = body.recipient as { id?: string } | undefined;
    const customer = channel && whoIs(channel, recipient?.id ?? "");
    if (!channel || !customer) return;
    if (body.sender_action === "mark_seen") seen(channel.slug, customer.id);
    if (body.sender_action === "typing_on") state.showTyping(channel.slug, customer.id);
    const target = (body.payload as { message_id?: string } | undefined)?.message_id ?? "";
    if (body.sender_action === "react") showReaction(target, "❤️");
    if (body.sender_action === "unreact") showReaction(target, null);
  }

  function takeCall(call: BotCall, result: unknown): void {
    const channel = channels().find((each) => each.kind === "telegram" && each.accessToken === call.token);
    const customer = channel && whoIs(channel, String(call.parameters.chat_id));
    if (!channel || !customer) return;
    if (call.method === "sendChatAction") state.showTyping(channel.slug, customer.id);
    if (call.method === "setMessageReaction") {
      const [reaction] = (call.parameters.reaction ?? []) as { emoji?: string }[];
      showReaction(`${String(call.parameters.chat_id)}:${String(call.parameters.message_id)}`, reaction?.emoji ?? null);
    }
    const content = shownTelegram(call);
    if (!content) return;
    const replied = (call.parameters.reply_parameters as { message_id?: number } | undefined)?.message_id;
    const { message_id } = result as { message_id: number };
    state.putMessage(
      bubbleOf({
        id: `${String(call.parameters.chat_id)}:${message_id}`,
        slug: channel.slug,
        customerId: customer.id,
        from: "agent",
        status: "sent",
        replyTo: replied === undefined ? null : `${String(call.parameters.chat_id)}:${replied}`,
        ...content,
      }),
    );
  }

  function showReaction(messageId: string, emoji: string | null): void {
    const message = state.messages.get(messageId);
    if (message) state.putMessage({ ...message, reactions: { ...message.reactions, agent: emoji } });
  }

  return { takeWhatsapp, takeMessaging, takeComment, takeGesture, takeCall };
}
