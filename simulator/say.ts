/**
 * `npm run say -- "text" [--channel whatsapp]` sends a text as the demo's first customer, like the phone's page. The default is
 * the first CUSTOM channel.
 */
import { parseArgs } from "node:util";
import { z } from "zod";
import { readConnection } from "./connect.ts";

const sent = z.object({ status: z.string(), error: z.string().nullable(), conversationId: z.string().nullable() });

const { values, positionals } = parseArgs({ allowPositionals: true, options: { channel: { type: "string" } } });
const text = positionals.join(" ").trim();
if (!text) {
  console.error(
    'Usage: npm run say -- "Hello, where is my order?" [--channel custom|whatsapp|messenger|instagram|telegram]',
  );
  process.exit(1);
}
try {
  const { port, appUrl, channels, customers } = readConnection(process.env);
  const wanted = values.channel ?? "custom";
  const channel = channels.find(({ kind, slug }) => kind === wanted || slug === wanted);
  const [customer] = customers;
  if (!channel || !customer) {
    throw new Error(
      `There is no channel "${wanted}" to write on; there are ${channels.map(({ kind }) => kind).join(", ")}`,
    );
  }
  if (channel.kind === "webchat") throw new Error(`The web chat is written on its own page: ${channel.address}`);
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
    `${customer.name} ${customer.surname} wrote on "${channel.name}".${message.conversationId ? ` Conversation ${message.conversationId}.` : ""}`,
  );
  console.log(`Answer it in the inbox (${appUrl}); the phone (${phone}) shows the answer and the webhook's events.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
