import { authenticate, ctxFor, type Principal } from "../auth/authenticate.ts";
import { takeRequest } from "../auth/rate-limit.ts";
import { AppError, problemAt } from "../errors.ts";
import { sendMessage } from "../gateway/send-message.ts";
import type { Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { checkDeclared } from "../verb.ts";
import { gatewayBody } from "./gateway-body.ts";
import { checkShape, readJsonObject } from "./read-json.ts";
import { say } from "../say.ts";

/**
 * POST /core/v1/messages: Gateway send. 202 `{messageId, status: "pending", creditsLeft}` once the message is stored durably. Checks in
 * the order of decisions section 1: key, workspaceId, workspace, plan, and then the body.
 */
export async function gatewayMessages(call: Call): Promise<Answer> {
  const principal = await keyOf(call);
  takeRequest(principal);
  const body = await readJsonObject(call);
  const ctx = await ctxFor(principal, workspaceIdOf(body), {
    address: call.address,
    what: () => ({ operation: "sendMessage", targetId: null }),
  });
  checkDeclared(ctx, sendMessage.declared);
  const input = checkShape(gatewayBody, body);
  const answer = await sendMessage(ctx, input, call.headers.get("idempotency-key")).catch(inBodyTerms);
  return { status: 202, body: answer };
}

/** Keys only: a portal session, by cookie or as a bearer token, is no way in here (contract.md, Gateway send). */
async function keyOf({ headers }: Call): Promise<Principal> {
  const principal = await authenticate({ get: (name) => (name === "cookie" ? null : headers.get(name)) });
  if (principal.kind !== "key") throw new AppError("INVALID_TOKEN", say("refusal.session"));
  return principal;
}

function workspaceIdOf({ workspaceId }: Record<string, unknown>): number {
  if (workspaceId === undefined || workspaceId === null) {
    throw new AppError("MISSING_WORKSPACE_ID", say("service.missingWorkspaceId"));
  }
  if (typeof workspaceId === "number") return workspaceId;
  const wrong = say("service.numberNotText");
  throw new AppError("BAD_INPUT", wrong, { fields: [problemAt("workspaceId", wrong)] });
}

/** Verbs name fields as `input.content`, after GraphQL's variable; here the body is the input. */
function inBodyTerms(error: unknown): never {
  if (!(error instanceof AppError) || !error.fields) throw error;
  const fields = error.fields.map((field) => ({ ...field, path: field.path.replace(/^input[.]/, "") }));
  throw new AppError(error.code, error.said, { fields });
}
