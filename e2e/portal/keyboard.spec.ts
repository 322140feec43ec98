import { goToInbox, inbox } from "../inbox.ts";
import { expect, test } from "../fixtures.ts";

test(
  "a conversation is found, answered and ended without a mouse",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace, outside }) => {
    const [older, newer] = [outside.newCustomer("Older"), outside.newCustomer("Newer")];
    await outside.write(older, "I came first");
    await outside.write(newer, "I came second");
    await goToInbox(page, workspace.workspaceId);
    const { row, log, reply, tick } = inbox(page);
    await expect(row(newer)).toBeVisible();

    // J goes down the list, which starts with the newest. K goes up.
    await page.keyboard.press("j");
    await expect(log(newer)).toContainText("I came second");
    await page.keyboard.press("j");
    await expect(log(older)).toContainText("I came first");
    await page.keyboard.press("k");
    await expect(log(newer)).toContainText("I came second");
    await page.keyboard.press("j");
    await expect(log(older)).toContainText("I came first");

    await page.keyboard.press("r");
    await expect(reply(older)).toBeFocused();
    // Letters are now text, not commands.
    await page.keyboard.type("je suis là");
    await page.keyboard.press("Enter");
    await expect(tick("je suis là")).toHaveAccessibleName("Sent. Show attempts");
    expect(
      outside.simulator.received.filter(({ body }) => body.receiptId === older.id).map(({ body }) => body.content),
    ).toEqual(["je suis là"]);

    await page.keyboard.press("Escape");
    await expect(reply(older)).not.toBeFocused();
    await page.keyboard.press("e");
    await expect(row(older)).toHaveCount(0);
    await expect(row(newer)).toBeVisible();

    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: /shortcuts/i })).toBeVisible();
  },
);
