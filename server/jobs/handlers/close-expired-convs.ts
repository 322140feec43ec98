import { closeExpiredConvs } from "../../inbox/close-expired-convs.ts";

/** Each minute: ends conversations in which nothing has been said for convTTL hours. */
export async function closeExpired(): Promise<void> {
  await closeExpiredConvs();
}
