import { expect, test } from "../fixtures.ts";
import { signIn } from "../sign-in.ts";

// A new user's first three minutes: the demo inbox in one window, the customer's phone in the other.

test(
  "the phone writes, the demo inbox shows it, and the answer comes back to the phone with its receipts",
  { tag: "@journey" },
  async ({ page, context, product }) => {
    await signIn(page, product.demo);
    await expect(page.getByRole("option")).not.toHaveCount(0);

    const phone = await context.newPage();
    await phone.goto(product.simulatorAddress);
    await expect(phone.getByRole("link", { name: "Open the inbox" })).toHaveAttribute("href", product.address);
    await phone.getByRole("button", { name: "Maria Silva", exact: true }).click();
    const question = `Do you have it in blue? ${Date.now()}`;
    await phone.getByLabel("Message", { exact: true }).fill(question);
    await phone.getByRole("button", { name: "Send" }).click();
    await expect(phone.getByRole("log", { name: "Messages" })).toContainText("taken by the product");

    // Others wait longer. Among all open ones, the newest is first.
    await page.getByRole("link", { name: /^All open/ }).click();
    await page.getByRole("option", { name: /^Maria Silva,/ }).click();
    await expect(page.getByRole("log")).toContainText(question);
    await page.getByRole("textbox", { name: "Reply to Maria Silva" }).fill("Yes, and in green.");
    await page.keyboard.press("Enter");
    await expect(phone.getByRole("log", { name: "Messages" })).toContainText("Yes, and in green.");
    await expect(phone.getByText("reported as read")).toBeVisible();
    await expect(
      page
        .getByRole("article")
        .filter({ hasText: "Yes, and in green." })
        .getByRole("button", { name: "Read. Show attempts" }),
    ).toBeVisible();
    const events = phone.getByRole("list", { name: "Webhook events" });
    await expect(events).toContainText("INCOMING_MESSAGE");
    await expect(events).toContainText("OUTGOING_MESSAGE");
    await expect(events.getByText("signature invalid")).toHaveCount(0);
    await expect(events.getByText("signature valid").first()).toBeVisible();
  },
);
