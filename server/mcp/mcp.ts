import { createMcpHandler } from "@modelcontextprotocol/server";
import { authenticate, ctxFor, type Principal } from "../auth/authenticate.ts";
import { takeRequest } from "../auth/rate-limit.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import type { Answer } from "../http/answer.ts";
import { BODY_BOUNDS } from "../http/body-bounds.ts";
import type { Call, CallHeaders } from "../http/call.ts";
import { toAnswer, toRequest } from "../http/fetch-call.ts";
import { log } from "../log.ts";
import { toolServer } from "./tool-server.ts";
import { say } from "../say.ts";

/**
 * The model-context server (contract.md; decisions section 11): streamable HTTP without sessions, for the revision 2026-07-28
 * and for those before it. `authorization` is an API key, raw or after `Bearer`, and `x-workspace-id` its workspace.
 */
export async function mcp(call: Call): Promise<Answer> {
  const { headers, address } = call;
  fromOwnPages(headers);
  const key = await keyOf(headers);
  takeRequest(key);
  const ctx = await ctxFor(key, workspaceIdOf(headers), {
    address,
    what: () => ({ operation: "mcp", targetId: null }),
  });
  // The revision 2025-03-26 may put many calls into one request: each counts.
  let calls = 0;
  const takeCall = () => {
    calls += 1;
    if (calls > 1) takeRequest(key);
  };
  // Handler, server and transport are this request's alone.
  const handler = createMcpHandler(() => toolServer(ctx, takeCall), {
    maxRequestBodySize: BODY_BOUNDS.modelContext.bytes,
    onerror: (error) => log.debug({ err: error }, "a model-context request was refused or broke off"),
  });
  return toAnswer(await handler.fetch(toRequest(call, call.method === "POST" ? await call.bytes() : null)));
}

/** Pages of other sites may not use the browser of someone who can reach us (DNS rebinding); other clients send no Origin. */
function fromOwnPages(headers: CallHeaders): void {
  const origin = headers.get("origin");
  if (origin === null || origin === new URL(env().APP_URL).origin) return;
  throw new AppError("FORBIDDEN_WORKSPACE", say("service.otherSiteShort"));
}

async function keyOf(headers: CallHeaders): Promise<Principal> {
  const principal = await authenticate(headers, { allowBearerKey: true });
  // The portal's sign-in is for people at the portal; a program is given a key, which can be taken away by itself.
  if (principal.kind !== "key") throw new AppError("UNAUTHENTICATED", say("service.invalidApiKey"));
  return principal;
}

function workspaceIdOf(headers: CallHeaders): number {
  const text = headers.get("x-workspace-id")?.trim();
  if (!text) {
    throw new AppError("MISSING_WORKSPACE_ID", say("service.missingHeader"));
  }
  if (!/^\d{1,15}$/.test(text)) throw new AppError("BAD_INPUT", say("service.headerWhole"));
  return Number(text);
}
