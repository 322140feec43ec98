import { z } from "zod";
import { acceptInvitation } from "../agents/accept-invitation.ts";
import { acceptWithAccount } from "../agents/accept-with-account.ts";
import { networkOf } from "../auth/address.ts";
import { sameOrigin } from "../auth/same-origin.ts";
import { allowInvitedAccount } from "../auth/sign-up-rules.ts";
import { sessionOfCookies } from "../auth/session.ts";
import { sharedLimiter } from "../auth/shared-limiter.ts";
import { AppError } from "../errors.ts";
import { showInvitation } from "../workspaces/show-invitation.ts";
import { countAccount } from "./count-account.ts";
import { checkShape, readJsonObject } from "./read-json.ts";
import { fromRequest, replyTo, toResponse } from "./reply.ts";
import type { Reply } from "./reply.ts";

/** The part of the path that is the link's secret. */
type Params = { token: string };

const ACCOUNT = z.object({ name: z.string(), password: z.string() });

/** Nobody mistypes a link thirty times; what does is guessing. */
const wrongLinks = sharedLimiter("invitation", { points: 30, duration: 15 * 60 });

/** GET /api/invitations/:token → 200 `InvitationView`: what the invitation's page shows. */
export async function showInvitationDoor(request: Request, { token }: Params): Promise<Response> {
  return answer(request, async () => {
    const person = await sessionOfCookies(request.headers);
    return { status: 200, body: await showInvitation({ token, person }) };
  });
}

/** POST /api/invitations/:token/accept by the signed-in person → 200 `{workspaceId}`. */
export async function acceptInvitationDoor(request: Request, { token }: Params): Promise<Response> {
  return answer(request, async () => {
    sameOrigin(request.headers);
    const person = await sessionOfCookies(request.headers);
    if (!person) throw new AppError("UNAUTHENTICATED", "Sign in to accept the invitation");
    return { status: 200, body: await acceptInvitation({ token, person }) };
  });
}

/** POST /api/invitations/:token/account `{name, password}`: makes the account and accepts → 201 `{workspaceId, email}`. */
export async function accountOfInvitationDoor(request: Request, { token }: Params): Promise<Response> {
  return answer(request, async () => {
    sameOrigin(request.headers);
    allowInvitedAccount();
    const giveBack = countAccount(request.headers);
    const body = checkShape(ACCOUNT, await readJsonObject(fromRequest(request)));
    const joined = await acceptWithAccount({ token, ...body });
    giveBack();
    return { status: 201, body: joined };
  });
}

/** Answers, and counts links that never were against where they come from. */
async function answer(request: Request, run: () => Promise<Reply>): Promise<Response> {
  const network = networkOf(request.headers);
  return toResponse(
    await replyTo(async () => {
      wrongLinks.take(network, () => "Too many wrong links from here. Try again later.");
      try {
        const reply = await run();
        wrongLinks.giveBack(network);
        return { ...reply, headers: { "cache-control": "no-store" } };
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "NOT_FOUND") wrongLinks.giveBack(network);
        throw error;
      }
    }),
  );
}
