import { z } from "zod";
import { acceptInvitation, acceptWithAccount } from "../agents/accept-invitation.ts";
import { networkOf } from "../auth/address.ts";
import { sameOrigin } from "../auth/same-origin.ts";
import { allowInvitedAccount } from "../auth/sign-up-rules.ts";
import { sessionOfCookies } from "../auth/session.ts";
import { sharedLimiter } from "../auth/shared-limiter.ts";
import { AppError } from "../errors.ts";
import type { Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { showInvitation } from "../workspaces/show-invitation.ts";
import { countAccount } from "./count-account.ts";
import { checkShape, readJsonObject } from "./read-json.ts";
import { say } from "../say.ts";

const ACCOUNT = z.object({ name: z.string(), password: z.string() });

/** Mistyping a link thirty times is unlikely, so more attempts are guesses. */
const wrongLinks = sharedLimiter("invitation", { points: 30, duration: 15 * 60 });

/** GET /api/invitations/:token → 200 `InvitationView`: the content of the invitation's page. */
export async function getInvitation(call: Call): Promise<Answer> {
  return answer(call, async (token) => {
    const person = await sessionOfCookies(call.headers);
    return { status: 200, body: await showInvitation({ token, person }) };
  });
}

/** POST /api/invitations/:token/accept by the signed-in person → 200 `{workspaceId}`. */
export async function postInvitationAccept(call: Call): Promise<Answer> {
  return answer(call, async (token) => {
    sameOrigin(call.headers);
    const person = await sessionOfCookies(call.headers);
    if (!person) throw new AppError("UNAUTHENTICATED", say("service.signInToAccept"));
    return { status: 200, body: await acceptInvitation({ token, person }) };
  });
}

/** POST /api/invitations/:token/account `{name, password}`: creates the account and accepts → 201 `{workspaceId, email}`. */
export async function postInvitationAccount(call: Call): Promise<Answer> {
  return answer(call, async (token) => {
    sameOrigin(call.headers);
    allowInvitedAccount();
    const giveBack = countAccount(call.address);
    const body = checkShape(ACCOUNT, await readJsonObject(call));
    const joined = await acceptWithAccount({ token, ...body });
    giveBack();
    return { status: 201, body: joined };
  });
}

/**
 * Runs the request, and counts unknown links against the caller's network.
 * @param run gets the token from the path.
 */
async function answer(call: Call, run: (token: string) => Promise<Answer>): Promise<Answer> {
  const network = networkOf(call.address);
  wrongLinks.take(network, () => say("service.wrongLinks"));
  try {
    const given = await run(call.params.token ?? "");
    wrongLinks.giveBack(network);
    return { ...given, headers: { "cache-control": "no-store" } };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "NOT_FOUND") wrongLinks.giveBack(network);
    throw error;
  }
}
