import type { Page } from "@playwright/test";
import { COSTS, expect, test } from "../taught.ts";

/** The assistant waits two seconds for the rest of the question, and then for a worker. */
const ANSWERED = { timeout: 20_000 };

async function say(page: Page, line: string): Promise<void> {
  await page.getByRole("textbox", { name: "Write as the contact" }).fill(line);
  await page.keyboard.press("Enter");
}

test.describe.configure({ timeout: 120_000 });

test(
  "an assistant is tried: what it found, why it handed over, and nothing of it in the inbox",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace: { workspaceId }, taught }) => {
    await page.goto(`/${workspaceId}/playground`);
    await page.getByRole("button", { name: "Start a conversation" }).click();
    const log = page.getByRole("log", { name: `Messages with ${taught.name}` });
    await expect(log).toContainText("Write the first message below");

    await say(page, "What does delivery cost?");
    await expect(log).toContainText("4.90", ANSWERED);
    await expect(log).toContainText("Delivery");
    const outcome = page.getByRole("region", { name: "Outcome" });
    await expect(outcome).toContainText("Answered");
    const best = page.getByRole("region", { name: "Passages" }).getByRole("listitem").first();
    await expect(best).toContainText("Delivery");
    await expect(best).toContainText("Used");
    await expect(best.getByRole("meter", { name: "Score" })).toBeVisible();
    await expect(best).toContainText(/\d+ %/);

    await say(page, "Which elephants live in Botswana?");
    await expect(log).toContainText("Handed over to the team, because", ANSWERED);
    await expect(page.getByText("Handed over: an agent would answer from here")).toBeVisible();
    await expect(outcome).toContainText("Handed over");
    await expect(outcome).toContainText("Because");
    await expect(outcome).toContainText("Nothing in its sources fits");

    // Clicking an earlier answer shows its details, and the URL keeps the choice.
    await log.getByRole("button", { name: /4\.90/ }).click();
    await expect(outcome).toContainText("Answered");
    await page.reload();
    await expect(outcome).toContainText("Answered");

    await page.getByRole("button", { name: "Earlier conversations" }).click();
    await expect(page.getByRole("menuitem", { name: /What does delivery cost/ }).first()).toBeVisible();
    await page.goto(`/${workspaceId}/inbox?view=all`);
    await expect(page.getByRole("heading", { name: /^(Connect a channel|No open conversations)$/ })).toBeVisible();
    await expect(page.getByRole("option")).toHaveCount(0);
  },
);

test("the same lines are said again to a draft beside it, and what follows to both", async ({
  ownerPage: page,
  workspace: { workspaceId },
  taught,
  bot,
}) => {
  await taught.draft({ Delivery: COSTS("5.90") });
  await page.goto(`/${workspaceId}/playground`);
  await page.getByRole("button", { name: "Start a conversation" }).click();
  const logs = page.getByRole("log");
  await say(page, "What does delivery cost?");
  await expect(logs).toContainText("4.90", ANSWERED);

  await page.getByRole("button", { name: "Replay" }).click();
  await page.getByRole("menuitem", { name: `${taught.name}, draft` }).click();
  await expect(logs).toHaveCount(2);
  await expect(logs.last()).toContainText("5.90", ANSWERED);
  await expect(logs.first()).toContainText("4.90");
  await expect(page.getByText("Sending the messages again…")).toBeHidden(ANSWERED);

  await say(page, "How long does delivery take?");
  for (const log of [logs.first(), logs.last()]) await expect(log).toContainText("2 to 4 working days", ANSWERED);
  await page.getByRole("radiogroup", { name: "Which assistant" }).getByText(/draft/).click();
  await expect(page.getByRole("region", { name: "Passages" })).toContainText("2 to 4 working days");
  await logs.last().getByRole("button", { name: /5\.90/ }).click();
  await expect(page.getByRole("region", { name: "Passages" }).getByRole("listitem").first()).toContainText("5.90");

  await page.getByRole("button", { name: "One only" }).click();
  await expect(logs).toHaveCount(1);
  await page.getByRole("button", { name: "Side by side" }).click();
  await page.getByRole("menuitem", { name: `${taught.name}, draft` }).click();
  await expect(logs).toHaveCount(2);
  await expect(logs.first()).toContainText("Write the first message below");
  await say(page, "What does delivery cost?");
  await expect(logs.first()).toContainText("4.90", ANSWERED);
  await expect(logs.last()).toContainText("5.90", ANSWERED);

  // The evals' tests use the same assistant.
  await bot(`mutation ($input: AIDraftDiscardInput!) { discardAiDraft(input: $input) { id } }`, { aiId: taught.aiId });
});

test("one that may ask back does so where it is not sure, and answers out of the section that is chosen", async ({
  ownerPage: page,
  workspace: { workspaceId },
  taught: _,
  bot,
}) => {
  // A separate assistant: the shared one may have a gate by now.
  const { createAi } = await bot(`mutation ($input: AICreateInput!) { createAi(input: $input) { id } }`, {
    name: "Asker",
    type: "builtIn",
    integrationProperties: {
      sources: [{ kind: "text", title: "Delivery", text: COSTS("4.90") }],
      handover: { enabled: true },
      clarify: { enabled: true },
    },
  });
  await page.goto(`/${workspaceId}/assistants/${(createAi as { id: string }).id}`);
  await expect(page.getByText(/^Ready: 2 passages/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole("link", { name: "Try it" }).click();
  await page.getByRole("button", { name: "Start a conversation" }).click();
  const log = page.getByRole("log", { name: "Messages with Asker" });
  await say(page, "My delivery got wet");
  await expect(log).toContainText("0. None of these", ANSWERED);
  const outcome = page.getByRole("region", { name: "Outcome" });
  await expect(outcome).toContainText("Asked back");
  await expect(page.getByRole("region", { name: "Passages" })).not.toContainText("Used");

  await say(page, "how long does delivery take");
  await expect(log).toContainText("2 to 4 working days", ANSWERED);
  await expect(log).toContainText("Reply 0");
  await expect(outcome).toContainText("Answered");
  await say(page, "0");
  await expect(log).toContainText("Handed over to the team, because nothing that it offered was meant", ANSWERED);
});
