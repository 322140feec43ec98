import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Adapter } from "../channel.ts";

/** The secret by which a site signs for its visitors: 32 random bytes in hex. */
export function newIdentitySecret(): string {
  return randomBytes(32).toString("hex");
}

const secret = z.string().min(32, "must have 32 characters or more").max(200);

/**
 * integrationProperties of a WEBCHAT channel. Nothing has to be given: nobody has the secret before it is made here. After a rotation
 * the secret before it holds until `previousSecretUntil`.
 */
export const webchatCredentials = z.strictObject({
  identitySecret: secret.default(newIdentitySecret),
  previousSecret: secret.optional(),
  previousSecretUntil: z.iso.datetime().optional(),
});
export type WebchatCredentials = z.infer<typeof webchatCredentials>;

/**
 * A visitor's browser fetches what is written to them, so a message is where it should be as soon as it is stored: it is accepted
 * at once, under our own id. That it was delivered and read the visitor's own connection tells (server/webchat). What an agent
 * does beside writing reaches the visitor the same way.
 */
export const webchatAdapter: Adapter = {
  credentials: webchatCredentials,
  setup: null,
  inbound: null,
  send: ({ messageId }) => Promise.resolve({ outcome: "accepted", externalMessageId: messageId, responseStatus: 200 }),
  gesture: ({ externalMessageId }) => Promise.resolve({ outcome: "accepted", externalMessageId, responseStatus: 200 }),
};
