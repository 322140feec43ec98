import { z } from "zod";
import { createAssistant } from "../assistant.ts";
import { goToInbox, inbox, reloadInbox } from "../inbox.ts";
import { expect, test } from "../fixtures.ts";
import { fullName } from "../outside.ts";
import { setPreferences } from "../sign-in.ts";

// Writing aids: an assistant's suggestion, a template that is kept while it is filled, a pinned note, a template to many.

const sources = z.object({ aiSources: z.object({ nodes: z.array(z.object({ state: z.string() })) }) });

test(
  "an assistant suggests an answer with its sources: Tab takes it, Esc and typing drop it, and nothing sends it",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace, outside, bot }) => {
    const aiId = await createAssistant(bot);
    await expect
      .poll(
        async () =>
          sources
            .parse(
              await bot(`query ($input: AISourcesInput!) { aiSources(input: $input) { nodes { state } } }`, { aiId }),
            )
            .aiSources.nodes.map(({ state }) => state),
        { timeout: 60_000 },
      )
      .toEqual(["ready"]);
    const customer = outside.newCustomer("Copilot");
    await outside.write(customer, "Can I return a tent?");
    await setPreferences(page, { copilot: false });
    await goToInbox(page, workspace.workspaceId);
    const { open, reply, log } = inbox(page);
    await open(customer);
    const field = page.getByRole("region", { name: "Composer" }).getByRole("textbox");
    await reply(customer).click();
    await page.keyboard.press("ControlOrMeta+j");
    const strip = page.getByRole("region", { name: "Copilot" });
    await expect(strip.getByText("Returns", { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(field).toHaveAttribute("placeholder", /within 30 days/);
    await expect(field).toHaveValue("");

    await page.keyboard.press("Escape");
    await expect(field).toHaveAttribute("placeholder", /Reply to/);
    await strip.getByRole("button", { name: "Suggest an answer" }).click();
    await expect(field).toHaveAttribute("placeholder", /within 30 days/, { timeout: 30_000 });
    await field.pressSequentially("x");
    await expect(strip.getByRole("button", { name: /^Insert/ })).toBeHidden();
    await field.fill("");
    await strip.getByRole("button", { name: "Another suggestion" }).click();
    await expect(field).toHaveAttribute("placeholder", /within 30 days/, { timeout: 30_000 });
    // Esc closes the strip's offer, whatever has the focus or shows a tooltip. It does not leave the conversation.
    await field.hover();
    await strip.getByRole("button", { name: "Another suggestion" }).hover();
    await expect(page.getByRole("tooltip", { name: "Another suggestion" })).toBeVisible();
    await strip.getByRole("button", { name: "Another suggestion" }).focus();
    await page.keyboard.press("Escape");
    await expect(field).toHaveAttribute("placeholder", /Reply to/);
    await expect(log(customer)).toBeVisible();
    await strip.getByRole("button", { name: "Suggest an answer" }).click();
    await expect(field).toHaveAttribute("placeholder", /within 30 days/, { timeout: 30_000 });
    await field.press("Tab");
    await expect(field).toHaveValue(/within 30 days/);
    await expect(field).toBeFocused();
    await expect(log(customer)).not.toContainText("within 30 days");

    // No model is connected. The rewrite menu says so, and where to connect one.
    await strip.getByRole("button", { name: "Rewrite or translate" }).click();
    await expect(page.getByText("No model is connected that can rewrite or translate.")).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Assistants’ settings" })).toBeVisible();
    await page.keyboard.press("Escape");
    // The strip's state is remembered.
    await page.getByRole("button", { name: "Copilot", exact: true }).click();
    await expect(strip).toBeHidden();
    const kept = page.waitForResponse((response) =>
      /SetPreferences.*"copilot":true/.test(response.request().postData() ?? ""),
    );
    await page.getByRole("button", { name: "Copilot", exact: true }).click();
    await expect(strip).toBeVisible();
    await kept;
    await page.reload();
    await expect(strip).toBeVisible({ timeout: 20_000 });
  },
);

test("a template that is being filled in is part of the draft, and survives a reload", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customer = outside.newCustomer("Template");
  await outside.write(customer, "Hello");
  await goToInbox(page, workspace.workspaceId);
  const { open } = inbox(page);
  await open(customer);
  const openTemplate = async () => {
    await page.getByRole("button", { name: "More ways to send" }).click();
    await page.getByRole("menuitem", { name: /template/i }).click();
  };
  await openTemplate();
  const dialog = page.getByRole("dialog");
  const saved = page.waitForResponse((response) => (response.request().postData() ?? "").includes("parcel_sent"));
  await dialog.getByRole("textbox", { name: "Name", exact: false }).first().fill("parcel_sent");
  await saved;
  await reloadInbox(page);
  await openTemplate();
  await expect(dialog.getByRole("textbox").first()).toHaveValue("parcel_sent", { timeout: 20_000 });
});

test("a pinned note stands in the other conversations of its contact too, and a pin is taken away anywhere", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  // Wide enough to show the details next to the thread.
  await page.setViewportSize({ width: 1440, height: 900 });
  const customer = outside.newCustomer("Pinned");
  await outside.write(customer, "Hello");
  await goToInbox(page, workspace.workspaceId);
  const { open, note, thread } = inbox(page);
  await open(customer);
  await page.keyboard.press("n");
  await note.fill("Call before noon");
  await note.press("Enter");
  const pin = page.getByRole("button", { name: "Pin to the contact" });
  await pin.click({ timeout: 20_000 });
  const pinned = page.getByRole("list", { name: "Pinned to this contact" });
  await expect(pinned).toContainText("Call before noon");

  await thread.getByRole("button", { name: "End", exact: true }).click();
  await outside.write(customer, "Hello again");
  await open(customer);
  await expect(pinned).toContainText("Call before noon", { timeout: 20_000 });
  await pinned.getByRole("button", { name: "Unpin" }).click();
  await expect(pinned).toBeHidden();
});

test("a template goes to exactly the chosen conversations' contacts, by way of the pre-flight", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const chosen = [outside.newCustomer("Chosen"), outside.newCustomer("Chosen")];
  const other = outside.newCustomer("Other");
  for (const customer of [...chosen, other]) await outside.write(customer, "Hello");
  await goToInbox(page, workspace.workspaceId);
  const { row } = inbox(page);
  for (const customer of chosen) await row(customer).click({ modifiers: ["Shift"] });
  await page.getByRole("toolbar", { name: "Selected conversations" }).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Send a template…" }).click();
  await expect(page.getByText("Only 2 chosen contacts")).toBeVisible({ timeout: 20_000 });
  await page.getByRole("textbox", { name: "Name" }).first().fill("Parcels");
  const template = page.getByRole("textbox", { name: "Template" });
  await template.fill("parcel_sent");
  for (const customer of chosen)
    await expect(page.getByText(fullName(customer)).first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(fullName(other))).toHaveCount(0);
});
