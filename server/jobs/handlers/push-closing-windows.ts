import { mailClosingWindows } from "../../notices/mail-closing-windows.ts";
import { pushClosingWindows } from "../../notices/push-closing-windows.ts";

/** Every minute: tells those, by browser or mail, whose reply window is about to close. */
export async function pushWindows(): Promise<void> {
  await pushClosingWindows();
  await mailClosingWindows();
}
