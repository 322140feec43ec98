import { z } from "zod";
import type { Customer, PhoneMessage, SimulatedChannel, SimulatorState } from "./state.ts";

const accepted = z.object({ messageId: z.string(), conversationId: z.string() });
const refused = z.object({ error: z.object({ message: z.string() }) });

export type Written = { type: string; content: string };

/**
 * A customer writes: the message is put on the phone and handed to the product's ingress.
 * @returns the message as it ended, `accepted` or `failed`.
 */
export async function writeAsCustomer(
  state: SimulatorState,
  channel: SimulatedChannel,
  customer: Customer,
  written: Written,
  id: string = crypto.randomUUID(),
): Promise<PhoneMessage> {
  const message: PhoneMessage = {
    id,
    slug: channel.slug,
    customerId: customer.id,
    from: "customer",
    ...written,
    at: new Date().toISOString(),
    status: "sending",
    error: null,
    messageId: null,
    conversationId: null,
  };
  state.putMessage(message);
  const copies = state.faults.duplicateInbound ? 2 : 1;
  const [first] = await Promise.all(
    Array.from({ length: copies }, () => post(state.appUrl, channel, customer, message)),
  );
  const ended = { ...message, ...first };
  state.putMessage(ended);
  return ended;
}

type Outcome = Pick<PhoneMessage, "status" | "error" | "messageId" | "conversationId">;

/** contract.md, Custom channel ingress. */
async function post(
  appUrl: string,
  channel: SimulatedChannel,
  customer: Customer,
  message: PhoneMessage,
): Promise<Outcome> {
  const failed = (error: string): Outcome => ({ status: "failed", error, messageId: null, conversationId: null });
  const info = {
    name: customer.name,
    surname: customer.surname,
    phone: customer.phone,
    countryCode: customer.countryCode,
  };
  try {
    const answer = await fetch(`${appUrl}/ext/v1/incoming/custom/${channel.integrationId}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-validate-token": channel.validateToken },
      body: JSON.stringify({
        content: message.content,
        type: message.type,
        senderId: customer.id,
        messageId: message.id,
        clientInfo: Object.fromEntries(Object.entries(info).filter(([, value]) => value !== "")),
        createdAt: message.at,
      }),
      signal: AbortSignal.timeout(15_000),
    });
    const body: unknown = await answer.json().catch(() => null);
    if (!answer.ok)
      return failed(refused.safeParse(body).data?.error.message ?? `The product answered ${answer.status}`);
    return { status: "accepted", error: null, ...accepted.parse(body) };
  } catch {
    return failed(`The product does not answer at ${appUrl}`);
  }
}
