import pg from "pg";
import { validate as isUuid } from "uuid";
import { keptUnder } from "../auth/idempotency.ts";
import { may } from "../auth/permissions.ts";
import { channelOf } from "../channels/registry.ts";
import { actorAgentId, type Ctx } from "../ctx.ts";
import { pool } from "../db.ts";
import { isDeadlock } from "../deadlock.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { signal } from "../events/signal.ts";
import type { Message } from "../generated/prisma/client.ts";
import { IntegrationType } from "../generated/prisma/enums.ts";
import { newId } from "../new-id.ts";
import { trailText } from "../observe/trail.ts";
import { writeTogether } from "../write-together.ts";
import { author, type AddMessageInput } from "./accept-message.ts";
import { ADD_MANY, addStatement, valuesOf, type Added } from "./add-statement.ts";
import { checkContent } from "./message-content.ts";
import { GIVE_UP_MINUTES } from "./write-messages.ts";

const UNIQUE_VIOLATION = "23505";

/** By whether it is a person's, and whether its answer is kept. */
const STATEMENTS = [false, true].map((isPersons) => [false, true].map((isKept) => addStatement({ isPersons, isKept })));

type AddedAtOnce = { message: Message; hadDraft: boolean };

/** Under load the messages of a workspace's keys that come together are stored together, each conversation's in order (pitfall 5). */
const addOfKey = writeTogether<Added, AddedAtOnce | null>({
  laneOf: ({ workspaceId }) => workspaceId,
  keyOf: ({ convId }) => convId,
  uniqueOf: () => null,
  write: async (asks) => {
    const [first] = asks;
    if (asks.length === 1 && first) return [await addAlone(first, { isPersons: false, kept: null })];
    const added = await addMany(asks);
    return asks.map((_, index) => added.get(index + 1) ?? null);
  },
  sideBySide: 2,
  most: 64,
});

/**
 * The ordinary message of a person or a key, a text, in one statement: what addMessage does in a dozen.
 * @param ctx of a person or key, who may use the inbox.
 * @returns null when it is not the ordinary one, when it is a repetition, or when something speaks against it: then nothing is
 * stored, and the general way decides, and says why.
 * @throws AppError BAD_INPUT for what is no Idempotency-Key
 */
export async function addAtOnce(ctx: Ctx, input: AddMessageInput, key: string | null): Promise<AddedAtOnce | null> {
  if (ctx.wakes || ctx.actor.kind === "system" || !isPlainText(input)) return null;
  const { types, windowHours } = ableTypes(input.content);
  if (types.length === 0) return null;
  const kept = key === null ? null : keptUnder(ctx, { key, operation: "addMessage", input });
  const agentId = actorAgentId(ctx.actor);
  const isPersons = ctx.actor.kind === "user" && agentId !== null;
  const added: Added = {
    ...{ workspaceId: ctx.workspaceId, convId: input.convId, integrationId: input.integrationId ?? null },
    ...{ messageId: newId(), content: input.content.toWellFormed(), ...author(ctx), types, windowHours, now: ctx.now },
    ...{ seesAll: may(ctx, "MANAGE_CONVS"), ownAgentId: agentId, takesOver: ctx.actor.kind !== "workspaceKey" },
    ...{ giveUpMinutes: GIVE_UP_MINUTES.reply, outgoingId: newId(), smppId: newId() },
    trail: trailText(),
  };
  try {
    return isPersons || kept ? await addAlone(added, { isPersons, kept }) : await addOfKey(added);
  } catch (error) {
    // The key was used before, or is by somebody who waits for us: all of it is undone.
    if (isDeadlock(error) || (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION)) return null;
    throw error;
  }
}

async function addAlone(
  added: Added,
  { isPersons, kept }: { isPersons: boolean; kept: ReturnType<typeof keptUnder> | null },
): Promise<AddedAtOnce | null> {
  const statement = STATEMENTS[Number(isPersons)]?.[Number(kept !== null)];
  if (!statement) throw new Error("every case has a statement");
  const values = valuesOf(added);
  const { rows } = await pool().query<Message & { hadDraft: boolean }>({
    ...statement,
    values: kept ? [...values, kept.callerId, kept.key, kept.requestHash] : values,
  });
  const [row] = rows;
  if (!row) return null;
  signal(["events", "sends", "replies"], pool());
  const { hadDraft, ...message } = row;
  return { message, hadDraft };
}

/** @returns what is stored, by place from 1 on. */
async function addMany(asks: readonly Added[]): Promise<Map<number, AddedAtOnce>> {
  const listed = asks.map(({ workspaceId: _, ...added }, index) => ({ no: index + 1, ...added }));
  const { rows } = await pool().query<Message & { no: number }>({
    name: "add-messages",
    text: ADD_MANY,
    values: [asks[0]?.workspaceId, JSON.stringify(listed)],
  });
  if (rows.length > 0) signal(["events", "sends", "replies"], pool());
  return new Map(rows.map(({ no, ...message }) => [no, { message, hadDraft: false }]));
}

function isPlainText(input: AddMessageInput): boolean {
  const { type, caption, noteType, replyToMessageId, mentions, convId, integrationId = null } = input;
  const isAlone = !caption && !noteType && !replyToMessageId && (mentions ?? []).length === 0;
  return type === "text" && isAlone && isUuid(convId) && (integrationId === null || isUuid(integrationId));
}

/** The channels that take the text, by their own rules. */
function ableTypes(content: string): { types: string[]; windowHours: (number | null)[] } {
  const { origin } = new URL(env().APP_URL);
  const able = Object.values(IntegrationType).filter((type) => {
    try {
      checkContent({ type: "text", content, noteType: null }, channelOf(type), origin);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  });
  return { types: able, windowHours: able.map((type) => channelOf(type).replyWindowHours) };
}
