import pg from "pg";
import { hireCast } from "../../../bench/fill-cast.ts";
import { fillWorkspace } from "../../../bench/fill-workspace.ts";
import { database } from "../../db.ts";
import { createWorld, type World } from "../isolation/world.ts";
import { fillRest } from "./fill-rest.ts";

/** Large enough that the planner behaves as in a workspace thirty times as large, and filled within a minute. */
const CONVERSATIONS = 40_000;
const MESSAGES = 280_000;

/**
 * A world (isolation/world.ts) in a filled workspace. `made`: as created, for operations that change something. `read`: names
 * the things with the most data, for operations that read.
 */
export async function createBigWorld(databaseUrl: string): Promise<{ made: World; read: World }> {
  const world = await createWorld("big");
  const { workspaceId, userId, ids } = world;
  const cast = await hireCast(workspaceId, "validate-me");
  const options = { conversations: CONVERSATIONS, messages: MESSAGES, say: () => undefined };
  await fillWorkspace(databaseUrl, cast, { ...options, signal: new AbortController().signal });
  const agentIds = cast.agents.map(({ id }) => id);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await fillRest(client, { workspaceId, ids, userId, agentIds });
    await client.query("vacuum (analyze)");
  } finally {
    await client.end();
  }
  const db = database();
  const conv = await db.conversation.findFirstOrThrow({ where: { workspaceId }, orderBy: { lastSeq: "desc" } });
  // Unassigned, so every caller may read it.
  await db.conversation.updateMany({ where: { workspaceId, id: conv.id }, data: { assigneeId: null } });
  // A message of the contact, deep in the conversation.
  const message = await db.message.findFirstOrThrow({
    where: { workspaceId, convId: conv.id, seq: { gte: 5_000 }, isAgent: false },
    orderBy: { seq: "asc" },
  });
  const stage = await db.conversation.findFirstOrThrow({ where: { workspaceId, stageId: { in: cast.stageIds } } });
  const most = {
    agent: agentIds[3] ?? "",
    client: conv.clientId,
    clientStage: cast.clientStageIds[0] ?? "",
    conv: conv.id,
    convStage: stage.stageId ?? "",
    integration: cast.channels.find(({ type }) => type === "CUSTOM")?.id ?? "",
    message: message.id,
  };
  return { made: world, read: { ...world, ids: { ...ids, ...most } } };
}
