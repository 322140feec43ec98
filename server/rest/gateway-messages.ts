import type { IncomingMessage, ServerResponse } from "node:http";
import { addressOf } from "../auth/address.ts";
import { authenticate, ctxFor } from "../auth/authenticate.ts";
import type { Principal } from "../auth/authenticate.ts";
import { takeRequest } from "../auth/rate-limit.ts";
import { AppError, SENTENCES } from "../errors.ts";
import { sendMessage } from "../gateway/send-message.ts";
import { checkDeclared } from "../verb.ts";
import { gatewayBody } from "./gateway-body.ts";
import { checkShape, readJsonObject } from "./read-json.ts";
import { fromNode, fromRequest, replyTo, sendReply, toResponse } from "./reply.ts";
import type { Incoming, Reply } from "./reply.ts";

/** POST /core/v1/messages: Gateway send. 202 `{messageId, status: "pending", creditsLeft}` once the message is stored durably. */
export async function gatewayMessages(request: Request): Promise<Response> {
  return toResponse(await takeSend(fromRequest(request)));
}

/** The same on node:http, ahead of Next. */
export async function gatewayMessagesOnNode(request: IncomingMessage, response: ServerResponse): Promise<void> {
  sendReply(request, response, await takeSend(fromNode(request)));
}

/** Checks in the order of decisions section 1: key, workspaceId, workspace, plan, and then the body. */
function takeSend(incoming: Incoming): Promise<Reply> {
  return replyTo(async () => {
    const principal = await keyOf(incoming);
    takeRequest(principal);
    const body = await readJsonObject(incoming);
    const ctx = await ctxFor(principal, workspaceIdOf(body), {
      address: addressOf({ get: incoming.header }),
      what: () => ({ operation: "sendMessage", targetId: null }),
    });
    checkDeclared(ctx, sendMessage.declared);
    const input = checkShape(gatewayBody, body);
    const answer = await sendMessage(ctx, input, incoming.header("idempotency-key")).catch(inBodyTerms);
    return { status: 202, body: answer };
  });
}

/** Keys only: a portal session, by cookie or as a bearer token, is no way in here (contract.md, Gateway send). */
async function keyOf({ header }: Incoming): Promise<Principal> {
  const principal = await authenticate({ get: (name) => (name === "cookie" ? null : header(name)) });
  if (principal.kind !== "key") throw new AppError("INVALID_TOKEN", SENTENCES.invalidToken);
  return principal;
}

function workspaceIdOf({ workspaceId }: Record<string, unknown>): number {
  if (workspaceId === undefined || workspaceId === null) {
    throw new AppError("MISSING_WORKSPACE_ID", SENTENCES.missingWorkspaceId);
  }
  if (typeof workspaceId === "number") return workspaceId;
  const message = "workspaceId must be a JSON number, not a string";
  throw new AppError("BAD_INPUT", message, { fields: [{ path: "workspaceId", message }] });
}

/** Verbs name fields as `input.content`, after GraphQL's variable; here the body is the input. */
function inBodyTerms(error: unknown): never {
  if (!(error instanceof AppError) || !error.fields) throw error;
  const fields = error.fields.map(({ path, message }) => ({ path: path.replace(/^input[.]/, ""), message }));
  throw new AppError(error.code, error.message, { fields });
}
