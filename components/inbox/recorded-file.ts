import type { RecordingPlan } from "./recording-plan.ts";

/** What was recorded, as the file that the channel takes; its name says when it was spoken. */
export async function recordedFile(recorded: Blob, plan: RecordingPlan, at: Date): Promise<File> {
  const sound = plan.isRepacked ? await (await import("./opus-in-ogg.ts")).opusInOgg(recorded) : recorded;
  const stamp = at.toISOString().slice(0, 19).replaceAll(":", "-");
  return new File([sound], `voice-${stamp}.${plan.extension}`, { type: plan.contentType });
}
