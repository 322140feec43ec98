import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { createAgent } from "../../server/agents/create-agent.ts";
import { openSession } from "../../server/auth/open-session.ts";
import { systemCtx } from "../../server/auth/system-ctx.ts";
import { env } from "../../server/env.ts";

export type SignedIn = { userId: string; agentId: string; sessionId: string; token: string };

/** Creates agents with a seat in the workspace, and returns their portal tokens. */
export async function signIn(workspaceId: number, people: number): Promise<SignedIn[]> {
  const ctx = systemCtx(workspaceId, "bench");
  const signedIn: SignedIn[] = [];
  for (let no = 0; no < people; no += 1) {
    const email = `bench-${randomUUID()}@example.com`;
    const { id: userId, name } = await ctx.db.user.create({ data: { email, name: "Mia", surname: `No ${no}` } });
    await ctx.db.membership.create({ data: { workspaceId, userId, role: "AGENT" } });
    const { id: agentId } = await createAgent(ctx, { userId, name, email });
    const sessionId = await openSession(userId, "bench");
    const token = await encode({ token: { sessionId }, secret: env().NEXTAUTH_SECRET });
    signedIn.push({ userId, agentId, sessionId, token });
  }
  return signedIn;
}
