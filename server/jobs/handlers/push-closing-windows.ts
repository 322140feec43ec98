import { pushClosingWindows } from "../../notices/push-closing-windows.ts";

/** Every minute: queues a push for those whose reply window is about to close. */
export async function pushWindows(): Promise<void> {
  await pushClosingWindows();
}
