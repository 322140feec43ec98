import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { aiStandIns, type AiStandIns } from "./ai.ts";
import type { SimulatorOptions } from "./connect.ts";
import { answerControl } from "./control.ts";
import { receiveReply } from "./endpoint.ts";
import { HttpError, readJson, sendJson } from "./http.ts";
import { media } from "./media.ts";
import { pageFile } from "./page-files.ts";
import { startPhone, type Phone, type Written } from "./phone.ts";
import {
  FAULTS,
  SimulatorState,
  type EndpointRequest,
  type Faults,
  type Receipts,
  type WebhookEntry,
} from "./state.ts";
import type { Customer, PhoneMessage, SimulatedChannel } from "./talk.ts";
import { streamChanges } from "./stream.ts";
import { receiveWebhook } from "./webhook-receiver.ts";

/** The default delays of a customer's phone. */
const REALISTIC: Receipts = { deliveredAfterMs: 700, readAfterMs: 2_500 };

export type Simulator = {
  url: string;
  /** The value for META_GRAPH_URL and INSTAGRAM_GRAPH_URL. */
  graphUrl: string;
  /** The value for TELEGRAM_API_URL. */
  telegramUrl: string;
  /** The value for a provider_a's baseUrl, AI_BASE_URL and OPENAI_BASE_URL. */
  openAiUrl: string;
  /** The value for a provider_b's baseUrl and PINECONE_URL. */
  pineconeUrl: string;
  ai: AiStandIns;
  phone: Phone;
  /** Requests to the channels' endpoints, oldest first. */
  received: readonly EndpointRequest[];
  /** Events that reached the webhook receivers, oldest first. */
  webhooks: () => WebhookEntry[];
  messages: () => PhoneMessage[];
  faults: (faults: Partial<Faults>) => void;
  receipts: (receipts: Receipts) => void;
  /** The URL to set as a CUSTOM channel's endpoint. `addChannel` uses the same slug. */
  endpointUrl: (slug: string) => string;
  webhookUrl: (name: string) => string;
  addChannel: (channel: SimulatedChannel) => void;
  addWebhook: (name: string, secret: string) => void;
  write: (slug: string, customer: Customer, written: Written) => Promise<PhoneMessage>;
  stop: () => Promise<void>;
};

/**
 * Starts the customers' phone: its page, the endpoint of its channels, a webhook receiver and the providers' stand-ins. It
 * listens on loopback only, because anyone who can reach it can write as any contact.
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const state = new SimulatorState(options.appUrl, options.receipts ?? REALISTIC);
  for (const channel of options.channels ?? []) state.channels.set(channel.slug, channel);
  for (const webhook of options.webhooks ?? []) state.secrets.set(webhook.name, webhook.secret);
  for (const customer of options.customers ?? []) state.putCustomer(customer);
  for (const contact of options.contacts ?? []) state.contacts.set(contact.id, contact);
  const phone = await startPhone(state, options);
  const ai = aiStandIns();

  const server = createServer((request, response) => {
    serve(state, phone, ai, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else if (error instanceof HttpError) sendJson(response, error.status, { error: error.message });
      else if (error instanceof z.ZodError) sendJson(response, 422, { error: z.prettifyError(error) });
      else sendJson(response, 500, { error: String(error) });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new Error(
              `Port ${options.port} is in use by another program: stop it, or set SIMULATOR_PORT to another number.`,
            )
          : error,
      ),
    );
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    graphUrl: phone.graph.url,
    telegramUrl: phone.telegram.url,
    openAiUrl: `${url}/openai/v1`,
    pineconeUrl: `${url}/pinecone`,
    ai,
    phone,
    received: state.received,
    webhooks: () => [...state.webhooks.values()],
    messages: () => [...state.messages.values()],
    faults: (faults) => state.setFaults(faults),
    receipts: (receipts) => state.setReceipts(receipts),
    endpointUrl: (slug) => `${url}/channels/${slug}`,
    webhookUrl: (name) => `${url}/webhooks/${name}`,
    addChannel: phone.addChannel,
    addWebhook: (name, secret) => void state.secrets.set(name, secret),
    write: phone.write,
    async stop() {
      await phone.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

const newCustomer = z.object({
  name: z.string().trim().min(1, "A customer needs a name"),
  surname: z.string().trim().default(""),
  phone: z.string().trim().default(""),
  hidesNumber: z.coerce.boolean().optional(),
});
/** Message types, and what the page's buttons send besides. */
const CUSTOMER_TYPES = [
  ...(["text", "image", "audio", "video", "document", "location", "contacts", "interactive"] as const),
  ...(["kind", "call", "standby", "handover", "marketing", "comment", "group", "history"] as const),
] as const;
const newMessage = z.object({
  slug: z.string(),
  customerId: z.string(),
  type: z.enum(CUSTOMER_TYPES),
  content: z.string().min(1),
  caption: z.string().nullish(),
  /** The bubble that this one replies to. */
  replyTo: z.string().nullish(),
  /** The id of a failed message, to resend it. */
  id: z.string().optional(),
});
const newAct = z.object({
  messageId: z.string(),
  act: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("react"), emoji: z.string().nullable() }),
    z.object({ kind: z.literal("edit"), content: z.string().min(1) }),
    z.object({ kind: z.enum(["delete", "delivered", "read"]) }),
  ]),
});
const fault = z.enum(FAULTS);
const delay = z.number().int().min(0).max(600_000).nullable();
const newSettings = z.object({
  faults: z
    .object({
      endpoint: fault,
      webhook: fault,
      duplicateInbound: z.boolean(),
      reorderInbound: z.boolean(),
      batchInbound: z.boolean(),
      loseInbound: z.boolean(),
      wrongSignature: z.boolean(),
      earlyStatus: z.boolean(),
      delayMs: z.number().int().min(0).max(60_000),
      latencyMs: z.number().int().min(0).max(60_000),
    })
    .partial()
    .optional(),
  receipts: z.object({ deliveredAfterMs: delay, readAfterMs: delay }).optional(),
});

async function serve(
  state: SimulatorState,
  phone: Phone,
  ai: AiStandIns,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://simulator");
  const [first = "", second = ""] = pathname.split("/").slice(1);
  const method = request.method ?? "GET";
  if (first === "channels" && method === "POST") {
    const channel = state.channel(second);
    if (channel.kind !== "custom") throw new HttpError(404, "This channel has a provider");
    return receiveReply(state, phone, channel, request, response);
  }
  if (first === "openai" || first === "pinecone") return ai.serve(request, response, pathname);
  if (first === "webhooks" && second !== "") return receiveWebhook(state, second, request, response);
  if (first === "api" || first === "control") mustBeOurs(request);
  if (first === "api") return servePage(state, phone, `${method} ${second}`, request, response);
  if (first === "control") return answerControl(state, phone, ai, `${method} ${second}`, request, response);
  const file = method !== "GET" ? null : first === "media" ? media(second) : await pageFile(pathname);
  if (!file) throw new HttpError(404, "There is nothing here");
  response.writeHead(200, { "content-type": file.contentType, "cache-control": "no-cache" });
  response.end(file.body);
}

/** Rejects requests from other sites, so that they cannot write as a customer. */
function mustBeOurs(request: IncomingMessage): void {
  if (!["same-origin", "none", undefined].includes(request.headers["sec-fetch-site"]?.toString())) {
    throw new HttpError(403, "Only the simulator's own page may do this");
  }
}

async function servePage(
  state: SimulatorState,
  phone: Phone,
  operation: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  switch (operation) {
    case "GET stream":
      return streamChanges(state, request, response);
    case "POST messages": {
      const { slug, customerId, id, type, content, caption, replyTo } = newMessage.parse(await readJson(request));
      const customer = state.customers.get(customerId);
      if (!customer) throw new HttpError(404, "There is no such customer");
      const written = { type, content, caption: caption ?? null, replyTo: replyTo ?? null };
      return sendJson(response, 200, await phone.write(slug, customer, written, id));
    }
    case "POST acts": {
      const { messageId, act } = newAct.parse(await readJson(request));
      return sendJson(response, 200, await phone.act(messageId, act));
    }
    case "POST customers": {
      const customer = {
        id: `phone-${crypto.randomUUID().slice(0, 8)}`,
        countryCode: "",
        ...newCustomer.parse(await readJson(request)),
      };
      state.putCustomer(customer);
      return sendJson(response, 200, customer);
    }
    case "PUT settings": {
      const { faults, receipts } = newSettings.parse(await readJson(request));
      if (faults)
        state.setFaults(Object.fromEntries(Object.entries(faults).filter(([, value]) => value !== undefined)));
      if (receipts) state.setReceipts(receipts);
      return sendJson(response, 200, state.settings());
    }
    default:
      throw new HttpError(404, "There is nothing here");
  }
}
