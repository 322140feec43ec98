"use client";

import { useLiveOwn } from "../shell/live.tsx";

/** Takes the device's notice of a thread away once the person has read it, on whichever device; while the portal is open here. */
export function useCloseRead(): void {
  useLiveOwn(({ what, convId }) => {
    if (what === "read" && convId) void closeNotices(convId);
  });
}

/** Notices of a thread have its id for a tag (server/notices/send-push.ts). */
async function closeNotices(convId: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notice of (await registration?.getNotifications({ tag: convId })) ?? []) notice.close();
}
