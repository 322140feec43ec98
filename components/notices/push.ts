import { ApiError, gqlRequest } from "../graphql/gql-request.ts";
import { networkWords } from "../graphql/network-words.ts";
import { graphql } from "../graphql/graphql.ts";

/** Who is told on this browser, and by which service: its public key, in base64url. */
export type PushPlace = { workspaceId: number; userId: string; pushKey: string };

/**
 * Whether this browser tells its person while the portal is closed. `impossible`: it cannot; `blocked`: it may not, until its person
 * allows it in the site's settings.
 */
export type PushState = "impossible" | "blocked" | "off" | "on";

const WORKER = "/push-worker.js";

export async function pushState(place: PushPlace): Promise<PushState> {
  if (!isPossible()) return "impossible";
  if (Notification.permission === "denied") return "blocked";
  return isChosen(place) && Notification.permission === "granted" && (await current()) ? "on" : "off";
}

/** Asks for the permission, and has this browser told from now on. Call it on a click: browsers ask at no other time. */
export async function startPush(place: PushPlace): Promise<PushState> {
  if (!isPossible()) return "impossible";
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "blocked" : "off";
  await save(place);
  localStorage.setItem(choiceOf(place), "1");
  return "on";
}

/** Has this browser told nothing more of this workspace; of another that its person chose it still is. */
export async function stopPush(place: PushPlace): Promise<PushState> {
  const subscription = await current();
  if (subscription) {
    const { endpoint } = subscription;
    await deletePushSubscription({ workspaceId: place.workspaceId, endpoint }).catch((error: unknown) => {
      // Its push service, or another sign-in here, has ended it already.
      if (!(error instanceof ApiError && error.code === "NOT_FOUND")) throw error;
    });
  }
  // Only now: where the service could not be reached it goes on telling, and this browser says so.
  localStorage.removeItem(choiceOf(place));
  const isChosenElsewhere = Object.keys(localStorage).some((name) => name.startsWith(CHOICE));
  if (!isChosenElsewhere) await subscription?.unsubscribe();
  return "off";
}

/**
 * Says again that this browser is told, where its person chose it: under today's sign-in, address and time zone. A sign-out ended it,
 * and push services change addresses.
 */
export async function renewPush(place: PushPlace): Promise<void> {
  if (isPossible() && Notification.permission === "granted" && isChosen(place)) await save(place);
}

/** Phones of Apple's can it only from the home screen; a page that is not served securely never. */
function isPossible(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Kept per person: whoever signs in here after them has not chosen it. */
const CHOICE = "push ";
const choiceOf = ({ workspaceId, userId }: PushPlace) => `${CHOICE}${workspaceId} ${userId}`;
const isChosen = (place: PushPlace) => localStorage.getItem(choiceOf(place)) !== null;

async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function save({ workspaceId, pushKey }: PushPlace): Promise<void> {
  const subscription = await subscribe(pushKey);
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error(networkWords("noNoticeKeys"));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  await savePushSubscription({ workspaceId, endpoint, p256dh: keys.p256dh, auth: keys.auth, timeZone });
}

async function subscribe(pushKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const existing = await pushManager.getSubscription();
  if (existing && keyOf(existing) === pushKey) return existing;
  // Of a service that has other keys by now: it can reach nobody with it.
  await existing?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(pushKey) });
}

function keyOf({ options: { applicationServerKey: key } }: PushSubscription): string | null {
  return key ? base64url(new Uint8Array(key)) : null;
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

const SAVE = graphql(`
  mutation SavePushSubscription($input: PushSubscriptionSaveInput!) {
    savePushSubscription(input: $input) {
      seenAt
    }
  }
`);

const DELETE = graphql(`
  mutation DeletePushSubscription($input: PushSubscriptionDeleteInput!) {
    deletePushSubscription(input: $input) {
      seenAt
    }
  }
`);

type Saved = { workspaceId: number; endpoint: string; p256dh: string; auth: string; timeZone: string };

/** Tells this browser from now on while the portal is closed, or renews that. */
async function savePushSubscription(input: Saved): Promise<void> {
  await gqlRequest(SAVE, input);
}

async function deletePushSubscription(input: Pick<Saved, "workspaceId" | "endpoint">): Promise<void> {
  await gqlRequest(DELETE, input);
}
