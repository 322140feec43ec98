import { ApiError, gqlRequest } from "../graphql/gql-request.ts";
import { networkWords } from "../graphql/network-words.ts";
import { graphql } from "../graphql/graphql.ts";

/** The person that this browser notifies, and the service's public key in base64url. */
export type PushPlace = { workspaceId: number; userId: string; pushKey: string };

/**
 * Whether this browser notifies its person while the portal is closed. `impossible`: not supported. `blocked`: forbidden until
 * the person allows it in the site's settings.
 */
export type PushState = "impossible" | "blocked" | "off" | "on";

const WORKER = "/push-worker.js";

export async function pushState(place: PushPlace): Promise<PushState> {
  if (!isPossible()) return "impossible";
  if (Notification.permission === "denied") return "blocked";
  return isChosen(place) && Notification.permission === "granted" && (await current()) ? "on" : "off";
}

/** Asks for permission and turns on push notices. Call it on a click: browsers ask at no other time. */
export async function startPush(place: PushPlace): Promise<PushState> {
  if (!isPossible()) return "impossible";
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "blocked" : "off";
  await save(place);
  localStorage.setItem(choiceOf(place), "1");
  return "on";
}

/** Turns off push notices for this workspace. Other workspaces where the person turned them on keep them. */
export async function stopPush(place: PushPlace): Promise<PushState> {
  const subscription = await current();
  if (subscription) {
    const { endpoint } = subscription;
    await deletePushSubscription({ workspaceId: place.workspaceId, endpoint }).catch((error: unknown) => {
      // Its push service, or another sign-in here, has already ended it.
      if (!(error instanceof ApiError && error.code === "NOT_FOUND")) throw error;
    });
  }
  // Only now: if the service could not be reached, push notices stay on and this browser must say so.
  localStorage.removeItem(choiceOf(place));
  const isChosenElsewhere = Object.keys(localStorage).some((name) => name.startsWith(CHOICE));
  if (!isChosenElsewhere) await subscription?.unsubscribe();
  return "off";
}

/**
 * Renews push notices under the current sign-in, endpoint and time zone, if the person turned them on. A sign-out ends them, and
 * push services change endpoints.
 */
export async function renewPush(place: PushPlace): Promise<void> {
  if (isPossible() && Notification.permission === "granted" && isChosen(place)) await save(place);
}

/** iPhones support push only from the home screen. Pages without HTTPS never support it. */
function isPossible(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Stored per person: the next person to sign in here has not turned it on. */
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
  // An old subscription with another key: the service can no longer use it.
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

/** Turns on or renews push notices for this browser. */
async function savePushSubscription(input: Saved): Promise<void> {
  await gqlRequest(SAVE, input);
}

async function deletePushSubscription(input: Pick<Saved, "workspaceId" | "endpoint">): Promise<void> {
  await gqlRequest(DELETE, input);
}
