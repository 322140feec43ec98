import type { Page } from "@playwright/test";
import { goToInbox, inbox } from "../inbox.ts";
import { expect, test } from "../fixtures.ts";

const NO_TARGETS = "mutation ($input: WorkspaceSettingsPatchInput!) { patchWorkspaceSettings(input: $input) { id } }";

async function setFirstAnswer(page: Page, workspaceId: number, minutes: string): Promise<void> {
  await page.goto(`/${workspaceId}/settings/targets`);
  await page.getByLabel("First answer within").fill(minutes);
  await page.getByRole("button", { name: "Save targets" }).click();
  await expect(page.getByText(/^Targets saved/)).toBeVisible();
}

test(
  "answer targets are set in the settings, and the inbox shows, sorts and filters by them",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace: { workspaceId }, outside, core }) => {
    await page.setViewportSize({ width: 1_500, height: 900 });
    const [free, due] = [outside.newCustomer("Free"), outside.newCustomer("Due")];
    const { conversationId } = await outside.write(free, "no hurry");
    await core("mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }", {
      convId: conversationId,
      integrationId: outside.integrationId,
    });
    await setFirstAnswer(page, workspaceId, "120");
    await page.reload();
    await expect(page.getByLabel("First answer within")).toHaveValue("120 minutes");
    const waiting = await outside.write(due, "how long does it take?");

    // The inbox opens with what needs a reply, in groups by the targets.
    await page.goto(`/${workspaceId}/inbox`);
    await expect(page.getByRole("listbox", { name: "Conversations, Needs reply" })).toContainText(/In time/);

    await goToInbox(page, workspaceId);
    const { row, open } = inbox(page);
    await expect(row(due)).toHaveAccessibleName(/answer due in (1 h 5\d|2 h)/);
    await open(due);
    const details = page.getByRole("complementary", { name: "Details" });
    // The user's expanded blocks are saved, so an earlier test may have changed them.
    const block = details.getByRole("button", { name: "Conversation", exact: true });
    if ((await block.getAttribute("aria-expanded")) === "false") await block.click();
    await expect(details.getByText("Answer due", { exact: true })).toBeVisible();

    const search = page.getByRole("searchbox", { name: "Search conversations" });
    await search.fill("sla:none is:ended");
    await expect(row(free)).toBeVisible();
    await expect(row(due)).toHaveCount(0);
    // Search by order number: other conversations are due earlier and push it off the screen.
    const orderNo = `DUE-${crypto.randomUUID().slice(0, 8)}`;
    await core("mutation ($input: ConvPatchInput!) { patchConv(input: $input) { id } }", {
      convId: waiting.conversationId,
      integrationId: outside.integrationId,
      orderNo,
    });
    await search.fill(`-sla:none order:${orderNo}`);
    await expect(row(due)).toBeVisible();
    await expect(page.getByRole("group", { name: "Filters" })).toContainText("Answer target");
    await page.getByRole("button", { name: "Sort" }).click();
    await page.getByRole("menuitem", { name: "Answer due first" }).click();
    await expect(page).toHaveURL(/sort=slaDue/);
    await expect(row(due)).toBeVisible();
    await core(NO_TARGETS, { sla: null });
  },
);

test("business hours are set day by day, and refused where they make no sense", async ({
  ownerPage: page,
  workspace: { workspaceId },
  core,
}) => {
  await page.goto(`/${workspaceId}/settings/targets`);
  const inHours = page.getByRole("switch", { name: /^Only in business hours/ });
  await inHours.click({ force: true });
  await expect(inHours).toBeChecked();
  await page.getByRole("button", { name: "Monday: add hours" }).click();
  await expect(page.getByLabel("Monday, from")).toHaveCount(2);
  await page.getByRole("button", { name: "Monday: remove 17:00 to 00:00" }).click();
  await page.getByRole("button", { name: "Saturday: add hours" }).click();
  await page.getByLabel("Saturday, to").fill("08:00");
  await page.getByRole("button", { name: "Save targets" }).click();
  await expect(page.getByText("Saturday: the end must be later than the start.")).toBeVisible();
  await expect(page.getByLabel("Saturday, to")).toBeFocused();
  await page.getByLabel("Saturday, to").fill("13:00");
  await page.getByRole("button", { name: "Save targets" }).click();
  await expect(page.getByText(/^Targets saved/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Saturday, to")).toHaveValue("13:00");
  await expect(page.getByText("Closed")).toHaveCount(1);
  await core(NO_TARGETS, { sla: null });
});

test("read receipts are a channel's setting, where it has them", async ({
  ownerPage: page,
  workspace: { workspaceId },
  outside,
}) => {
  await page.goto(`/${workspaceId}/channels/connect/webchat`);
  await page.getByLabel("Name").fill("Site chat");
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByRole("heading", { name: "Site chat", level: 1 })).toBeVisible();
  const receipts = page.getByRole("radiogroup", { name: "Read receipts" });
  await expect(receipts.getByLabel("When an agent opens them")).toBeChecked();
  await receipts.getByLabel("When they are answered").click();
  await expect(receipts.getByLabel("When they are answered")).toBeChecked();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(receipts.getByLabel("When they are answered")).toBeChecked();

  await page.goto(`/${workspaceId}/channels/${outside.integrationId}`);
  await expect(page.getByRole("heading", { name: "Rating", exact: false }).first()).toBeVisible();
  await expect(receipts).toHaveCount(0);
});

test("without a mail server the column for e-mail says so, and cannot be chosen", async ({
  ownerPage: page,
  workspace: { workspaceId },
}) => {
  await page.goto(`/${workspaceId}/settings/notices`);
  await expect(page.getByText(/E-mail is not set up on this service/)).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Somebody mentions me: E-mail" })).toBeDisabled();
});
