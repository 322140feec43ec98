import { randomInt, randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { createAgentWithApiKey } from "../api-keys/create-agent-with-api-key.ts";
import { hashPassword } from "../auth/passwords.ts";
import { SESSION_MS } from "../auth/session.ts";
import { createClient, type ClientCreateInput } from "../clients/create-client.ts";
import type { Actor, Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import type { Client, Conversation, Integration } from "../generated/prisma/client.ts";
import type { Role } from "../generated/prisma/enums.ts";
import { createIntegration } from "../integrations/create-integration.ts";
import { createCheckedWorkspace, type ReadyInput } from "../workspaces/create-workspace.ts";
import { api, type Api } from "./api.ts";

/** A workspace context outside a transaction, with a job as the actor unless one is given. */
export function testCtx(workspaceId: number, actor: Actor = { kind: "system", job: "test" }): Ctx {
  return { db: database(), workspaceId, actor, plan: null, now: new Date(), wakes: null };
}

const PASSWORD = "correct horse battery";
/** Computed once, because hashing takes 20 ms of CPU and nearly every test creates a workspace. */
let passwordHash: Promise<string> | null = null;

/** A workspace as `npm run workspace -- create` makes it, with its API under the first key. */
export async function createTestWorkspace(overrides: Partial<ReadyInput> = {}) {
  const email = `owner-${randomUUID()}@example.com`;
  passwordHash ??= hashPassword(PASSWORD);
  const made = await createCheckedWorkspace(database(), {
    name: "Test",
    plan: "PREMIUM",
    email,
    ownerName: "Olga Owner",
    credits: 0,
    passwordHash: await passwordHash,
    ...overrides,
  });
  return {
    ...made,
    email,
    password: PASSWORD,
    api: api({ key: made.apiKey }, made.workspaceId),
    ctx: testCtx(made.workspaceId),
  };
}

/** An agent with a linked key, and the API under that key. */
export async function createTestAgentKey(workspaceId: number, name = "Ana") {
  const { agent, apiKey } = await createAgentWithApiKey(testCtx(workspaceId), { name });
  return { agentId: agent.id, key: apiKey.key, keyId: apiKey.id, api: api({ key: apiKey.key }, workspaceId) };
}

/** A signed-in team member with this role and an agent, and their API under the portal's token. */
export async function createTestMember(
  workspaceId: number,
  role: Role,
): Promise<{
  userId: string;
  agentId: string;
  email: string;
  token: string;
  api: Api;
  actor: Actor;
}> {
  const email = `member-${randomUUID()}@example.com`;
  const db = database();
  const user = await db.user.create({ data: { email, name: "Mia", surname: role } });
  await db.membership.create({ data: { workspaceId, userId: user.id, role } });
  const agent = await db.agent.create({ data: { workspaceId, userId: user.id, name: "Mia", surname: role, email } });
  const { token, sessionId } = await signInTestUser(user.id);
  const actor: Actor = { kind: "user", userId: user.id, agentId: agent.id, role, sessionId };
  return { userId: user.id, agentId: agent.id, email, token, api: api({ token }, workspaceId), actor };
}

/** Signs the user in. Returns the portal's token, as in its cookie. */
export async function signInTestUser(userId: string): Promise<{ token: string; sessionId: string }> {
  const session = await database().session.create({ data: { userId, expiresAt: new Date(Date.now() + SESSION_MS) } });
  const token = await encode({ token: { sessionId: session.id }, secret: env().NEXTAUTH_SECRET });
  return { token, sessionId: session.id };
}

/** A contact created by the verb. */
export function createTestClient(workspaceId: number, input: Partial<ClientCreateInput> = {}): Promise<Client> {
  return createClient(testCtx(workspaceId), { externalClientId: `client-${randomUUID()}`, name: "Carla", ...input });
}

/** A custom channel. `endpoint` is the address for agents' replies. */
export function createTestIntegration(
  workspaceId: number,
  input: { name?: string; endpoint?: string; validateToken?: string; accessToken?: string; externalId?: string } = {},
): Promise<Integration> {
  const {
    name = "Shop",
    endpoint = "http://127.0.0.1:9/replies",
    validateToken = "validate-me",
    accessToken = "let-me-in",
    externalId = "shop",
  } = input;
  return createIntegration(testCtx(workspaceId), {
    name,
    type: "CUSTOM",
    integrationProperties: { endpoint, validateToken, accessToken, externalId },
  });
}

/** An empty conversation row, for rooms that only refer to it. */
export async function createTestConv(
  workspaceId: number,
  parts: { integrationId: string; clientId: string; assigneeId?: string | null },
): Promise<Conversation> {
  return database().conversation.create({
    data: { workspaceId, externalConversationId: `thread-${randomInt(2 ** 40)}`, ...parts },
  });
}
