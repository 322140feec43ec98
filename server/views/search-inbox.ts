import { may } from "../auth/permissions.ts";
import { maskClient } from "../clients/mask-client.ts";
import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import type { Client, Message } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { containing, requiredLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { convForActor } from "../conversations/access.ts";
import { listConvRows, type ConvRow } from "./list-conv-rows.ts";
import { searchMessages } from "./search-messages.ts";
import { searchWords, snippetOf, type Snippet } from "./search-words.ts";
import { z } from "zod";

export type SearchInput = {
  text: string;
  /** Only messages of this conversation. */
  convId?: string | null;
  first?: number | null;
};

export type MessageHit = { message: Message; snippet: Snippet };

export type SearchResult = {
  convs: ConvRow[];
  messages: MessageHit[];
  isOnlyRecent: boolean;
  clients: Client[];
};

const FIRST = 20;
const FIRST_MAX = 200;
/** Limit of conversations and of contacts. They are a list of people, not of all that they have written. */
const PEOPLE_MAX = 10;
const TEXT_MAX = 200;

/**
 * Searches conversations by contact, messages by text, and contacts by their details. Newest first, and only what the actor may see.
 * @throws AppError BAD_INPUT, NOT_FOUND for a conversation that the actor may not see
 */
export const searchInbox = verb(
  { may: "USE_CONVS", plan: "inbox" },
  async (ctx, input: SearchInput): Promise<SearchResult> => {
    const text = requiredLine("text", input.text, TEXT_MAX);
    const first = input.first ?? FIRST;
    if (first < 1 || first > FIRST_MAX)
      throw badInput("first", say("inbox.range", { field: "first", min: 1, max: FIRST_MAX }));
    const convId = input.convId ? (await convForActor(ctx, input.convId)).id : null;
    const words = searchWords(text);
    const [found, convs, clients] = await Promise.all([
      searchMessages(ctx, { words, convId, first }),
      convId ? [] : listConvRows(ctx, { search: text, first: PEOPLE_MAX }).then(({ nodes }) => nodes),
      convId ? [] : findClients(ctx, text),
    ]);
    const messages = found.rows.map((message) => ({ message, snippet: snippetOf(searchableText(message), words) }));
    return { convs, messages, isOnlyRecent: found.isOnlyRecent, clients };
  },
);

/** By name. By phone and email only for roles that see them unmasked, because matches would reveal them. */
async function findClients(ctx: Ctx, text: string): Promise<Client[]> {
  const part = containing(text);
  const [name, ...rest] = text.split(/\s+/);
  const bySurname = rest.length > 0 ? [{ name: containing(name ?? ""), surname: containing(rest.join(" ")) }] : [];
  const whole = may(ctx, "MANAGE_CLIENTS")
    ? [{ phone: containing(text.replace(/[\s().-]/g, "") || text) }, { email: part }, { externalClientId: text }]
    : [];
  const rows = await ctx.db.client.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      isPlayground: false,
      deletedAt: null,
      OR: [{ name: part }, { surname: part }, ...bySurname, ...whole],
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: PEOPLE_MAX,
  });
  return rows.map((row) => maskClient(ctx, row));
}

const BODY = z.object({ body: z.object({ text: z.string() }).or(z.string()) });
const REPLY = z.object({ reply: z.object({ title: z.string() }) });

/** The text of a message that message_search() indexes, as a person sees it. */
function searchableText({ type, content, caption }: Pick<Message, "type" | "content" | "caption">): string {
  const said =
    type === "interactive" ? interactiveText(content) : ["text", "note", "template"].includes(type) ? content : "";
  return [said, caption].filter(Boolean).join(" ");
}

function interactiveText(content: string): string {
  try {
    const json: unknown = JSON.parse(content);
    const reply = REPLY.safeParse(json);
    if (reply.success) return reply.data.reply.title;
    const body = BODY.safeParse(json);
    if (body.success) return typeof body.data.body === "string" ? body.data.body : body.data.body.text;
  } catch {
    // Not JSON, so the content is the text itself.
  }
  return content;
}
