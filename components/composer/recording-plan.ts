/** A channel's rules for sounds. Part of its capabilities. */
type Sounds = { media: readonly { kind: string; contentTypes: readonly string[]; voiceType: string | null }[] };

/** How a voice message is recorded for a channel. */
export type RecordingPlan = {
  /** The content type for the browser's recorder. */
  recorded: string;
  /** The content type of the finished file, and its file extension. */
  contentType: string;
  extension: string;
  /** Whether the sound is moved from the recorder's container into the channel's. It is not encoded again. */
  isRepacked: boolean;
};

const OPUS_IN_WEBM = "audio/webm;codecs=opus";

/** The ways to record each file type, the simplest first. Opus in MP4 is left out, because hardly anything except browsers plays it. */
const WAYS: readonly RecordingPlan[] = [
  { recorded: "audio/mp4;codecs=mp4a.40.2", contentType: "audio/mp4", extension: "m4a", isRepacked: false },
  { recorded: "audio/ogg;codecs=opus", contentType: "audio/ogg", extension: "ogg", isRepacked: false },
  { recorded: OPUS_IN_WEBM, contentType: "audio/ogg", extension: "ogg", isRepacked: true },
  { recorded: OPUS_IN_WEBM, contentType: "audio/webm", extension: "webm", isRepacked: false },
];

/**
 * The best recording type that this browser supports and the channel accepts. Prefers the type that contacts see as a voice message,
 * then the one that plays on most devices.
 * @param canRecord as MediaRecorder.isTypeSupported.
 * @returns null if the browser and the channel share no type.
 */
export function recordingPlan({ media }: Sounds, canRecord: (type: string) => boolean): RecordingPlan | null {
  const sounds = media.find(({ kind }) => kind === "audio");
  if (!sounds) return null;
  const taken = WAYS.filter(({ contentType, recorded }) => {
    return sounds.contentTypes.includes(contentType) && canRecord(recorded);
  });
  return taken.find(({ contentType }) => contentType === sounds.voiceType) ?? taken[0] ?? null;
}
