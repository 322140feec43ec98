import type { Page } from "@playwright/test";
import { COSTS, expect, test } from "../taught.ts";

const QUESTION = "What does delivery cost?";
/** A worker runs the evals. Then the page gets an event. */
const RUN = { timeout: 30_000 };

async function runEvals(page: Page, outcome: string): Promise<void> {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText(outcome)).toBeVisible(RUN);
}

test("a line of the playground becomes a golden question, and a draft that breaks it does not get through the gate", async ({
  ownerPage: page,
  workspace: { workspaceId },
  taught,
}) => {
  test.setTimeout(120_000);
  await page.goto(`/${workspaceId}/assistants/${taught.aiId}/evals`);
  await expect(page.getByRole("heading", { name: "No golden questions yet" })).toBeVisible();

  await page.goto(`/${workspaceId}/playground`);
  await page.getByRole("button", { name: "Start a conversation" }).click();
  await page.getByRole("textbox", { name: "Write as the contact" }).fill(QUESTION);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: `Make “${QUESTION}” a golden question` }).click();
  const drawer = page.getByRole("dialog", { name: "New golden question" });
  await expect(drawer.getByLabel("The contact writes")).toHaveValue(QUESTION);
  await drawer.getByRole("button", { name: "Keep it" }).click();
  await expect(drawer.getByRole("alert")).toContainText("Say at least one thing that a good answer does");
  await drawer.getByRole("combobox", { name: "The answer contains" }).fill("4.90");
  await page.keyboard.press("Enter");
  await drawer.getByRole("button", { name: "Keep it" }).click();
  await expect(drawer).toBeHidden();

  await page.goto(`/${workspaceId}/assistants/${taught.aiId}/evals`);
  const questions = page.getByRole("table", { name: "Golden questions" });
  await expect(questions.getByRole("row", { name: QUESTION })).toContainText("contains “4.90”");
  await runEvals(page, "1 of 1 questions passed");
  await page.getByLabel("Percentage that must pass").fill("100");
  await page.getByRole("button", { name: "Set the gate" }).click();
  await expect(page.getByText("A new version now needs 100 %")).toBeVisible();

  await taught.draft({ Delivery: COSTS("5.90") });
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Version" })).toHaveValue(/^Draft/);
  await runEvals(page, "0 of 1 questions passed");
  await expect(page.getByText(/had 100 %: 1 broken/)).toBeVisible();
  await page.getByRole("button", { name: /Failed .*Broken/ }).click();
  await expect(page.getByRole("region", { name: "Answer" })).toContainText("5.90");
  await expect(page.getByRole("region", { name: "Expected" })).toContainText("contains “4.90”");
  await expect(page.getByRole("img", { name: "Does not hold" })).toBeVisible();
  await page.getByRole("button", { name: "Publish this draft" }).click();
  const publish = page.getByRole("dialog", { name: /^Publish draft/ });
  await publish.getByRole("button", { name: "Publish" }).click();
  await expect(publish.getByRole("alert")).toContainText(
    "it passes 0 of 1 golden questions (0 %), and its gate is 100 %",
  );
  await page.keyboard.press("Escape");

  await taught.draft({ Delivery: COSTS("4.90"), Returns: "A tent can be returned within 30 days." });
  await page.reload();
  await runEvals(page, "1 of 1 questions passed");
  await page.getByRole("button", { name: "Publish this draft" }).click();
  await publish.getByRole("button", { name: "Publish" }).click();
  await expect(publish).toBeHidden();
  await expect(page.getByRole("combobox", { name: "Version" })).toHaveValue(/^Live/);
  await expect(page.getByRole("heading", { name: "Runs" })).toBeVisible();
});

test("a golden question is changed and deleted", async ({
  ownerPage: page,
  workspace: { workspaceId },
  taught,
  bot,
}) => {
  await bot(`mutation ($input: EvalQuestionAddInput!) { addEvalQuestion(input: $input) { id } }`, {
    aiId: taught.aiId,
    question: "Are you open on Sundays?",
    expects: { refuses: true },
  });
  await page.goto(`/${workspaceId}/assistants/${taught.aiId}/evals`);
  const row = page.getByRole("row", { name: /^Are you open on Sundays/ });
  await expect(row).toContainText("says that it does not know");
  await row.getByRole("button", { name: "Are you open on Sundays?", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Golden question" });
  await drawer.getByRole("button", { name: "Add a line" }).click();
  await drawer.getByRole("textbox", { name: "Line 1", exact: true }).fill("Hello");
  await drawer.getByRole("combobox", { name: "The answer contains" }).pressSequentially("Sorry, no");
  await page.keyboard.press("Enter");
  await drawer.getByRole("button", { name: "More to expect" }).click();
  await drawer.getByRole("radiogroup", { name: "It hands over to a person" }).getByText("Yes").click();
  await drawer.getByRole("button", { name: "Save" }).click();
  await expect(drawer).toBeHidden();
  await expect(row).toContainText("hands over to a person");
  await expect(row).toContainText("contains “Sorry, no”");
  await expect(row).toContainText("after 1 line");

  await row.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("button", { name: "Delete question" }).click();
  await expect(row).toHaveCount(0);
});
