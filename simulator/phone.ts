import { setTimeout as sleep } from "node:timers/promises";
import { bubbleOf, businessSide } from "./business-side.ts";
import { customLine } from "./custom-line.ts";
import { startDeliveries, type Deliveries } from "./deliveries.ts";
import { startGraph, type GraphStandIn } from "./graph.ts";
import { graphPost, spoiled } from "./graph-post.ts";
import { pageOf } from "./graph-sign-in.ts";
import type { GraphTemplate } from "./graph-templates.ts";
import { HttpError } from "./http.ts";
import { failed, type Act, type Line, type Outcome } from "./line.ts";
import { openMemory } from "./memory.ts";
import { messagingLine } from "./messaging-line.ts";
import { onTelegram } from "./people.ts";
import { reportReceipts } from "./receipts.ts";
import { samplePageTemplates, sampleTemplates } from "./sample-templates.ts";
import type { SimulatorState } from "./state.ts";
import type { Customer, PhoneMessage, SimulatedChannel } from "./talk.ts";
import { startTelegram, type TelegramStandIn } from "./telegram.ts";
import { telegramLine } from "./telegram-line.ts";
import { whatsappLine } from "./whatsapp-line.ts";

export type Written = { type: string; content: string; caption?: string | null; replyTo?: string | null };

/** The customers' side of every channel, with the stand-ins of the providers that carry the messages. */
export type Phone = {
  graph: GraphStandIn;
  telegram: TelegramStandIn;
  deliveries: Deliveries;
  addChannel: (channel: SimulatedChannel) => void;
  /**
   * Sends a customer's message. Resolves with its final state, `accepted` or `failed`. Pass the `id` of a failed message to resend
   * it.
   */
  write: (slug: string, customer: Customer, written: Written, id?: string) => Promise<PhoneMessage>;
  /** Performs a customer's action on a bubble, or sends a receipt from their phone. Resolves with the updated bubble. */
  act: (messageId: string, act: Act) => Promise<PhoneMessage>;
  /** Shows an agent's message that a CUSTOM channel's endpoint accepted. */
  show: (message: PhoneMessage) => void;
  stop: () => Promise<void>;
};

export type PhoneOptions = {
  /** If omitted, any free port. */
  graphPort?: number;
  telegramPort?: number;
  /** The file in which the stand-ins save their registrations. */
  memoryFile?: string;
  /** The app with which people connect channels by signing in. */
  signInApp?: { appId: string; appSecret: string };
};

export async function startPhone(
  state: SimulatorState,
  { graphPort, telegramPort, memoryFile, signInApp }: PhoneOptions,
): Promise<Phone> {
  const memory = openMemory(memoryFile);
  const windows = new Map(Object.entries(memory.known.windows));
  const now = () => state.clock.now();
  const lines = new Map<string, Line>();
  const deliveries = startDeliveries({ spoil: spoiled, onChange: (delivery) => state.putDelivery(delivery) });
  const unsubscribe = state.subscribe((change) => {
    if (change.kind !== "settings") return;
    const {
      duplicateInbound: duplicate,
      reorderInbound: reorder,
      loseInbound: lose,
      wrongSignature,
      delayMs,
    } = state.faults;
    deliveries.setFaults({ duplicate, reorder, lose, wrongSignature, delayMs });
  });
  const post = graphPost(deliveries, () => state.faults.batchInbound);
  const late = async () => {
    if (state.faults.latencyMs > 0) await sleep(state.faults.latencyMs, undefined, { ref: false });
  };

  const business = businessSide(state, { graph: () => graph, post, lineOf, perform, show });
  const graph: GraphStandIn = await startGraph({
    ...(graphPort === undefined ? {} : { port: graphPort }),
    now,
    windows,
    allowHttp: true,
    hasLimits: true,
    reach: (url) =>
      fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
        (answer) => answer.text(),
        () => null,
      ),
    onWhatsapp: async (sent) => {
      await late();
      await business.takeWhatsapp(sent);
    },
    onMessaging: async (sent) => {
      await late();
      await business.takeMessaging(sent);
    },
    onComment: business.takeComment,
    onAppContacts: (phoneNumberId) => {
      for (const { slug, ...channel } of state.channels.values()) {
        if (channel.kind !== "whatsapp" || channel.phoneNumberId !== phoneNumberId) continue;
        // Not awaited: Meta answers the request first.
        void lines.get(slug)?.nameContacts?.([...state.customers.values()]);
      }
    },
    onGesture: business.takeGesture,
    onSignIn: (accountId, app) => {
      memory.known.apps[accountId] = app;
      memory.save();
      for (const channel of state.channels.values()) if (accountOf(channel) === accountId) phone.addChannel(channel);
    },
    onCallback: (id, callback) => {
      if (callback) memory.known.callbacks[id] = callback;
      else delete memory.known.callbacks[id];
      memory.save();
    },
  });
  for (const [id, callback] of Object.entries(memory.known.callbacks)) graph.setCallback(id, callback);
  if (signInApp) graph.addApp(signInApp.appId, signInApp.appSecret);
  const telegram = await startTelegram({
    ...(telegramPort === undefined ? {} : { port: telegramPort }),
    allowHttp: true,
    onCall: async (call, result) => {
      await late();
      if (call.method === "setWebhook") {
        memory.known.webhooks[call.token] = call.parameters as { url: string };
        memory.save();
      }
      business.takeCall(call, result);
    },
  });

  function lineOf(slug: string): Line {
    const line = lines.get(slug);
    if (!line) throw new HttpError(409, "This channel has a page of its own to write on");
    return line;
  }

  function makeLine(channel: SimulatedChannel): Line | null {
    switch (channel.kind) {
      case "custom":
        return customLine(state, channel);
      case "whatsapp":
        graph.addNumber(channel);
        graph.addAccount(channel.wabaId, channel.accessToken, templatesOf(channel.wabaId));
        return whatsappLine(graph, channel, post, now);
      case "messenger":
      case "instagram": {
        const { accountId: id, name, accessToken, appId, appSecret, kind } = channel;
        const object = kind === "messenger" ? "page" : "instagram";
        const pageId = object === "instagram" && memory.known.apps[id] ? { pageId: pageOf(id) } : {};
        const templates = object === "page" ? { templates: samplePageTemplates() } : {};
        graph.addMessaging({ object, id, name, accessToken, appId, appSecret, ...pageId, ...templates });
        graph.addApp(appId, appSecret);
        return messagingLine(graph, channel, post, now);
      }
      case "telegram":
        telegram.addBot({ token: channel.accessToken, firstName: channel.name, username: channel.username }).webhook =
          memory.known.webhooks[channel.accessToken] ?? null;
        return telegramLine(telegram, channel, deliveries);
      case "webchat":
        return null;
    }
  }

  /** Several numbers may belong to one account. */
  function templatesOf(wabaId: string): GraphTemplate[] {
    const known = graph.templatesOf(wabaId);
    return known.length > 0 ? known : sampleTemplates();
  }

  /** Saves the reply windows, so that the business can still answer after a restart. */
  function remember(channel: SimulatedChannel, customer: Customer): void {
    memory.known.windows = Object.fromEntries(windows);
    const chat = onTelegram(customer);
    if (channel.kind === "telegram" && !memory.known.chats.includes(chat)) memory.known.chats.push(chat);
    memory.save();
  }

  function show(message: PhoneMessage): void {
    state.putMessage(message);
    void reportReceipts(state, lineOf(message.slug), (act) => perform(message.id, act), message);
  }

  async function perform(messageId: string, act: Act): Promise<Outcome> {
    const message = state.messages.get(messageId);
    const customer = message && state.customers.get(message.customerId);
    if (!message || !customer) return failed("There is no such message");
    return lineOf(message.slug).act(customer, message, act);
  }

  const phone: Phone = {
    graph,
    telegram,
    deliveries,
    addChannel(given) {
      const channel = { ...given, ...memory.known.apps[accountOf(given) ?? ""] };
      state.putChannel(channel);
      const line = makeLine(channel);
      if (line) lines.set(channel.slug, line);
    },
    async write(slug, customer, { type, content, caption = null, replyTo = null }, id) {
      const channel = state.channel(slug);
      const line = lineOf(slug);
      state.putCustomer(customer);
      const own = { slug, customerId: customer.id, from: "customer", type, content, caption, replyTo } as const;
      const message = bubbleOf({ id: id ?? line.newId(customer), status: "sending", ...own });
      state.putMessage(message);
      const quoted = replyTo === null ? null : (state.messages.get(replyTo) ?? null);
      const { error, messageId, conversationId } = await line.write(customer, message, quoted);
      remember(channel, customer);
      const status = error === null ? "accepted" : "failed";
      const ended = { ...(state.messages.get(message.id) ?? message), status, error, messageId, conversationId };
      state.putMessage(ended);
      return ended;
    },
    async act(messageId, act) {
      const { error } = await perform(messageId, act);
      const message = state.messages.get(messageId);
      if (!message) throw new HttpError(404, "There is no such message");
      const done = error === null ? changed(message, act) : { ...message, error };
      state.putMessage(done);
      return done;
    },
    show,
    async stop() {
      unsubscribe();
      deliveries.stop();
      await Promise.all([graph.stop(), telegram.stop()]);
    },
  };
  for (const chat of memory.known.chats) telegram.start(chat);
  for (const channel of state.channels.values()) phone.addChannel(channel);
  return phone;
}

/** The id of the account at Meta. */
function accountOf(channel: SimulatedChannel): string | null {
  if (channel.kind === "whatsapp") return channel.phoneNumberId;
  return channel.kind === "messenger" || channel.kind === "instagram" ? channel.accountId : null;
}

function changed(message: PhoneMessage, act: Act): PhoneMessage {
  switch (act.kind) {
    case "react":
      return { ...message, error: null, reactions: { ...message.reactions, customer: act.emoji } };
    case "edit":
      return { ...message, error: null, content: act.content, edited: true };
    case "delete":
      return { ...message, error: null, removed: true };
    case "delivered":
    case "read":
      return { ...message, error: null, status: act.kind };
  }
}
