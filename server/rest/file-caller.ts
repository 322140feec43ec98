import { authenticate, ctxFor, type Principal } from "../auth/authenticate.ts";
import { takeRequest } from "../auth/rate-limit.ts";
import type { Ctx } from "../ctx.ts";
import { AppError, notFound } from "../errors.ts";
import type { CallHeaders } from "../http/call.ts";

/**
 * The context of a caller who requests a file of a workspace: a session or a key. Callers without access to the workspace
 * get the same response as for a missing file.
 * @param what is requested, for the refusal's text.
 * @param admit refuses some callers by throwing.
 */
export async function callerIn(
  workspaceId: number,
  headers: CallHeaders,
  what: Parameters<typeof notFound>[0],
  admit: (principal: Principal) => void = () => undefined,
): Promise<Ctx> {
  const principal = await authenticate(headers);
  admit(principal);
  takeRequest(principal);
  try {
    return await ctxFor(principal, workspaceId);
  } catch (error) {
    throw error instanceof AppError && error.code === "FORBIDDEN_WORKSPACE" ? notFound(what) : error;
  }
}

/** The number in a URL. Any other text becomes 0, which no workspace has. */
export function workspaceNumber(text: string): number {
  const number = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return number <= 2_147_483_647 ? number : 0;
}
