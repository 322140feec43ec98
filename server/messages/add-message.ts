import { keptUnder, once } from "../auth/idempotency.ts";
import { validate as isUuid } from "uuid";
import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { Message } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { acceptMessage, storeMessage } from "./accept-message.ts";
import { dropDraft } from "../drafts/drop-draft.ts";
import { CONV, decideAndWrite, type Known } from "./facts.ts";
import { flushUndoable } from "../drafts/flush-undoable.ts";
import { checkOutgoing, readOutgoing, type AddMessageInput } from "./outgoing-message.ts";
import { planOutgoing } from "./plan-outgoing.ts";
import { reviveMessage } from "./revive.ts";
import { notifyAgent } from "../conversations/notify-agent.ts";
import { writeGuarded, type GuardedWrite } from "./write-messages.ts";

/**
 * Adds a message of an agent or a key. It is stored as pending and sent in the background. A note is never sent: it is `delivered` as
 * soon as it is stored, and is also accepted for ended conversations and archived contacts. An agent who answers in an assistant's
 * conversation takes it over. The agent's earlier messages that can still be undone are sent first. Their draft is emptied.
 * @param idempotencyKey of the request: the same key and input store one message and get one answer.
 * @throws AppError NOT_FOUND, BAD_INPUT, CONFLICT, CLIENT_ARCHIVED, CHANNEL_INACTIVE, REPLY_WINDOW_CLOSED; then nothing is stored
 */
export const addMessage = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: AddMessageInput, idempotencyKey: string | null = null): Promise<Message> => {
    const { actor } = ctx;
    const added = await addAtOnce(ctx, input, idempotencyKey);
    if (added) {
      notifyMentioned(ctx, input);
      if (added.hadDraft && actor.kind === "user" && actor.agentId !== null)
        notifyAgent(ctx, actor.agentId, "draft", input.convId);
      return added.message;
    }
    // Keys have no drafts and no undo, so their messages cost no extra statement.
    if (actor.kind === "user" && actor.agentId !== null) return addOfPerson(ctx, input, actor.agentId, idempotencyKey);
    const message = await acceptMessage(ctx, input, idempotencyKey);
    notifyMentioned(ctx, input);
    return message;
  },
);

/**
 * Writes a message from the cached facts of its conversation, in one statement.
 * @returns null if the message may be refused, is a repeated request, or needs the general path. Then nothing is stored.
 * @throws AppError BAD_INPUT for an invalid Idempotency-Key
 */
async function addAtOnce(ctx: Ctx, input: AddMessageInput, key: string | null) {
  const { workspaceId, actor } = ctx;
  const { convId, integrationId, replyToMessageId, mentions } = input;
  const ids = [convId, integrationId, replyToMessageId, ...(mentions ?? [])];
  if (ctx.wakes || actor.kind === "system" || !ids.every((id) => id == null || isUuid(id))) return null;
  const kept = key === null ? null : keptUnder(ctx, { key, operation: "addMessage", input });
  const outgoing = readOutgoing(input);
  const decide = async (known: Known) => {
    const { conv, channel } = known.facts;
    if ((integrationId ?? conv.integrationId) !== conv.integrationId) return null;
    try {
      const plan = planOutgoing(ctx, outgoing, kept, known);
      // Last, because it may ask the database.
      if (plan) {
        const { id, externalConversationId: thread } = conv;
        await checkOutgoing(ctx, { convId: id, channel: channel.type, thread }, outgoing);
      }
      return plan;
    } catch (error) {
      // The facts may be old, and a repeated request gets its first answer. The general path decides, and refuses in words.
      if (error instanceof AppError) return null;
      throw error;
    }
  };
  const write = (plan: GuardedWrite) => writeGuarded(workspaceId, plan);
  return decideAndWrite(CONV, { workspaceId, place: { convId } }, decide, write);
}

function notifyMentioned(ctx: Ctx, { mentions, convId }: AddMessageInput): void {
  for (const named of mentions ?? []) notifyAgent(ctx, named, "mention", convId);
}

/** Side effects happen once. A repeated request sends nothing early and does not empty a draft begun since. */
async function addOfPerson(ctx: Ctx, input: AddMessageInput, agentId: string, key: string | null): Promise<Message> {
  const { convId } = input;
  const mode = input.type === "note" ? "note" : "reply";
  const done = { isNew: false, hadDraft: false, flushed: 0 };
  const add = async (tx: Ctx) => {
    if (mode === "reply") done.flushed = await flushUndoable(tx, { convId, agentId });
    const stored = await storeMessage(tx, input);
    done.hadDraft = await dropDraft(tx, { convId, agentId, mode });
    done.isNew = true;
    return stored;
  };
  const message = await once(ctx, { key, operation: "addMessage", input }, add, reviveMessage);
  if (done.hadDraft) notifyAgent(ctx, agentId, "draft", convId);
  if (done.flushed > 0) notifyAgent(ctx, agentId, "scheduled", convId);
  if (done.isNew) notifyMentioned(ctx, input);
  return message;
}
