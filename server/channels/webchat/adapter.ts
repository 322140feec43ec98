import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Adapter } from "../channel.ts";

/** The secret that a site uses to sign its visitors' ids: 32 random bytes in hex. */
export function newIdentitySecret(): string {
  return randomBytes(32).toString("hex");
}

const secret = z.string().min(32, "must have 32 characters or more").max(200);

/**
 * integrationProperties of a WEBCHAT channel. Nothing is required, because the secret is created here. After a rotation the
 * previous secret is valid until `previousSecretUntil`.
 */
export const webchatCredentials = z.strictObject({
  identitySecret: secret.default(newIdentitySecret),
  previousSecret: secret.optional(),
  previousSecretUntil: z.iso.datetime().optional(),
});
export type WebchatCredentials = z.infer<typeof webchatCredentials>;

/**
 * A visitor's browser fetches its messages, so a stored message is already in place: it is accepted at once, under our own id.
 * The visitor's connection reports delivered and read (server/webchat). Agents' gestures reach the visitor the same way.
 */
export const webchatAdapter: Adapter = {
  credentials: webchatCredentials,
  setup: null,
  inbound: null,
  send: ({ messageId }) => Promise.resolve({ outcome: "accepted", externalMessageId: messageId, responseStatus: 200 }),
  gesture: ({ externalMessageId }) => Promise.resolve({ outcome: "accepted", externalMessageId, responseStatus: 200 }),
};
