import { createHmac, hkdfSync } from "node:crypto";
import { env } from "../env.ts";

/**
 * The secret of an invitation's link. It is made from the invitation's id with a key of the service's own, so that the job that
 * mails it is given the id alone; the table keeps its hash.
 */
export function invitationToken(workspaceId: number, invitationId: string): string {
  const key = new Uint8Array(hkdfSync("sha256", env().NEXTAUTH_SECRET, "", "links of invitations", 32));
  return createHmac("sha256", key).update(`${workspaceId}/${invitationId}`).digest("base64url");
}

/** The address that an invited person opens. */
export function invitationLink(token: string): string {
  return `${env().APP_URL}/invitations/${token}`;
}
