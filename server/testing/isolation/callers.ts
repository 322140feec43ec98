import type { GraphQLSchema } from "graphql";
import { generateKey } from "../../auth/key-format.ts";
import { database } from "../../db.ts";
import { createGraphqlServer } from "../../graphql/serving/graphql-server.ts";
import { createTestMember, signInTestUser } from "../factories.ts";
import type { Caller } from "./roles.ts";
import type { World } from "./world.ts";

export async function credentialsOf(world: World): Promise<Record<Caller, string>> {
  const { workspaceId } = world;
  const agent = await world.newAgent();
  const member = async (role: "ADMIN" | "AGENT_PLUS" | "AGENT") =>
    `Bearer ${(await createTestMember(workspaceId, role)).token}`;
  return {
    OWNER: `Bearer ${(await signInTestUser(world.userId)).token}`,
    ADMIN: await member("ADMIN"),
    AGENT_PLUS: await member("AGENT_PLUS"),
    AGENT: await member("AGENT"),
    "workspace key": world.apiKey,
    "agent-linked key": (await world.newApiKey(agent.id)).key,
  };
}

/** Headers without valid credentials, and the contract's text for each. */
export async function noCredentials(world: World): Promise<[string, string | null, string][]> {
  const revoked = await world.newApiKey();
  await database().apiKey.updateMany({ where: { id: revoked.id }, data: { deletedAt: new Date() } });
  return [
    ["no credentials", null, "Invalid API key"],
    ["a key that was never made", generateKey(), "Invalid API key"],
    ["a revoked key", revoked.key, "Invalid API key"],
    ["the id of a key's record", world.ids.apiKey, "Invalid API key"],
    ["a key sent as a bearer token", `Bearer ${world.apiKey}`, "Your token is invalid or expired"],
  ];
}

/** A response: its full text, and the parts that tests check. */
export type Reply = { text: string; data: Record<string, unknown> | null; errors: { code: string; message: string }[] };

/** Sends a document to a schema through its real server. */
export function endpoint(schema: GraphQLSchema, path: string) {
  const server = createGraphqlServer(schema);
  return async (
    authorization: string | null,
    query: string,
    variables: object,
    more: Record<string, string> = {},
  ): Promise<Reply> => {
    const body = JSON.stringify({ query, variables });
    const headers = {
      "content-type": "application/json",
      ...(authorization ? { authorization } : {}),
      ...more,
    };
    const response = await server.door(new Request(`http://localhost:3000${path}`, { method: "POST", headers, body }));
    const text = await response.text();
    const answer = JSON.parse(text) as {
      data?: Record<string, unknown> | null;
      errors?: { message: string; extensions: { code: string } }[];
    };
    const errors = (answer.errors ?? []).map(({ message, extensions }) => ({ code: extensions.code, message }));
    return { text, data: answer.data ?? null, errors };
  };
}
