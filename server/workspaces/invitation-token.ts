import { createHmac, hkdfSync } from "node:crypto";
import { env } from "../env.ts";

/**
 * The secret of an invitation's link, derived from the invitation's id with a key of the service. The job that sends the email therefore
 * only needs the id. The table stores the hash.
 */
export function invitationToken(workspaceId: number, invitationId: string): string {
  const key = new Uint8Array(hkdfSync("sha256", env().NEXTAUTH_SECRET, "", "links of invitations", 32));
  return createHmac("sha256", key).update(`${workspaceId}/${invitationId}`).digest("base64url");
}

/** The URL that an invited person opens. */
export function invitationLink(token: string): string {
  return `${env().APP_URL}/invitations/${token}`;
}
