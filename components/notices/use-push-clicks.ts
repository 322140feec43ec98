"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Goes to the thread whose notice was clicked, where this window was chosen for it (public/push-worker.js). */
export function usePushClicks(): void {
  const router = useRouter();
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    const listener = ({ data }: MessageEvent<{ kind?: string; url?: string } | null>) => {
      if (data?.kind === "openThread" && data.url && data.url !== window.location.pathname) router.push(data.url);
    };
    navigator.serviceWorker.addEventListener("message", listener);
    return () => navigator.serviceWorker.removeEventListener("message", listener);
  }, [router]);
}
