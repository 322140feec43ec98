import { randomUUID } from "node:crypto";
import { z } from "zod";
import { startSimulator, type Simulator } from "../simulator/server.ts";
import type { Customer } from "../simulator/talk.ts";
import type { Caller, Product } from "./product.ts";

const made = z.object({ id: z.string() });
const madeWebhook = made.extend({ secret: z.string() });

/** The external systems: customers on a CUSTOM channel of the test's workspace, its endpoint, and a subscriber. */
export type Outside = {
  simulator: Simulator;
  integrationId: string;
  ingressUrl: string;
  validateToken: string;
  accessToken: string;
  /** A customer that no other test uses, with a unique name. */
  newCustomer: (name: string) => Customer;
  /** Sends a customer's message. Resolves with the product's ids once it has accepted the message. */
  write: (customer: Customer, content: string) => Promise<{ messageId: string; conversationId: string }>;
};

export async function openOutside(
  { product, core }: { product: Product; core: Caller },
  use: (outside: Outside) => Promise<void>,
): Promise<void> {
  // Tests about receipts turn them on.
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
  // Assign to no one: AUTO would assign a conversation to any agent who has a page open.
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

/** A customer's name as the inbox shows it. */
export function fullName({ name, surname }: Customer): string {
  return `${name} ${surname}`;
}
