import { randomInt, randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { z } from "zod";
import type { Customer } from "../simulator/talk.ts";
import { expect } from "./fixtures.ts";

const bubble = z.object({
  id: z.string(),
  slug: z.string(),
  customerId: z.string(),
  from: z.string(),
  type: z.string(),
  content: z.string(),
  replyTo: z.string().nullable(),
  reactions: z.object({ customer: z.string().nullable(), agent: z.string().nullable() }),
  error: z.string().nullable(),
});

const digits = (count: number) =>
  String(randomInt(1, 10)) + Array.from({ length: count - 1 }, () => randomInt(10)).join("");

/** The product's simulator of providers, used over its control API. */
export function providersAt(address: string) {
  async function ask(path: string, body?: object): Promise<unknown> {
    const post = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    const answer = await fetch(`${address}${path}`, body ? post : {});
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  }
  return {
    /** Adds a separate account at a provider. No channel is connected to it yet. */
    addAccount: async <T extends object>(account: T): Promise<T & { slug: string }> => {
      const slug = `account-${randomUUID().slice(0, 8)}`;
      await ask("/control/channels", { slug, ...account });
      return { slug, ...account };
    },
    addCustomer: async (name: string): Promise<Customer> => {
      const customer: Customer = {
        id: randomUUID(),
        name,
        surname: randomUUID().slice(0, 6),
        phone: `+4790${digits(6)}`,
        countryCode: "NO",
      };
      await ask("/control/customers", customer);
      return customer;
    },
    /** Sends a customer's message. Returns the bubble once the product has accepted the provider's call. */
    write: async (slug: string, customer: Customer, type: string, content: string) => {
      const written = bubble.parse(await ask("/api/messages", { slug, customerId: customer.id, type, content }));
      if (written.error !== null) throw new Error(written.error);
      return written;
    },
    react: (messageId: string, emoji: string) => ask("/api/acts", { messageId, act: { kind: "react", emoji } }),
    edit: (messageId: string, content: string) => ask("/api/acts", { messageId, act: { kind: "edit", content } }),
    /** The agents' messages to the customer, oldest first. */
    sentTo: async (slug: string, customer: Customer) =>
      z
        .array(bubble)
        .parse(await ask("/control/messages"))
        .filter((each) => each.slug === slug && each.customerId === customer.id && each.from === "agent"),
    /** Ends the reply windows of the account. No clock is changed: all tests share it. */
    endWindows: (slug: string) => ask("/control/end-windows", { slug }),
  };
}

/** New ids and secrets in each provider's format. */
export const fresh = {
  id: () => digits(15),
  token: (prefix: string) => prefix + randomUUID().replaceAll("-", ""),
  secret: () => randomUUID().replaceAll("-", ""),
};

/** A separate WhatsApp number at the stand-in. No channel is connected to it yet. */
export const newWhatsapp = () => ({
  kind: "whatsapp",
  name: "WhatsApp",
  accessToken: fresh.token("EAAG"),
  phoneNumberId: fresh.id(),
  wabaId: fresh.id(),
  appSecret: fresh.secret(),
  displayPhoneNumber: `+47 900 ${digits(5)}`,
});

/** The product's simulator, with a connected WhatsApp number. */
export async function withWhatsapp(page: Page, workspaceId: number, simulatorAddress: string) {
  const providers = providersAt(simulatorAddress);
  const account = await providers.addAccount(newWhatsapp());
  await connectWhatsapp(page, workspaceId, account);
  return { providers, account };
}

/** Connects a stand-in's WhatsApp number through the portal's form. */
async function connectWhatsapp(page: Page, workspaceId: number, account: Record<string, string>): Promise<void> {
  await page.goto(`/${workspaceId}/channels/connect/whatsapp`);
  await page.getByLabel(/^Name/).fill(account.slug ?? "");
  await page.getByLabel(/^Phone number id/).fill(account.phoneNumberId ?? "");
  await page.getByLabel(/^WhatsApp Business account id/).fill(account.wabaId ?? "");
  await page.getByLabel(/^Access token/).fill(account.accessToken ?? "");
  await page.getByLabel(/^App secret/).fill(account.appSecret ?? "");
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByRole("heading", { name: account.slug ?? "", level: 1 })).toBeVisible();
}
