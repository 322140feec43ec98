import { authenticate, ctxFor, type Principal } from "../auth/authenticate.ts";
import { takeRequest } from "../auth/rate-limit.ts";
import { AppError, problemAt } from "../errors.ts";
import { accepted, sendMessage, type GatewaySendInput } from "../gateway/send-message.ts";
import type { Answer } from "../http/answer.ts";
import type { ApiCall } from "../http/api-call.ts";
import type { Call } from "../http/call.ts";
import { checkDeclared } from "../verb.ts";
import { checkShape, readJsonObject } from "./read-json.ts";
import { say } from "../say.ts";
import { z } from "zod";
import { MessageType as MESSAGE_TYPES } from "../generated/prisma/enums.ts";
import { idOrNil } from "../text-rules.ts";

/** The most characters of an external id. Ids are in indexes. */
const MAX_ID = 255;

const NUL = "\u0000";
const noNul = (value: string) => !value.includes(NUL);

const text = z.string("must be a string").refine(noNul, "may not contain the NUL character");
const requiredText = text.refine((value) => value.trim() !== "", "may not be empty");
const externalId = z
  .string("must be a string")
  .trim()
  .min(1, "may not be empty")
  .max(MAX_ID, `may have at most ${MAX_ID} characters`)
  .refine((value) => noNul(value) && value.isWellFormed(), "may have no NUL and no half characters");

const TYPES = Object.values(MESSAGE_TYPES).filter((type) => type !== "note");
const json = z
  .json()
  .refine((value) => !JSON.stringify(value).includes("\\u0000"), "may not contain the NUL character");

/**
 * The body of a Gateway send. Either content or a template. `workspaceId` has been checked before.
 */
const gatewayBody = z
  .strictObject({
    workspaceId: z.unknown().meta({ type: "integer", description: "The workspace's number" }),
    integrationId: requiredText.describe("The channel that sends it"),
    externalClientId: externalId.describe("The recipient's id on the channel, for example a phone number"),
    type: z.enum(TYPES, `must be one of ${TYPES.join(", ")}`).nullish(),
    content: text.nullish().describe("The text, or the address of a file. Either this or a template"),
    templateName: text.nullish(),
    templateLang: text.nullish(),
    templateComponents: json.nullish().describe("What fills the template, in the provider's format"),
    senderId: text.nullish().describe("The provider's sender, if the channel has several"),
    trunk: text.nullish().describe("The provider's trunk, if the channel has several"),
  })
  .transform((body, issues): GatewaySendInput => {
    const { externalClientId, type, content, templateName, templateLang, templateComponents, senderId, trunk } = body;
    const refuse = (path: string, message: string) => issues.addIssue({ code: "custom", path: [path], message });
    const place = { integrationId: idOrNil(body.integrationId), externalClientId };
    if (templateName) {
      if (type && type !== "template") refuse("type", "must be template, or left out, when templateName is given");
      if (content) refuse("content", "goes without templateName: send the one or the other");
      const template = { templateName, templateLang, templateComponents, senderId, trunk };
      return { ...place, body: { kind: "template", ...template } };
    }
    if (type === "template") refuse("templateName", "is required for type template");
    else if (!content?.trim()) refuse("content", "content or templateName is required");
    for (const name of ["templateLang", "templateComponents"] as const) {
      if (body[name] != null) refuse(name, "goes with templateName");
    }
    return { ...place, body: { kind: "content", type: type ?? "text", content: content ?? "" } };
  });

export const gatewayMessagesApi: ApiCall = {
  group: "Send and receive",
  summary: "Send a message through the Gateway",
  details:
    "For workspaces on the Gateway plan. It answers once the message is stored; it is sent in the background, in order for each channel. Its status comes by the webhook event MESSAGE_UPDATED. Everybody else sends by the GraphQL operations `addMessage`, `startConv` and `sendNotification`.",
  caller: "key",
  headers: {
    "idempotency-key":
      "Up to 255 characters, kept for 24 hours: the same key and body send one message and get one answer",
  },
  body: gatewayBody,
  answer: { status: 202, says: "It is stored and will be sent.", body: accepted },
  refusals: [
    ...(["MISSING_WORKSPACE_ID", "UNAUTHENTICATED", "INVALID_TOKEN", "INSUFFICIENT_CREDITS"] as const),
    ...([
      "FORBIDDEN_WORKSPACE",
      "FORBIDDEN_ROLE",
      "PLAN_REQUIRED",
      "NOT_FOUND",
      "CONFLICT",
      "CHANNEL_INACTIVE",
      "CLIENT_ARCHIVED",
    ] as const),
    ...(["CLIENT_OPTED_OUT", "BAD_INPUT", "REPLY_WINDOW_CLOSED", "RATE_LIMITED", "UNAVAILABLE"] as const),
  ],
};

/**
 * POST /core/v1/messages: Gateway send. Responds with 202 `{messageId, status: "pending", creditsLeft}` once the message is
 * stored durably. Checks in this order: key, workspaceId, workspace, plan, and then the body.
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

/**
 * Accepts keys only. A portal session does not work here, neither as a cookie nor as a bearer token (contract.md, Gateway
 * send).
 */
async function keyOf({ headers }: Call): Promise<Principal> {
  const principal = await authenticate({ get: (name) => (name === "cookie" ? null : headers.get(name)) });
  if (principal.kind !== "key") throw new AppError("INVALID_TOKEN", say("refusal.session"));
  return principal;
}

function workspaceIdOf({ workspaceId }: Record<string, unknown>): number {
  if (workspaceId === undefined || workspaceId === null) {
    throw new AppError("MISSING_WORKSPACE_ID", say("service.missingWorkspaceId"), {
      hint: "Send workspaceId, a number, in the body",
    });
  }
  if (typeof workspaceId === "number") return workspaceId;
  const wrong = say("service.numberNotText");
  throw new AppError("BAD_INPUT", wrong, { fields: [problemAt("workspaceId", wrong)] });
}

/** Converts field paths. Verbs name fields as `input.content`, after GraphQL's variable; here the body is the input. */
function inBodyTerms(error: unknown): never {
  if (!(error instanceof AppError) || !error.fields) throw error;
  const fields = error.fields.map((field) => ({ ...field, path: field.path.replace(/^input[.]/, "") }));
  throw new AppError(error.code, error.said, { fields });
}
