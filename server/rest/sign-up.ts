import { z } from "zod";
import { sameOrigin } from "../auth/same-origin.ts";
import { signUp } from "../workspaces/sign-up.ts";
import { countAccount } from "./count-account.ts";
import { checkShape, readJsonObject } from "./read-json.ts";
import { fromRequest, replyTo, toResponse } from "./reply.ts";

const BODY = z.object({ name: z.string(), workspaceName: z.string(), email: z.string(), password: z.string() });

/** POST /api/sign-up of the portal's own page: `{name, workspaceName, email, password}` → 201 `{workspaceId}`. */
export async function signUpDoor(request: Request): Promise<Response> {
  return toResponse(
    await replyTo(async () => {
      sameOrigin(request.headers);
      countAccount(request.headers);
      const { workspaceId } = await signUp(checkShape(BODY, await readJsonObject(fromRequest(request))));
      return { status: 201, body: { workspaceId } };
    }),
  );
}
