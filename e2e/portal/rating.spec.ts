import { goToInbox, inbox } from "../inbox.ts";
import { expect, test } from "../outside.ts";

test(
  "a rating is switched on in the channel's settings, asked for when a conversation ends, and shown with its comment",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace: { workspaceId }, outside, core }) => {
    await page.setViewportSize({ width: 1_500, height: 900 });
    await page.goto(`/${workspaceId}/channels/${outside.integrationId}`);
    await page.getByText("Ask for a rating", { exact: true }).click();
    await page.getByLabel("Question", { exact: true }).fill("How was our help?");
    await page.getByLabel("Thanks", { exact: true }).fill("Thank you for telling us!");
    await page.getByRole("button", { name: "Save rating" }).click();
    await expect(page.getByText("The rating is saved")).toBeVisible();

    const ida = outside.newCustomer("Ida");
    const { conversationId } = await outside.write(ida, "Where is my parcel?");
    await core("mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }", {
      convId: conversationId,
      integrationId: outside.integrationId,
    });
    const shown = (text: string) =>
      expect.poll(() => outside.simulator.messages().filter(({ content }) => content.includes(text)).length).toBe(1);
    await shown("How was our help?");
    expect((await outside.write(ida, "4")).conversationId).toBe(conversationId);
    await shown("Thank you for telling us!");
    expect((await outside.write(ida, "Fast and friendly")).conversationId).toBe(conversationId);

    await goToInbox(page, workspaceId);
    const { row, open, log } = inbox(page);
    await page.getByRole("searchbox", { name: "Search conversations" }).fill("is:ended rated:<1d");
    await expect(row(ida)).toHaveAccessibleName(/rated 4 of 5/);
    await open(ida);
    await expect(log(ida)).toContainText("How was our help?");
    await expect(log(ida)).toContainText("Thank you for telling us!");
    const details = page.getByRole("complementary", { name: "Details" });
    const block = details.getByRole("button", { name: "Conversation", exact: true });
    if ((await block.getAttribute("aria-expanded")) === "false") await block.click();
    await expect(details.getByText("4 of 5")).toBeVisible();
    await expect(details.getByText("Fast and friendly")).toBeVisible();

    await page.goto(`/${workspaceId}/reports`);
    const ratings = page.getByRole("table").filter({ has: page.getByRole("columnheader", { name: "Asked" }) });
    await expect(ratings.getByRole("row").filter({ hasText: "Order app" })).toContainText("4 × 1");
    await core("mutation ($input: IntegrationPatchInput!) { patchIntegration(input: $input) { id } }", {
      id: outside.integrationId,
      properties: { rating: null },
    });
  },
);
