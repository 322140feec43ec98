import { checkChannels } from "../../integrations/check-channels.ts";
import { log } from "../../log.ts";

/** Every ten minutes: asks the providers about the channels whose last answer is a day old. */
export async function checkAllChannels(): Promise<void> {
  const found = await checkChannels();
  if (found.checked > 0) log.info(found, "channels checked");
}
