import { refreshDueSources } from "../../assistants/knowledge/refresh-due-sources.ts";

/** Every five minutes: has the sites read again whose day has come, and what could not be read the last time. */
export async function refreshSources(): Promise<void> {
  await refreshDueSources();
}
