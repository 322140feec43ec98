import { authenticate, ctxFor } from "./authenticate.ts";
import { forbiddenRole } from "./permissions.ts";
import { say } from "../say.ts";

/**
 * The id of the key in `x-history-key`, by which a caller brings messages of before; null where there is none.
 * @throws AppError UNAUTHENTICATED, FORBIDDEN_WORKSPACE, FORBIDDEN_ROLE
 */
export async function historyKeyOf(
  header: (name: string) => string | null,
  workspaceId: number,
): Promise<string | null> {
  const key = header("x-history-key");
  if (key === null) return null;
  // Without a key no cookie may stand for it.
  const authorization = key.trim() || "none";
  const headers = { get: (name: string) => (name === "authorization" ? authorization : header(name)) };
  const principal = await authenticate(headers);
  const ctx = await ctxFor(principal, workspaceId);
  if (principal.kind === "key" && principal.scopes.includes("HISTORY")) return principal.keyId;
  throw forbiddenRole(ctx, say("service.historyKey"));
}
