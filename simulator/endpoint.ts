import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { bubbleOf } from "./business-side.ts";
import { misbehave } from "./faults.ts";
import { HttpError, readJson, sendJson } from "./http.ts";
import type { Phone } from "./phone.ts";
import type { SimulatorState } from "./state.ts";
import type { CustomChannel } from "./talk.ts";

/** contract.md, Custom channel egress. Other members are allowed: the body also has our messageId and templates. */
const outgoing = z.looseObject({
  content: z.string(),
  type: z.string(),
  senderId: z.string(),
  receiptId: z.string(),
  conversationId: z.string().nullish(),
  createdAt: z.iso.datetime({ offset: true }),
  messageId: z.string().nullish(),
  caption: z.string().nullish(),
  context: z.looseObject({ replyToId: z.string().nullish() }).nullish(),
});

const digest = (text: string) => createHash("sha256").update(text).digest();

/** The customer's system. It accepts an agent's reply, shows it on the phone, and reports its receipts. */
export async function receiveReply(
  state: SimulatorState,
  phone: Phone,
  channel: CustomChannel,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const authorization = request.headers.authorization ?? null;
  const idempotencyKey = request.headers["idempotency-key"]?.toString() ?? null;
  const raw = await readJson(request);
  const note = (status: number, externalMessageId: string | null, repeated: boolean) =>
    state.putRequest({
      slug: channel.slug,
      authorization,
      idempotencyKey,
      body: z.record(z.string(), z.unknown()).catch({}).parse(raw),
      answer: { status, externalMessageId },
      repeated,
      at: new Date().toISOString(),
    });
  const refuse = (status: number, message: string) => {
    note(status, null, false);
    throw new HttpError(status, message);
  };

  const misbehaved = misbehave(state.faults.endpoint, response);
  if (misbehaved !== null) return note(misbehaved, null, false);
  if (!timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${channel.accessToken}`))) {
    return refuse(401, "The bearer token is not this channel's accessToken");
  }
  const parsed = outgoing.safeParse(raw);
  if (!parsed.success) return refuse(422, z.prettifyError(parsed.error));

  // One idempotency key stands for one message. A repeated request gets the same response and shows nothing new.
  const message = parsed.data;
  const externalMessageId = idempotencyKey
    ? `sim-${digest(idempotencyKey).toString("hex").slice(0, 24)}`
    : `sim-${crypto.randomUUID()}`;
  const repeated = state.messages.has(externalMessageId);
  if (!repeated) {
    state.meet(message.receiptId);
    phone.show(
      bubbleOf({
        id: externalMessageId,
        slug: channel.slug,
        customerId: message.receiptId,
        from: "agent",
        type: message.type,
        content: message.content,
        caption: message.caption ?? null,
        replyTo: message.context?.replyToId ?? null,
        status: "sent",
        messageId: message.messageId ?? null,
        conversationId: message.conversationId ?? null,
      }),
    );
  }
  note(200, externalMessageId, repeated);
  if (state.faults.endpoint === "lostAnswer" && !repeated) response.destroy();
  else sendJson(response, 200, { externalMessageId });
}
