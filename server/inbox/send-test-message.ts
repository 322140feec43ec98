import { audit } from "../auth/audit.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import type { Integration, Message } from "../generated/prisma/client.ts";
import { integrationOr404 } from "../integrations/access.ts";
import { refreshTemplates } from "../integrations/refresh-templates.ts";
import { say } from "../say.ts";
import { requiredLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { author } from "./accept-message.ts";
import { openConv } from "./open-conv.ts";
import { queueMessage } from "./queue-message.ts";
import { isReplyWindowOpen } from "./reply-window.ts";
import { newestOpenThread, openingOf, readTemplate, sendTemplate } from "./send-template.ts";
import { mustBeSendable } from "./sendable.ts";
import { testRecipient } from "./test-recipient.ts";
import { testTemplate } from "./test-template.ts";

export type TestMessageSendInput = {
  id: string;
  /** A phone number, the customer's own id (CUSTOM), or the id of a client who has written on the channel. */
  to: string;
};

/** The templates may have been approved since they were last listed; asked again after that many milliseconds. */
const STALE_MS = 30_000;

/**
 * Sends a message over a channel to see it arrive: an ordinary one, queued, sent and ticked like any other, in the recipient's open
 * conversation. Free text where it may be sent now, else an approved template with nothing to fill in.
 * @throws AppError BAD_INPUT (`to`), NOT_FOUND, CHANNEL_INACTIVE, CLIENT_ARCHIVED; REPLY_WINDOW_CLOSED with what to do where there is
 * no such template; then nothing is stored
 */
export const sendTestMessage = verb(
  { may: "MANAGE_WORKSPACE", plan: "inbox", audit: "recorded" },
  async (ctx, input: TestMessageSendInput): Promise<Message> => {
    const to = requiredLine("to", input.to.toWellFormed());
    const known = await integrationOr404(ctx, input.id);
    if (
      channelOf(known.type).listTemplates &&
      (known.templatesFetchedAt?.getTime() ?? 0) < ctx.now.getTime() - STALE_MS
    ) {
      await refreshTemplates(ctx, known);
    }
    return inTransaction(ctx, async (tx) => {
      const integration = await integrationOr404(tx, input.id);
      const message = await send(tx, integration, to);
      await audit(tx, "sendTestMessage", integration.id, { after: { messageId: message.id } });
      return message;
    });
  },
);

async function send(tx: Ctx, integration: Integration, to: string): Promise<Message> {
  const { client, address } = await testRecipient(tx, integration, to);
  const externalConversationId = await newestOpenThread(tx, client.id, integration.id);
  const open = await tx.db.conversation.findFirst({
    where: {
      workspaceId: tx.workspaceId,
      integrationId: integration.id,
      clientId: client.id,
      externalConversationId,
      ended: false,
    },
    select: { lastClientMessageAt: true },
  });
  const { replyWindowHours } = channelOf(integration.type);
  if (replyWindowHours !== null && !isReplyWindowOpen(replyWindowHours, open?.lastClientMessageAt ?? null, tx.now)) {
    const found = await testTemplate(tx, integration.id);
    if (!found) throw windowClosed(integration, replyWindowHours);
    const template = readTemplate(integration, { templateName: found.name, templateLang: found.language });
    return (await sendTemplate(tx, { client, address, integration, template, kind: "notification" })).message;
  }
  const { conv, opened } = await openConv(tx, { client, integration, externalConversationId }, openingOf(tx));
  mustBeSendable({ conv, integration, client }, tx.now);
  const content = `Test message: the channel “${integration.name}” can send.`;
  const text = { type: "text" as const, content, address, ...author(tx) };
  return queueMessage(tx, { conv, integration, client }, text, { kind: "reply", opened });
}

function windowClosed({ type, name, identifier }: Integration, hours: number): AppError {
  const { name: channel, templates } = channelOf(type);
  const code = templates ? "refusal.testWindowTemplate" : "refusal.testWindow";
  return new AppError("REPLY_WINDOW_CLOSED", say(code, { channel, hours, account: identifier ?? name }));
}
