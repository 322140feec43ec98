import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { createAssistant } from "../assistant.ts";
import { caller, createWorkspace, expect, test } from "../fixtures.ts";
import type { Product } from "../product.ts";
import { signIn } from "../sign-in.ts";

// The main screens, compared with the pictures in e2e/looks. After a wanted change: npx playwright test looks --config e2e/playwright.config.ts
// --project rest --no-deps --update-snapshots, and look at each picture that changed.
test.describe.configure({ mode: "parallel" });
// A page must settle before it is compared, beside other browsers on the same processors.
test.setTimeout(300_000);

const made = z.object({ id: z.string() });

/** A workspace whose screens have the same content in every run, and the ids that its pages need. */
async function setScene(product: Product, name: string) {
  const workspace = await createWorkspace(product.dataDir, name);
  const core = caller(`${product.address}/core/gq`, workspace);
  const bot = caller(`${product.address}/bot/gq`, workspace);
  const create = async (operation: string, type: string, input: object) =>
    made.parse(
      (await core(`mutation ($input: ${type}!) { ${operation}(input: $input) { id } }`, { ...input }))[operation],
    ).id;
  const validateToken = randomUUID();
  const channel = await create("createIntegration", "IntegrationCreateInput", {
    name: "Order app",
    type: "CUSTOM",
    integrationProperties: {
      ...{ endpoint: "http://127.0.0.1:9/replies", accessToken: randomUUID(), externalId: "order-app", validateToken },
    },
  });
  await core("mutation ($input: IntegrationPatchInput!) { patchIntegration(input: $input) { id } }", {
    ...{ id: channel, properties: { start: "AGENT" } },
  });
  const conversations: string[] = [];
  for (const [index, [first, last, ...texts]] of PEOPLE.entries()) {
    for (const content of texts) {
      const response = await fetch(`${product.address}/ext/v1/incoming/custom/${channel}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-validate-token": validateToken },
        body: JSON.stringify({
          ...{ messageId: randomUUID(), senderId: `person-${index}`, type: "text", content },
          clientInfo: { name: first, surname: last, phone: `+4790000${String(index).padStart(3, "0")}` },
        }),
      });
      const { conversationId } = z.object({ conversationId: z.string() }).parse(await response.json());
      if (content === texts.at(-1)) conversations.push(conversationId);
    }
  }
  for (const [tag, type] of TAGS) await create("createTag", "TagCreateInput", { tag, type });
  await create("createCannedReply", "CannedReplyCreateInput", {
    ...{
      isTeam: true,
      title: "Opening hours",
      shortcut: "hours",
      content: "We are here from 9 to 5, Monday to Friday.",
    },
  });
  await create("createWebhook", "WebhookCreateInput", {
    ...{ label: "Warehouse", url: "http://127.0.0.1:9/hook", event: "NEW_CLIENT" },
  });
  return { workspace, channel, conversation: conversations[0] ?? "", assistant: await createAssistant(bot) };
}

type Scene = Awaited<ReturnType<typeof setScene>>;

/** First name, last name, and what they wrote. */
const PEOPLE = [
  [
    "Ada",
    "Berg",
    "Hello! My parcel came today.",
    "The lamp is lovely, but the cable is too short. Do you have a longer one?",
  ],
  ["Noor", "de Vries", "Can I still change my delivery address?"],
  ["Liam", "O’Connor", "Do you ship to Ireland, and what does it cost?"],
  ["Sofía", "Márquez", "Gracias, ya llegó todo."],
  ["Jonas", "Weiß", "Meine Rechnung fehlt noch. Könnten Sie sie mir schicken?"],
] as const;

const TAGS = [
  ["vip", "client"],
  ["returns", "conv"],
] as const;

/** The screens: the picture's name, the path below the workspace, and a heading that shows that it is there. */
const SCREENS = ({ channel, conversation, assistant }: Scene) =>
  [
    ["list", "inbox?view=all", "All"],
    ["thread", `inbox/${conversation}?view=all`, /^Ada/],
    ["contacts", "contacts", "Contacts"],
    ["board", "contacts?as=board", "Contacts"],
    ["import", "contacts/import", "Import contacts"],
    ["broadcasts", "broadcasts", "Broadcasts"],
    ["new-broadcast", "broadcasts/new", "New broadcast"],
    ["channels", "channels", "Channels"],
    ["connect", "channels/connect", "Connect a channel"],
    ["channel", `channels/${channel}`, "Order app"],
    ["assistants", "assistants", "Assistants"],
    ["assistant", `assistants/${assistant}`, "Otto"],
    ["playground", "playground", "Playground"],
    ["reports", "reports", "Reports"],
    ["keys", "developers", "API keys"],
    ["webhooks", "developers/webhooks", "Webhooks"],
    ["team", "settings/team", "Team members"],
    ["tags", "settings/tags", "Tags and stages"],
    ["targets", "settings/targets", "Answer targets"],
    ["security", "settings/security", "Sign-in and sessions"],
  ] as const;

/** Replaces what differs from run to run: times, ids, addresses, keys. */
async function settle(page: Page, workspaceId: number): Promise<void> {
  await page.evaluate((id) => {
    const RULES: [RegExp, string][] = [
      [/owner-looks-[\w-]+@example\.com/g, "owner@example.com"],
      [/owner-looks-[\w-]+/g, "owner"],
      [/Workspace looks-[\w-]+/g, "Northlight"],
      [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "01890000-0000-7000-8000-000000000000"],
      [/svck_…\w{4}/g, "svck_…0000"],
      [/localhost:\d+/g, "localhost:3000"],
      [/\b\d+ (?:s|sec|min|minutes?|seconds?)\b\.?/g, "1 min"],
      [/\b\d{1,2}:\d{2}\b/g, "10:15"],
      [/\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\w*(?: \d{4})?\b/g, "5 May 2026"],
    ];
    // The workspace's number may have more digits, which would move what comes after it.
    const numbered = (text: string) => (text.trim() === id ? "1" : text.replaceAll(`"${id}"`, '"1"'));
    const plain = (text: string) => RULES.reduce((so, [rule, by]) => so.replace(rule, by), numbered(text));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue ?? "";
      if (plain(text) !== text) node.nodeValue = plain(text);
    }
    for (const time of document.querySelectorAll("time")) time.textContent = "10:15";
    for (const field of document.querySelectorAll<HTMLInputElement>("input, textarea"))
      if (plain(field.value) !== field.value) field.value = plain(field.value);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }, String(workspaceId));
}

async function compare(page: Page, name: string, workspaceId = 0): Promise<void> {
  await expect(page.getByText(/^Loading/).or(page.getByLabel("Loading"))).toHaveCount(0);
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await settle(page, workspaceId);
  await expect.soft(page).toHaveScreenshot(`${name}.png`, { maxDiffPixelRatio: 0.01, animations: "disabled" });
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    test.describe(`${width} px, ${colorScheme}`, () => {
      test.use({ viewport: { width, height }, colorScheme });

      test("the main screens look as they are to look", async ({ page, product }) => {
        const at = `${width}-${colorScheme}`;
        await page.goto("/sign-in");
        await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
        await compare(page, `${at}/sign-in`);
        const scene = await setScene(product, `looks-${at}`);
        await signIn(page, scene.workspace);
        for (const [name, path, heading] of SCREENS(scene)) {
          await page.goto(`/${scene.workspace.workspaceId}/${path}`);
          const title = page.getByRole("heading", { name: heading }).first();
          await expect(name === "list" ? page.getByRole("option").first() : title).toBeVisible();
          await compare(page, `${at}/${name}`, scene.workspace.workspaceId);
        }
      });
    });
  }
}
