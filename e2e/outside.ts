import { randomUUID } from "node:crypto";
import { z } from "zod";
import { startSimulator, type Simulator } from "../simulator/server.ts";
import type { Customer } from "../simulator/talk.ts";
import type { Caller, Product } from "./product.ts";

const made = z.object({ id: z.string() });
const madeWebhook = made.extend({ secret: z.string() });

/** The world outside of the product: customers on a CUSTOM channel of the test's workspace, its endpoint, and a subscriber. */
export type Outside = {
  simulator: Simulator;
  integrationId: string;
  ingressUrl: string;
  validateToken: string;
  accessToken: string;
  /** A customer nobody else in the run is, with a name of their own. */
  newCustomer: (name: string) => Customer;
  /** The customer writes; resolves with the product's ids once it has taken the message. */
  write: (customer: Customer, content: string) => Promise<{ messageId: string; conversationId: string }>;
};

export async function openOutside(
  { product, core }: { product: Product; core: Caller },
  use: (outside: Outside) => Promise<void>,
): Promise<void> {
  // Receipts are asked for where a test is about them.
  const simulator = await startSimulator({
    port: 0,
    appUrl: product.address,
    receipts: { deliveredAfterMs: null, readAfterMs: null },
  });
  const slug = "shop";
  const [validateToken, accessToken] = [`validate-${randomUUID()}`, `access-${randomUUID()}`];
  const { createIntegration } = await core(
    `mutation ($input: IntegrationCreateInput!) { createIntegration(input: $input) { id } }`,
    {
      name: "Order app",
      type: "CUSTOM",
      integrationProperties: {
        endpoint: simulator.endpointUrl(slug),
        validateToken,
        accessToken,
        externalId: "order-app",
      },
    },
  );
  const { createWebhook } = await core(
    `mutation ($input: WebhookCreateInput!) { createWebhook(input: $input) { id secret } }`,
    {
      label: "Subscriber",
      url: simulator.webhookUrl("events"),
      event: "ANY_EVENT",
    },
  );
  const integrationId = made.parse(createIntegration).id;
  // To nobody: by AUTO a conversation would go to whoever has a page open at that moment.
  await core(`mutation ($input: IntegrationPatchInput!) { patchIntegration(input: $input) { id } }`, {
    id: integrationId,
    properties: { start: "AGENT" },
  });
  simulator.addChannel({ kind: "custom", slug, name: "Order app", integrationId, validateToken, accessToken });
  simulator.addWebhook("events", madeWebhook.parse(createWebhook).secret);
  await use({
    simulator,
    integrationId,
    ingressUrl: `${product.address}/ext/v1/incoming/custom/${integrationId}`,
    validateToken,
    accessToken,
    newCustomer: (name) => ({
      id: randomUUID(),
      name,
      surname: randomUUID().slice(0, 6),
      phone: "",
      countryCode: "",
    }),
    write: async (customer, content) => {
      const { status, error, messageId, conversationId } = await simulator.write(slug, customer, {
        type: "text",
        content,
      });
      if (!messageId || !conversationId)
        throw new Error(`the product did not take the message: ${status} ${error ?? ""}`);
      return { messageId, conversationId };
    },
  });
  await simulator.stop();
}

/** How the inbox calls a customer. */
export function fullName({ name, surname }: Customer): string {
  return `${name} ${surname}`;
}
