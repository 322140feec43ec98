type Raised = { title: string; body: string; tag: string; url: string; onOpen: () => void };

/**
 * Shows it on the person's desktop, where they have allowed it and the browser can. Where this browser has the worker that tells while
 * the portal is closed (public/push-worker.js) it is shown in the worker's name: what is pushed of the same thread takes its place
 * then, and nobody is told twice.
 */
export async function raise({ title, body, tag, url, onOpen }: Raised): Promise<void> {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const worker = "serviceWorker" in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
    if (worker?.active) return await worker.showNotification(title, { body, tag, data: { url } });
    const raised = new Notification(title, { body, tag });
    raised.onclick = () => {
      window.focus();
      onOpen();
      raised.close();
    };
  } catch {
    // Phones let only a service worker do it.
  }
}
