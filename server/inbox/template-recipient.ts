import { clientForActor } from "../clients/access.ts";
import { clientOfPhone } from "../clients/client-of-phone.ts";
import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { Client } from "../generated/prisma/client.ts";

/** Whom startConv and sendNotification write to; `phone` is used when clientId is left out (contract.md, Messaging). */
export type Recipient = { clientId?: string | null; phone?: string | null };

/**
 * The contact that is named; one of an unknown phone number is made.
 * @param tx the open transaction.
 * @throws AppError BAD_INPUT (neither is given, or no phone number), NOT_FOUND, FORBIDDEN_ROLE (a phone without MANAGE_CLIENTS)
 */
export async function templateRecipient(tx: Ctx, { clientId, phone }: Recipient): Promise<Client> {
  if (clientId) return clientForActor(tx, clientId);
  if (phone) return clientOfPhone(tx, phone);
  const message = "Say whom to write to: give clientId, or the client's phone number";
  throw new AppError("BAD_INPUT", message, {
    fields: ["clientId", "phone"].map((name) => ({ path: `input.${name}`, message })),
  });
}
