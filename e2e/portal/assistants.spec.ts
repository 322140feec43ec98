import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { expect, test as base } from "../fixtures.ts";

const made = z.object({ createIntegration: z.object({ id: z.string() }) });

/**
 * The address of models and endpoints. A worker fixture: Playwright gives this file its own worker, so that no other test
 * creates assistants in its workspace.
 */
const test = base.extend<object, { outsideAddress: string }>({
  outsideAddress: [async ({ product }, use) => use(product.simulatorAddress), { scope: "worker" }],
});
// Each test opens several pages and waits for a worker that reads sources.
test.describe.configure({ timeout: 120_000 });

const source = (page: Page, title: string) =>
  page.getByRole("list", { name: "Sources" }).getByRole("listitem").filter({ hasText: title });
/** A worker in another process reads the sources. */
const READ = { timeout: 30_000 };

test(
  "the built-in assistant: from the empty page over a source and a draft to what is live, and back",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace: { workspaceId }, outsideAddress: _ }) => {
    await page.goto(`/${workspaceId}/assistants`);
    await expect(page.getByRole("heading", { name: "No assistant yet" })).toBeVisible();
    await page.getByRole("button", { name: "Set up the built-in assistant" }).click();
    await expect(page.getByRole("heading", { name: "No sources yet" })).toBeVisible();

    await page.getByRole("button", { name: "Write a page" }).click();
    const drawer = page.getByRole("dialog", { name: "Write a page" });
    await drawer.getByLabel("Title").fill("Returns");
    await drawer.getByRole("button", { name: "Put live" }).click();
    await expect(drawer.getByText("Write the text to answer from")).toBeVisible();
    await drawer.getByLabel("Text").fill("# How long?\n\nA tent can be returned within 30 days.");
    await drawer.getByRole("button", { name: "Put live" }).click();
    await expect(drawer).toBeHidden();
    await expect(source(page, "Returns")).toContainText("Ready: 1 passage", READ);

    await source(page, "Returns").getByRole("button", { name: "Returns", exact: true }).click();
    const passages = page.getByRole("dialog", { name: "Passages of “Returns”" });
    await expect(passages.getByRole("list", { name: "Passages" })).toContainText(
      "A tent can be returned within 30 days.",
    );
    await page.keyboard.press("Escape");
    await expect(passages).toBeHidden();

    await page.getByLabel("Instructions").fill("Be brief.");
    await page.getByRole("button", { name: "Save as draft" }).click();
    const draft = page.getByRole("region", { name: "Draft" });
    await expect(draft).toContainText("Draft 3 is not live yet");
    await expect(page.getByRole("button", { name: "Put live" })).toHaveCount(0);
    await draft.getByRole("button", { name: "Publish" }).click();
    const publish = page.getByRole("dialog", { name: "Publish draft 3?" });
    await publish.getByLabel("What changed").fill("Shorter answers");
    await publish.getByRole("button", { name: "Publish" }).click();
    await expect(draft).toBeHidden();
    await expect(page.getByLabel("Instructions")).toHaveValue("Be brief.");

    await page.getByRole("navigation", { name: "Assistant" }).getByRole("link", { name: "Versions" }).click();
    const row = (number: number) =>
      page.getByRole("row").filter({ hasText: new RegExp(`^${number}(Live|Past|Draft)`) });
    await expect(row(3)).toContainText("Live");
    await expect(row(3)).toContainText("Shorter answers");
    await page.getByRole("button", { name: "Compare version 3" }).click();
    const comparison = page.getByRole("dialog", { name: "Version 3 compared" });
    await expect(comparison.getByRole("heading", { name: "Instructions" })).toBeVisible();
    await expect(comparison).toContainText("Be brief.");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Restore version 1" }).click();
    await expect(draft).toContainText("Draft 4 is not live yet");
    await draft.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
    await expect(draft).toBeHidden();
    await expect(row(3)).toContainText("Live");
  },
);

test("files are looked at before they are sent, read, changed and taken away again", async ({
  ownerPage: page,
  workspace: { workspaceId },
  outsideAddress: _,
}) => {
  await page.goto(`/${workspaceId}/assistants/new/built-in`);
  await page.getByLabel(/^Name/).fill("Reader");
  await page.getByRole("button", { name: "Create assistant" }).click();
  await expect(page.getByRole("heading", { name: "Reader", level: 1 })).toBeVisible();

  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add files" }).click();
  await (
    await choosing
  ).setFiles([
    { name: "prices.xlsx", mimeType: "", buffer: Buffer.from("PK") },
    { name: "Opening hours.md", mimeType: "", buffer: Buffer.from("# Hours\n\nWe open at nine on Saturdays.") },
  ]);
  const drawer = page.getByRole("dialog", { name: "Add files" });
  const files = drawer.getByRole("list", { name: "Files to add" });
  await expect(files).toContainText("It cannot read files of this type");
  await expect(drawer.getByRole("button", { name: "Put live" })).toBeDisabled();
  await files.getByRole("button", { name: "Remove prices.xlsx" }).click();
  await drawer.getByRole("button", { name: "Put live" }).click();
  await expect(drawer).toBeHidden();
  await expect(source(page, "Opening hours.md")).toContainText("Ready: 1 passage", READ);

  await page.getByRole("button", { name: "Actions for Opening hours.md" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  const question = page.getByRole("dialog", { name: "Remove “Opening hours.md”?" });
  await question.getByRole("button", { name: "Save as draft" }).click();
  await expect(source(page, "Opening hours.md")).toContainText("Not in the draft");
  await expect(question).toBeHidden();

  await page.getByRole("link", { name: "Try it" }).click();
  await expect(page.getByRole("combobox", { name: "Assistant and version" })).toHaveValue("Reader, live");
});

test("a model's key is never shown again, and whether it answers is tried out", async ({
  ownerPage: page,
  workspace: { workspaceId },
  outsideAddress,
}) => {
  await page.goto(`/${workspaceId}/assistants/new`);
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Language model/ })
    .click();
  await page.getByRole("button", { name: "Create assistant" }).click();
  await expect(page.getByText("Give the assistant a name")).toBeVisible();
  await expect(page.getByText("Enter the key")).toBeVisible();
  await page.getByLabel(/^Name/).fill("Writer");
  await page.getByRole("main").getByLabel(/^Key/).fill("sk-of-the-simulator-9876");
  await page.getByLabel(/^Model/).fill("grounded");
  await page.getByLabel("Base address").fill(`${outsideAddress}/openai/v1`);
  await page.getByRole("button", { name: "Create assistant" }).click();
  await expect(page.getByRole("heading", { name: "Writer", level: 1 })).toBeVisible();
  await expect(page.getByRole("main").getByLabel(/^Key/)).toHaveValue("•••9876");

  const result = page.getByRole("status", { name: "Result of the trial" });
  await page.getByRole("button", { name: "Try it out" }).click();
  await expect(result).toContainText("It answered within");
  await page.getByLabel(/^Model/).fill("no-such-model");
  await page.getByRole("button", { name: "Put live" }).click();
  // The button is also disabled during the save.
  await expect(page.getByText("It is live", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Put live" })).toBeDisabled();
  await page.getByRole("button", { name: "Try it out" }).click();
  await expect(result).toContainText("no-such-model");
  await expect(page.getByRole("main").getByLabel(/^Key/)).toHaveValue("•••9876");
});

test("an endpoint of one's own goes onto a channel by name, and is deleted with a word on who it leaves behind", async ({
  ownerPage: page,
  workspace: { workspaceId },
  core,
  outsideAddress,
}) => {
  const { createIntegration: channel } = made.parse(
    await core(`mutation ($input: IntegrationCreateInput!) { createIntegration(input: $input) { id } }`, {
      name: "Help line",
      type: "CUSTOM",
      integrationProperties: {
        endpoint: `${outsideAddress}/help-line`,
        validateToken: `validate-${randomUUID()}`,
        accessToken: `access-${randomUUID()}`,
        externalId: "help-line",
      },
    }),
  );
  await page.goto(`/${workspaceId}/assistants/new/custom`);
  await page.getByLabel(/^Name/).fill("Our bot");
  await page.getByLabel("Endpoint").fill(`${outsideAddress}/answers`);
  await page.getByRole("button", { name: "Add header" }).click();
  await page.getByLabel("Name of header 1").fill("authorization");
  await page.getByLabel("Value of header 1").fill("Bearer secret-of-ours");
  await page.getByRole("button", { name: "Create assistant" }).click();
  await expect(page.getByRole("heading", { name: "Our bot", level: 1 })).toBeVisible();
  await expect(page.getByLabel("Value of header 1")).toHaveValue("•••");
  const address = page.url();

  await page.goto(`/${workspaceId}/channels/${channel.id}`);
  await page.getByRole("combobox", { name: "New conversations go to" }).click();
  await page.getByRole("option", { name: "Always the same AI assistant" }).click();
  await page.getByRole("combobox", { name: "AI assistant" }).click();
  await page.getByRole("option", { name: "Our bot" }).click();
  await page.getByRole("button", { name: "Save routing" }).click();
  await expect(page.getByText("Routing is saved")).toBeVisible();

  await page.goto(address);
  await expect(page.getByRole("main").getByRole("link", { name: "Help line" })).toBeVisible();
  await page.getByRole("button", { name: "Delete assistant" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Our bot?" });
  await expect(dialog).toContainText("Every open conversation that it holds is handed to an agent");
  await expect(dialog).toContainText("“Help line”");
  await dialog.getByLabel("Type “Our bot” to confirm").fill("Our bot");
  await dialog.getByRole("button", { name: "Delete assistant" }).click();
  await expect(page.getByRole("heading", { name: "Assistants", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Our bot" })).toHaveCount(0);
});
