import { goToInbox, inbox } from "../inbox.ts";
import { expect, test } from "../fixtures.ts";
import { asCustomer, openChat, own, someone, visitorPage, write } from "../site.ts";

test(
  "a contact in the web chat is asked for a rating when their conversation ends, answers, and agents see it everywhere",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace: { workspaceId }, site, browser, core }) => {
    test.slow();
    await page.setViewportSize({ width: 1_500, height: 900 });
    await page.goto(`/${workspaceId}/channels/${site.integrationId}`);
    await page.getByRole("switch", { name: "Ask for a rating" }).check();
    await page.getByLabel("Question", { exact: true }).fill("How was our help?");
    await page.getByLabel("Thanks", { exact: true }).fill("Thank you for telling us!");
    await page.getByRole("button", { name: "Save rating" }).click();
    await expect(page.getByText("The rating is saved")).toBeVisible();

    const visitor = someone("Ida");
    const ida = asCustomer(visitor);
    const { context, page: shop } = await visitorPage(browser);
    const chat = await openChat(shop, site.url(visitor));
    await write(chat, "Where is my parcel?");
    await expect(own(chat, "Where is my parcel?")).toContainText("Sent");

    await goToInbox(page, workspaceId);
    const { row, open, log, reply } = inbox(page);
    await open(ida);
    await reply(ida).fill("It arrives today.");
    await reply(ida).press("Enter");
    await expect(chat.getByRole("log")).toContainText("It arrives today.");
    await page.getByRole("button", { name: "End", exact: true }).click();

    const question = chat.getByRole("group", { name: "How was our help?" });
    await question.getByRole("button", { name: "4 ★★★★", exact: true }).click();
    await expect(question.getByRole("button", { name: "4 ★★★★", exact: true })).toHaveAttribute("aria-pressed", "true");
    await expect(chat.getByRole("log")).toContainText("Thank you for telling us!");
    await write(chat, "Fast and friendly");
    await expect(own(chat, "Fast and friendly")).toContainText("Sent");

    await page.getByRole("searchbox", { name: "Search conversations" }).fill("is:ended rating:4");
    await expect(row(ida)).toHaveAccessibleName(/rated 4 of 5/);
    await open(ida);
    for (const text of ["How was our help?", "Thank you for telling us!", "Fast and friendly"])
      await expect(log(ida)).toContainText(text);
    const details = page.getByRole("complementary", { name: "Details" });
    const block = details.getByRole("button", { name: "Conversation", exact: true });
    if ((await block.getAttribute("aria-expanded")) === "false") await block.click();
    await expect(details.getByText("4 of 5")).toBeVisible();
    await expect(details.getByText("Fast and friendly")).toBeVisible();
    await page.getByRole("searchbox", { name: "Search conversations" }).fill("is:ended rating:1,5");
    await expect(row(ida)).toHaveCount(0);

    // The report's figures link to their conversations.
    await page.goto(`/${workspaceId}/reports`);
    const ratings = page.getByRole("table").filter({ has: page.getByRole("columnheader", { name: "Asked" }) });
    await ratings.getByRole("row").filter({ hasText: "Web shop" }).getByRole("link", { name: "4 × 1" }).click();
    await expect(page.getByText("Rating is 4", { exact: true })).toBeVisible();
    await expect(row(ida)).toBeVisible();

    await context.close();
    await core("mutation ($input: IntegrationPatchInput!) { patchIntegration(input: $input) { id } }", {
      id: site.integrationId,
      properties: { rating: null },
    });
  },
);
