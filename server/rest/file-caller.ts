import { authenticate, ctxFor, type Principal } from "../auth/authenticate.ts";
import { takeRequest } from "../auth/rate-limit.ts";
import type { Ctx } from "../ctx.ts";
import { AppError, notFound } from "../errors.ts";
import type { CallHeaders } from "../http/call.ts";

/**
 * The context of a caller who asks for a file of a workspace: a session or a key. Without a seat there they are told what they would
 * hear of a file that is not there.
 * @param what is asked for, as the refusal names it.
 * @param admit refuses some of them by throwing.
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

/** The number in an address. 0 is no workspace's: what is no number at all names none. */
export function workspaceNumber(text: string): number {
  const number = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return number <= 2_147_483_647 ? number : 0;
}
