import { Agent, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fetchDoor, handleDoor } from "../../doors.ts";
import { env } from "../../env.ts";
import { accountOfInvitationDoor } from "../../rest/invitations.ts";
import { forgotPasswordDoor, resetPasswordDoor } from "../../rest/reset-password.ts";
import { confirmSignUpDoor, signUpDoor } from "../../rest/sign-up.ts";

const ACCOUNT = /^\/api\/invitations\/(?<token>[^/]+)\/account$/;

/** All that takes a body: the doors, and the routes of the portal's own pages that Next would serve. */
export async function serveAll(): Promise<{ base: string; agent: Agent; close: () => void }> {
  env().SIGN_UP = "open";
  const pages: Record<string, ReturnType<typeof fetchDoor>> = {
    "/api/sign-up/confirm": fetchDoor(confirmSignUpDoor),
    "/api/forgot-password": fetchDoor(forgotPasswordDoor),
    "/api/reset-password": fetchDoor(resetPasswordDoor),
  };
  const signUp = fetchDoor(signUpDoor);
  const account = (token: string) => fetchDoor((request) => accountOfInvitationDoor(request, { token }));
  // No connection is closed for idleness while somebody is about to send on it.
  const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    if (handleDoor(request, response)) return;
    const token = ACCOUNT.exec(request.url ?? "")?.groups?.token;
    const page = pages[request.url ?? ""] ?? signUp;
    void (token === undefined ? page : account(token))(request, response, {});
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    agent,
    close() {
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
