// Shows what the service tells this browser while the portal is closed (server/notices/send-push.ts), and opens what it was about.
// It keeps nothing and answers no request of a page.

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

/** `url` is the thread's path; one notice per thread, and the later takes the earlier one's place without a sound. */
async function show({ title, body, tag, url }) {
  if ((await isPortalBeforeEyes(url)) && !(await mustShow())) return;
  await self.registration.showNotification(title, { body, tag, data: { url } });
}

/** Where somebody looks at the portal it tells them itself. */
async function isPortalBeforeEyes(url) {
  return (await portalsOf(url)).some(({ focused }) => focused);
}

/** Safari takes the permission back from whoever shows nothing. */
async function mustShow() {
  const subscription = await self.registration.pushManager.getSubscription();
  return subscription !== null && new URL(subscription.endpoint).host.endsWith("push.apple.com");
}

async function open(url) {
  const portals = await portalsOf(url);
  const portal = portals.find((each) => new URL(each.url).pathname === url) ?? portals[0];
  if (!portal) return self.clients.openWindow(url);
  await portal.focus();
  // The page goes there itself (components/notices/use-push-clicks.ts): what is written in it stays. Also where it seems to be there
  // already: some browsers know only the address that a window was opened at.
  portal.postMessage({ kind: "openThread", url });
}

/** Open windows of the same workspace's portal. */
async function portalsOf(url) {
  const workspace = `/${url.split("/")[1]}/`;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.filter((window) => new URL(window.url).pathname.startsWith(workspace));
}
