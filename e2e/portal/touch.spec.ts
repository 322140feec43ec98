import { inbox } from "../inbox.ts";
import { expect, test } from "../fixtures.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("a finger that rests on a message opens what can be done with it, in buttons that do not overlap", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customer = outside.newCustomer("Finger");
  const { conversationId } = await outside.write(
    customer,
    "Where is my order? I have been waiting for it since Monday",
  );
  await page.goto(`/${workspace.workspaceId}/inbox/${conversationId}`);
  const bubble = inbox(page).log(customer).getByRole("article").filter({ hasText: "Where is my order" });
  await expect(bubble.locator("[lang=en]")).toContainText("Where is my order");
  const actions = bubble.getByRole("toolbar");
  const isSeen = () => actions.evaluate((element) => getComputedStyle(element).opacity === "1");
  expect(await isSeen()).toBe(false);

  const box = await bubble.boundingBox();
  if (!box) throw new Error("the message is not on the screen");
  const [x, y] = [box.x + 60, box.y + box.height / 2];
  const touch = await page.context().newCDPSession(page);
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await expect.poll(isSeen).toBe(true);
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  expect(await isSeen()).toBe(true);

  const boxes = await actions
    .getByRole("button")
    .evaluateAll((buttons) => buttons.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
  expect(boxes.length).toBeGreaterThan(1);
  for (const [index, each] of boxes.entries()) {
    expect(each.width).toBeGreaterThanOrEqual(44);
    expect(each.height).toBeGreaterThanOrEqual(44);
    for (const other of boxes.slice(index + 1)) {
      const isApart = other.left >= each.right || other.top >= each.bottom || other.right <= each.left;
      expect(isApart).toBe(true);
    }
  }
  await actions.getByRole("button", { name: "Reply to this message" }).tap();
  await expect(page.getByText(/^Replying to/)).toBeVisible();
  await inbox(page).reply(customer).tap();
  await expect.poll(isSeen).toBe(false);
});

test("files can be taken with the camera", async ({ ownerPage: page, workspace, outside }) => {
  const customer = outside.newCustomer("Camera");
  const { conversationId } = await outside.write(customer, "Can you show me the back of it?");
  await page.goto(`/${workspace.workspaceId}/inbox/${conversationId}`);
  await page.getByRole("button", { name: "Attach files" }).tap();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("menuitem", { name: "Take a picture" }).tap();
  const chosen = await chooser;
  await expect(page.locator("input[capture=environment]")).toHaveAttribute("accept", /image\/jpeg/);
  const picture = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  await chosen.setFiles({ name: "back.png", mimeType: "image/png", buffer: picture });
  await expect(page.getByRole("list", { name: "Files to send" })).toContainText("back.png");
});
