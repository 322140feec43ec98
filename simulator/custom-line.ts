import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { failed, TAKEN, type Line, type Outcome } from "./line.ts";
import type { SimulatorState } from "./state.ts";
import type { CustomChannel, Customer, PhoneMessage } from "./talk.ts";

const accepted = z.object({ messageId: z.string(), conversationId: z.string() });
const refused = z.object({ error: z.object({ message: z.string() }) });

/** The customer's system on a CUSTOM channel (contract.md, Custom channel ingress). */
export function customLine(state: SimulatorState, channel: CustomChannel): Line {
  async function post(path: string, body: Record<string, unknown>): Promise<Outcome> {
    const { loseInbound, wrongSignature, delayMs } = state.faults;
    if (loseInbound) return failed("The customer's system lost it, as asked");
    if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
    const url = `${state.appUrl}/ext/v1/incoming/custom/${channel.integrationId}${path}`;
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-validate-token": wrongSignature ? "not-the-token" : channel.validateToken,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      });
      const said: unknown = await answer.json().catch(() => null);
      if (!answer.ok) {
        const words = refused.safeParse(said).data?.error.message ?? `The product answered ${answer.status}`;
        return failed(words, answer.status === 429 || answer.status >= 500);
      }
      return { ...TAKEN, ...accepted.safeParse(said).data };
    } catch {
      return failed(`The product does not answer at ${state.appUrl}`, true);
    }
  }

  return {
    receipts: ["delivered", "read"],
    newId: () => crypto.randomUUID(),
    async write(customer, message, quoted) {
      const copies = state.faults.duplicateInbound ? 2 : 1;
      const body = messageBody(customer, message, quoted);
      const [first] = await Promise.all(Array.from({ length: copies }, () => post("", body)));
      return first ?? failed("Nothing was sent");
    },
    async act(customer, message, act) {
      if (act.kind !== "delivered" && act.kind !== "read") return failed("A custom channel has no such thing");
      return post("/status", { messageId: message.id, status: act.kind, createdAt: new Date().toISOString() });
    },
  };
}

function messageBody(customer: Customer, message: PhoneMessage, quoted: PhoneMessage | null): Record<string, unknown> {
  const info = {
    name: customer.name,
    surname: customer.surname,
    phone: customer.phone,
    countryCode: customer.countryCode,
  };
  return {
    content: message.content,
    type: message.type,
    senderId: customer.id,
    messageId: message.id,
    clientInfo: Object.fromEntries(Object.entries(info).filter(([, value]) => value !== "")),
    createdAt: message.at,
    ...(quoted ? { context: { replyToId: quoted.id, replyToContent: quoted.content, replyToType: quoted.type } } : {}),
  };
}
