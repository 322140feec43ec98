import { randomUUID } from "node:crypto";
import { newIdentitySecret } from "../channels/webchat/adapter.ts";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { sealCredentials } from "../integrations/access.ts";
import type { VisitorMessage } from "../webchat/visitor-messages.ts";

/** A web chat of the workspace, and the secret for its site's signatures. */
export async function createTestWebchat(workspaceId: number, webchat: Prisma.InputJsonObject = {}) {
  const place = { workspaceId, id: randomUUID() };
  const identitySecret = newIdentitySecret();
  const credentials = await sealCredentials(place, { identitySecret });
  const integration = await database().integration.create({
    data: { ...place, name: "Site", type: "WEBCHAT", state: "active", credentials, webchat },
  });
  return { integration, integrationId: integration.id, identitySecret };
}

export type WebchatAnswer = {
  status: number;
  headers: Headers;
  body: {
    token?: string;
    visitorId?: string;
    isVerified?: boolean;
    ticket?: string;
    message?: VisitorMessage;
    messages?: VisitorMessage[];
    hasMore?: boolean;
    cursor?: string;
    uploadUrl?: string;
    content?: string;
    error?: { code: string; message: string; fields?: { path: string; message: string }[] };
  } & Record<string, unknown>;
};

export type StreamEvent = { id: string | null; event: string; data: Record<string, unknown> };

/** A visitor's browser: complete requests over HTTP, from its own IP address. */
export function visitorBrowser(base: string, integrationId: string, address = `test-${randomUUID()}`) {
  let token = "";
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<WebchatAnswer> => {
    const response = await fetch(base + path, {
      method,
      headers: {
        "x-forwarded-for": address,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === "" ? {} : JSON.parse(text)) as WebchatAnswer["body"],
    };
  };
  const chat = `/ext/v1/webchat/${integrationId}`;
  const must = async (answer: Promise<WebchatAnswer>) => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`refused: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  return {
    address,
    call,
    get token() {
      return token;
    },
    use: (given: string) => (token = given),
    get: (action: string) => call("GET", `${chat}/${action}`),
    post: (action: string, body: unknown = {}, headers?: Record<string, string>) =>
      call("POST", `${chat}/${action}`, body, headers),
    /** Starts or continues a session and stores its token. */
    session: async (input: Record<string, unknown> = {}) => {
      const body = await must(call("POST", `${chat}/session`, token ? { token, ...input } : input));
      token = body.token ?? "";
      return body as { token: string; visitorId: string; isVerified: boolean; expiresAt: string };
    },
    send: (body: Record<string, unknown>) =>
      call("POST", `/ext/v1/incoming/webchat/${integrationId}`, {
        clientMessageId: randomUUID(),
        type: "text",
        ...body,
      }),
    /** Sends a text that must be accepted. */
    text: async (content: string, more: Record<string, unknown> = {}): Promise<VisitorMessage> => {
      const input = { clientMessageId: randomUUID(), type: "text", content, ...more };
      const { message } = await must(call("POST", `/ext/v1/incoming/webchat/${integrationId}`, input));
      if (!message) throw new Error("no message in the answer");
      return message;
    },
    messages: async (query = "") => {
      const body = await must(call("GET", `${chat}/messages${query}`));
      return body as { messages: VisitorMessage[]; hasMore: boolean; cursor: string };
    },
    ticket: async () => (await must(call("POST", `${chat}/ticket`, {}))).ticket ?? "",
    /** An open event stream. Resolves after `ready` has arrived. */
    listen: async (after?: string, lastEventId?: string) => {
      const { ticket } = await must(call("POST", `${chat}/ticket`, {}));
      const query = new URLSearchParams({ ticket: ticket ?? "", ...(after === undefined ? {} : { after }) });
      const stream = openEventStream(`${base}${chat}/events?${query}`, {
        "x-forwarded-for": address,
        ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
      });
      await stream.until(({ event }) => event === "ready");
      return stream;
    },
  };
}

/** Reads server-sent events as a browser does. */
function openEventStream(url: string, headers: Record<string, string>) {
  const events: StreamEvent[] = [];
  const waiting = new Set<() => void>();
  const controller = new AbortController();
  const wake = () => {
    for (const look of waiting) look();
  };
  const state = { isOver: false };
  const over = (async () => {
    const response = await fetch(url, { headers, signal: controller.signal });
    if (response.status !== 200) throw new Error(`the stream was refused: ${response.status} ${await response.text()}`);
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      rest += decoder.decode(chunk as Uint8Array, { stream: true });
      const blocks = rest.split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = new Map(block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line] as const));
        const value = (name: string) => fields.get(name)?.slice(name.length + 2) ?? null;
        const [event, data] = [value("event"), value("data")];
        if (event && data) events.push({ id: value("id"), event, data: JSON.parse(data) as Record<string, unknown> });
      }
      wake();
    }
  })()
    .catch((error: unknown) => {
      if (!controller.signal.aborted) return error;
      return null;
    })
    .finally(() => {
      state.isOver = true;
      wake();
    });
  return {
    events,
    texts: () => events.flatMap(({ event, data }) => (event === "message" ? [String(data.content)] : [])),
    lastId: () => events.findLast(({ id }) => id !== null)?.id ?? "",
    until: (wanted: (event: StreamEvent) => boolean, patienceMs = 20_000) =>
      new Promise<StreamEvent>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`it did not come; these did: ${JSON.stringify(events)}`));
        }, patienceMs);
        const look = () => {
          const found = events.find(wanted);
          if (!found && !state.isOver) return;
          waiting.delete(look);
          clearTimeout(timer);
          if (found) resolve(found);
          else void over.then((error) => reject(error instanceof Error ? error : new Error("the stream ended")));
        };
        waiting.add(look);
        look();
      }),
    /** Whether the server has ended it. */
    over: () => over,
    close: async () => {
      controller.abort();
      await over;
    },
  };
}
