import { releaseConvs } from "../../inbox/release-convs.ts";

/** When an agent has gone, and each minute: what they had open belongs to nobody. */
export async function release(): Promise<void> {
  await releaseConvs();
}
