import { z } from "zod";
import type { InboundMessage } from "../channels/inbound.ts";
import { channelOf } from "../channels/registry.ts";
import { AppError, badInput } from "../errors.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { receiveMessage } from "../messages/receive-message.ts";
import { say } from "../say.ts";
import { fileOfUrl, uploadUrl } from "../uploads/upload-link.ts";
import { contactOf, type VisitorContact, type Visitor } from "./access.ts";
import { writeProof } from "./open-session.ts";
import { uploadOfVisitor } from "./visitor-upload.ts";
import { readMessages, visitorMessage, type VisitorMessage } from "./visitor-messages.ts";

export const VISITOR_TYPES = ["text", "image", "audio", "video", "document", "location", "interactive"] as const;

type VisitorPostInput = {
  /** The browser's own id of the message (a UUID). A message that is posted again is stored once. */
  clientMessageId: string;
  type: (typeof VISITOR_TYPES)[number];
  content: string;
  caption?: string | undefined;
  /** The id of the message replied to. */
  replyToId?: string | undefined;
  /** The visitor's current page on the site. */
  page?: { url?: string | undefined; referrer?: string | undefined } | undefined;
};

const LONGEST_ADDRESS = 2_000;

/**
 * Content of structured types, as on other channels. A choice has the form that providers' adapters read.
 */
const STRUCTURED = {
  location: z.object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    name: z.string().max(200).optional(),
    address: z.string().max(1_000).optional(),
  }),
  interactive: z.object({ reply: z.object({ id: z.string().min(1).max(256), title: z.string().min(1).max(256) }) }),
} as const;

/**
 * Stores a visitor's message in the inbox. HTML is treated as plain text and never rendered.
 * @throws AppError BAD_INPUT, UNAUTHENTICATED; CONFLICT if another visitor's message has this clientMessageId
 */
export async function postVisitorMessage(visitor: Visitor, input: VisitorPostInput): Promise<VisitorMessage> {
  const { ctx, integration } = visitor;
  const before = await contactOf(visitor);
  const inbound = await asInbound(visitor, before, input);
  const received = await receiveMessage(ctx, integration, inbound);
  if (visitor.provenBy !== null && !before?.isProven) await writeProof(visitor, null);
  const contact = before ?? (await contactOf(visitor));
  const [row] = contact
    ? await readMessages(visitor, contact, Prisma.sql`m.id = ${received.messageId}::uuid`, { limit: 1 })
    : [];
  if (!row) throw new AppError("CONFLICT", say("clients.chat.idTaken"));
  return visitorMessage(visitor, row, new Date());
}

async function asInbound(
  visitor: Visitor,
  contact: VisitorContact | null,
  { clientMessageId, type, content, caption, replyToId, page }: VisitorPostInput,
): Promise<InboundMessage> {
  const isFirst = page?.url !== undefined && !(contact && (await hasOpenConv(visitor, contact)));
  return {
    senderId: visitor.visitorId,
    externalMessageId: clientMessageId,
    externalConversationId: null,
    type,
    content: await checkedContent(visitor, type, content),
    caption: checkedCaption(type, caption),
    profile: visitor.profile,
    replyTo: replyToId === undefined ? null : await repliedTo(visitor, contact, replyToId),
    providerAt: null,
    ...(isFirst ? pageOf(page.url) : {}),
  };
}

async function checkedContent(visitor: Visitor, type: VisitorPostInput["type"], content: string): Promise<string> {
  if (type === "text") {
    const { maxTextLength } = channelOf("WEBCHAT");
    if (content.trim() === "") throw badInput("content", say("clients.chat.empty"));
    if ([...content].length > maxTextLength)
      throw badInput("content", say("input.tooLong", { field: "content", count: maxTextLength }));
    return content;
  }
  if (type === "location" || type === "interactive") {
    const parsed = STRUCTURED[type].safeParse(json(content));
    if (!parsed.success) throw badInput("content", say("clients.chat.notJson", { type }));
    return JSON.stringify(parsed.data);
  }
  const file = fileOfUrl(content);
  const upload = file?.workspaceId === visitor.ctx.workspaceId ? await uploadOfVisitor(visitor, file.fileName) : null;
  if (!upload) throw badInput("content", say("clients.chat.notYourFile"));
  if (!channelOf("WEBCHAT").media[type]?.contentTypes.includes(upload.contentType))
    throw badInput("type", say("clients.chat.otherKind", { type }));
  return uploadUrl(visitor.ctx.workspaceId, upload.fileName);
}

function checkedCaption(type: VisitorPostInput["type"], caption: string | undefined): string | null {
  const text = caption?.trim() ?? "";
  if (text === "") return null;
  if (!["image", "audio", "video", "document"].includes(type)) throw badInput("caption", say("clients.chat.noCaption"));
  const max = channelOf("WEBCHAT").maxCaptionLength ?? 0;
  if ([...text].length > max) throw badInput("caption", say("input.tooLong", { field: "caption", count: max }));
  return text;
}

/** The message they reply to, by its id in the inbox. Messages of other contacts are never found. */
async function repliedTo(visitor: Visitor, contact: VisitorContact | null, replyToId: string) {
  const [row] = contact
    ? await readMessages(visitor, contact, Prisma.sql`m.id = ${replyToId}::uuid`, { limit: 1 })
    : [];
  if (!row) throw badInput("replyToId", say("clients.chat.noMessage"));
  return { id: row.externalMessageId ?? row.id, content: row.content, type: row.type };
}

async function hasOpenConv({ ctx, integration }: Visitor, { clientId }: VisitorContact): Promise<boolean> {
  const place = { workspaceId: ctx.workspaceId, clientId, integrationId: integration.id, ended: false };
  return (await ctx.db.conversation.count({ where: place })) > 0;
}

/** The page where a conversation began. An invalid web address is ignored. */
function pageOf(url: string | undefined): { sourceType?: string; sourceUrl?: string } {
  const parsed = url === undefined ? null : URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.href.length > LONGEST_ADDRESS) return {};
  return { sourceType: "page", sourceUrl: parsed.href };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
