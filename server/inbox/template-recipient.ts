import { clientForActor } from "../clients/access.ts";
import { clientOfPhone, PHONE_SCOPE } from "../clients/client-identities.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { AppError, problemAt } from "../errors.ts";
import type { Client, Integration } from "../generated/prisma/client.ts";
import { parsePhone } from "../phone.ts";
import { say } from "../say.ts";

/** Whom startConv and sendNotification write to; `phone` is used when clientId is left out (contract.md, Messaging). */
export type Recipient = { clientId?: string | null; phone?: string | null };

/**
 * The contact that is named; one of an unknown phone number is made. On a channel of phone numbers a message by `phone` goes to
 * that number (`address`), whatever others the contact has: a one-time password must not reach another one.
 * @param tx the open transaction.
 * @throws AppError BAD_INPUT (neither is given, or no phone number), NOT_FOUND, FORBIDDEN_ROLE (a phone without MANAGE_CLIENTS)
 */
export async function templateRecipient(
  tx: Ctx,
  integration: Integration,
  { clientId, phone }: Recipient,
): Promise<{ client: Client; address: string | null }> {
  if (clientId) return { client: await clientForActor(tx, clientId), address: null };
  if (phone) {
    const client = await clientOfPhone(tx, phone);
    const isNumber = channelOf(integration.type).identityScope(integration) === PHONE_SCOPE;
    return { client, address: isNumber ? parsePhone("phone", phone).e164 : null };
  }
  const sentence = say("inbox.recipient");
  throw new AppError("BAD_INPUT", sentence, {
    fields: ["clientId", "phone"].map((name) => problemAt(`input.${name}`, sentence)),
  });
}
