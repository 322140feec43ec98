import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Browser, type BrowserContext, type FrameLocator, type Page } from "@playwright/test";
import { z } from "zod";
import type { Caller, Product, TestWorkspace } from "./product.ts";
import { signIn } from "./sign-in.ts";

const answered = z.object({ data: z.object({ made: z.unknown() }) });
const created = z.object({ id: z.string() });
const settings = z.object({ snippet: z.string(), identitySecret: z.string() });

type Visitor = { name: string; surname: string; id?: string; hash?: string };
/** An external web site on a separate origin, with the web chat's script as the portal gives it. */
export type Site = { integrationId: string; identitySecret: string; url: (visitor?: Visitor) => string };

export async function openSite(
  { core, workspace, product, browser }: { core: Caller; workspace: TestWorkspace; product: Product; browser: Browser },
  use: (site: Site) => Promise<void>,
): Promise<void> {
  const { integrationId, snippet, identitySecret } = await connect(browser, product.address, workspace);
  // Assign to no one: AUTO would assign a conversation to any agent who has a page open.
  await core("mutation ($input: IntegrationPatchInput!) { patchIntegration(input: $input) { id } }", {
    id: integrationId,
    properties: { start: "AGENT" },
  });
  const server = createServer((request, response) => {
    const given = new URL(request.url ?? "/", "http://site").searchParams.get("visitor");
    const { id = null, ...profile } = given ? (JSON.parse(given) as Visitor) : { id: null };
    const user = given ? `OmnichannelChat.push(["setUser", ${JSON.stringify(id)}, ${JSON.stringify(profile)}]);` : "";
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title>
      <main><h1>Shop</h1><a href="#tents">Tents</a></main>
      <script>window.OmnichannelChat = window.OmnichannelChat || []; ${user}</script>${snippet}</html>`);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await use({
    integrationId,
    identitySecret,
    url: (visitor) => (visitor ? `${address}?visitor=${encodeURIComponent(JSON.stringify(visitor))}` : address),
  });
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}

/** Connects a web chat in the portal, because its secret is shown only there. */
async function connect(browser: Browser, address: string, owner: TestWorkspace) {
  const context = await browser.newContext({ baseURL: address });
  const page = await context.newPage();
  await signIn(page, owner);
  const ask = async (query: string, input: Record<string, unknown>) =>
    answered.parse(
      await page.evaluate(
        async (body) => {
          const headers = { "content-type": "application/json" };
          return (await (await fetch("/core/gq", { method: "POST", headers, body })).json()) as unknown;
        },
        JSON.stringify({ query, variables: { input: { workspaceId: owner.workspaceId, ...input } } }),
      ),
    ).data.made;
  const { id: integrationId } = created.parse(
    await ask("mutation ($input: ChannelConnectInput!) { made: connectChannel(input: $input) { id } }", {
      name: "Web shop",
      type: "WEBCHAT",
    }),
  );
  const webchat = settings.parse(
    await ask(
      "query ($input: WebchatSettingsInput!) { made: webchatSettings(input: $input) { snippet identitySecret } }",
      {
        integrationId,
      },
    ),
  );
  await context.close();
  return { integrationId, ...webchat };
}

export const someone = (name: string): Visitor => ({ name, surname: randomUUID().slice(0, 6) });
/** A visitor in the form that the inbox's page object needs. */
export const asCustomer = ({ name, surname }: Visitor) => ({ id: "", name, surname, phone: "", countryCode: "" });
export const own = (chat: FrameLocator, text: string) =>
  chat.getByRole("article", { name: /^You,/ }).filter({ hasText: text });

/** Opens the chat on the site. Resolves once the visitor can write. */
export async function openChat(page: Page, url: string): Promise<FrameLocator> {
  await page.goto(url);
  await page.getByRole("button", { name: /^Open chat/ }).click();
  const chat = page.frameLocator("omnichannel-chat iframe");
  await expect(chat.getByRole("textbox", { name: "Message" })).toBeVisible();
  return chat;
}

export async function write(chat: FrameLocator, text: string): Promise<void> {
  const field = chat.getByRole("textbox", { name: "Message" });
  await field.fill(text);
  await field.press("Enter");
}

export async function visitorPage(browser: Browser, options: Parameters<Browser["newContext"]>[0] = {}) {
  const context: BrowserContext = await browser.newContext({ locale: "en-GB", ...options });
  return { context, page: await context.newPage() };
}
