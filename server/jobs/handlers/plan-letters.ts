import { planNoticeLetters } from "../../notices/plan-notice-letters.ts";

/** Every minute: who has not seen their news gets a letter about all of it. */
export async function planLetters(): Promise<void> {
  await planNoticeLetters();
}
