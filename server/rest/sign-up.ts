import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { z } from "zod";
import { addressOf } from "../auth/address.ts";
import { sameOrigin } from "../auth/same-origin.ts";
import { AppError } from "../errors.ts";
import { signUp } from "../workspaces/sign-up.ts";
import { checkShape, readJsonObject } from "./read-json.ts";
import { fromRequest, replyTo, toResponse } from "./reply.ts";

const BODY = z.object({ name: z.string(), workspaceName: z.string(), email: z.string(), password: z.string() });

/** A person signs up once; a machine that makes accounts is refused. In memory, like the counters of sign-in. */
const perAddress = new RateLimiterMemory({ points: 20, duration: 60 * 60 });

/** POST /api/sign-up of the portal's own page: `{name, workspaceName, email, password}` → 201 `{workspaceId}`. */
export async function signUpDoor(request: Request): Promise<Response> {
  return toResponse(
    await replyTo(async () => {
      sameOrigin(request.headers);
      await perAddress.consume(addressOf(request.headers)).catch(refuse);
      const { workspaceId } = await signUp(checkShape(BODY, await readJsonObject(fromRequest(request))));
      return { status: 201, body: { workspaceId } };
    }),
  );
}

function refuse(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason;
  const retryAfterSeconds = Math.ceil(reason.msBeforeNext / 1000);
  throw new AppError("RATE_LIMITED", "Too many sign-ups from here. Try again in an hour.", { retryAfterSeconds });
}
