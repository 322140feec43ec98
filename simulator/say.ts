/**
 * `npm run say -- "text"`: the demo's first customer writes it, as on the phone's page, and what comes back to the customer's
 * system is shown for a while.
 */
import { z } from "zod";
import { readConnection } from "./connect.ts";

const sent = z.object({ status: z.string(), error: z.string().nullable(), conversationId: z.string().nullable() });

const text = process.argv.slice(2).join(" ").trim();
if (!text) {
  console.error('Usage: npm run say -- "Hello, where is my order?"');
  process.exit(1);
}
try {
  const { port, appUrl, channels, customers } = readConnection(process.env);
  const [channel, customer] = [channels[0], customers[0]];
  if (!channel || !customer) throw new Error("There is no channel to write on");
  const phone = `http://127.0.0.1:${port}`;
  const answer = await fetch(`${phone}/api/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ slug: channel.slug, customerId: customer.id, type: "text", content: text }),
  }).catch(() => {
    throw new Error(`The customer's phone does not answer at ${phone}: run npm start in another window first`);
  });
  const message = sent.parse(await answer.json());
  if (message.status !== "accepted") throw new Error(message.error ?? "The message was not accepted");
  console.log(
    `${customer.name} ${customer.surname} wrote on "${channel.name}". Conversation ${message.conversationId ?? ""}.`,
  );
  console.log(`Answer it in the inbox (${appUrl}); the phone (${phone}) shows the answer and the webhook's events.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
