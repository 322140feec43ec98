import { chromiumPath } from "../chromium.ts";
import { goToInbox, inbox } from "../inbox.ts";
import { withWhatsapp } from "../providers.ts";
import { expect, test } from "../fixtures.ts";

// A voice message, from Chromium's simulated microphone to a file at the provider's stand-in.

test.use({
  permissions: ["microphone"],
  launchOptions: {
    executablePath: chromiumPath(),
    args: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
    ],
  },
});

test(
  "a voice message is recorded, heard before it is sent, and arrives as OGG with Opus",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace, product }) => {
    const { providers, account } = await withWhatsapp(page, workspace.workspaceId, product.simulatorAddress);
    const customer = await providers.addCustomer("Voice");
    await goToInbox(page, workspace.workspaceId);
    await providers.write(account.slug, customer, "text", "Can you tell me how to mount it?");
    const { open, reply, log } = inbox(page);
    await open(customer);

    // A recording can be discarded.
    const record = page.getByRole("button", { name: "Record a voice message" });
    const recorder = page.getByRole("group", { name: "Voice message" }).first();
    const time = recorder.getByRole("timer");
    await record.click();
    await expect(time).toBeVisible();
    await recorder.getByRole("button", { name: "Discard the recording" }).click();
    await expect(recorder).toBeHidden();
    await expect(reply(customer)).toBeFocused();

    await record.click();
    // The level comes from the microphone, on which Chromium plays beeps.
    await expect
      .poll(
        () =>
          recorder
            .getByRole("img", { name: "Loudness" })
            .locator("span")
            .evaluate((bar) => {
              return Number(getComputedStyle(bar).getPropertyValue("--level"));
            }),
        { intervals: [50], timeout: 20_000 },
      )
      .toBeGreaterThan(0.05);
    await recorder.getByRole("button", { name: "Pause" }).click();
    await expect(recorder.getByRole("status")).toHaveText("Paused");
    await recorder.getByRole("button", { name: "Go on recording" }).click();
    // Two seconds or more: on a slow machine a single second may never be displayed.
    await expect(time).toHaveText(/^0:(0[2-9]|[1-5]\d)$/, { timeout: 20_000 });
    await recorder.getByRole("button", { name: "Stop and listen" }).click();

    // It can be played: the browser knows its duration.
    const sound = recorder.locator("audio");
    await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(1.5);
    await recorder.getByRole("button", { name: "Play" }).click();
    await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0);
    await recorder.getByRole("button", { name: "Add to the message" }).click();
    await expect(page.getByRole("list", { name: "Files to send" })).toContainText(/voice-.*\.ogg/);
    await page.getByRole("button", { name: /^Send to / }).click();

    await expect
      .poll(async () => (await providers.sentTo(account.slug, customer)).map(({ type }) => type))
      .toEqual(["audio"]);
    const [sent] = await providers.sentTo(account.slug, customer);
    const answer = await fetch(sent?.content ?? "");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get("content-type")).toContain("audio/ogg");
    expect(bytes.subarray(0, 4).toString()).toBe("OggS");
    expect(bytes.subarray(28, 36).toString()).toBe("OpusHead");
    // One audio channel, as WhatsApp requires for a voice message.
    expect(bytes[37]).toBe(1);

    const played = log(customer).locator("audio");
    await expect.poll(() => played.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(1.5);
  },
);

test("without the right to the microphone it is said what to do", async ({ ownerPage: page, workspace, product }) => {
  const { providers, account } = await withWhatsapp(page, workspace.workspaceId, product.simulatorAddress);
  const customer = await providers.addCustomer("Mute");
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"));
  });
  await goToInbox(page, workspace.workspaceId);
  await providers.write(account.slug, customer, "text", "Hello?");
  await inbox(page).open(customer);
  await page.getByRole("button", { name: "Record a voice message" }).click();
  const recorder = page.getByRole("group", { name: "Voice message" });
  await expect(recorder.getByRole("alert")).toContainText("blocks the microphone");
  await page.keyboard.press("Escape");
});

test("a voice message whose conversation is left waits among the files of its draft", async ({
  ownerPage: page,
  workspace,
  product,
}) => {
  const { providers, account } = await withWhatsapp(page, workspace.workspaceId, product.simulatorAddress);
  const [first, second] = [await providers.addCustomer("Asker"), await providers.addCustomer("Caller")];
  await goToInbox(page, workspace.workspaceId);
  await providers.write(account.slug, first, "text", "How do I mount it?");
  await providers.write(account.slug, second, "text", "Are you there?");
  const { open, reply } = inbox(page);
  await open(first);
  const files = page.getByRole("list", { name: "Files to send" });
  await page.getByRole("button", { name: "Record a voice message" }).click();
  await expect(page.getByRole("timer")).toHaveText(/^0:(0[1-9]|[1-5]\d)$/, { timeout: 20_000 });

  await open(second);
  await expect(reply(second)).toBeVisible();
  await expect(files).toBeHidden();
  await open(first);
  await expect(files).toContainText(/voice-.*\.ogg/, { timeout: 20_000 });
  // The service has stored it too: it is still there after a reload.
  await expect(page.getByRole("button", { name: /^Send to / })).toBeEnabled();
  await page.reload();
  await expect(files).toContainText(/voice-.*\.ogg/, { timeout: 20_000 });
});
