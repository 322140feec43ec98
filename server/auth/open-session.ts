import { database } from "../db.ts";
import { SESSION_MS } from "./session.ts";

const USER_AGENT_MAX = 300;

/** Single sign-on: the SsoDomain, and the provider's own id of the sign-in. */
type Sso = { domainId: string; sid: string | null };

/** Opens a session that lasts at most 12 hours. Returns its id, which the cookie carries. */
export async function openSession(userId: string, userAgent: string | null, sso: Sso | null = null): Promise<string> {
  const { id } = await database().session.create({
    data: {
      userId,
      userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null,
      ...(sso ? { ssoDomainId: sso.domainId, ssoSid: sso.sid } : {}),
      expiresAt: new Date(Date.now() + SESSION_MS),
    },
    select: { id: true },
  });
  return id;
}
