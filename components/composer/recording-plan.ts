/** What a channel says of sounds; part of its capabilities. */
type Sounds = { media: readonly { kind: string; contentTypes: readonly string[]; voiceType: string | null }[] };

/** How a voice message is recorded for a channel. */
export type RecordingPlan = {
  /** What the browser's recorder is told to make. */
  recorded: string;
  /** What the file is then, by its content type and its name's ending. */
  contentType: string;
  extension: string;
  /** The sound is taken out of the recorder's container and put into the channel's: nothing is encoded anew. */
  isRepacked: boolean;
};

const OPUS_IN_WEBM = "audio/webm;codecs=opus";

/** The ways to a type of file, the plainest first. Opus in MP4 is left out: hardly anything but browsers plays it. */
const WAYS: readonly RecordingPlan[] = [
  { recorded: "audio/mp4;codecs=mp4a.40.2", contentType: "audio/mp4", extension: "m4a", isRepacked: false },
  { recorded: "audio/ogg;codecs=opus", contentType: "audio/ogg", extension: "ogg", isRepacked: false },
  { recorded: OPUS_IN_WEBM, contentType: "audio/ogg", extension: "ogg", isRepacked: true },
  { recorded: OPUS_IN_WEBM, contentType: "audio/webm", extension: "webm", isRepacked: false },
];

/**
 * The best that this browser can record and the channel takes: what clients see as a voice message, else what plays on most devices.
 * @param canRecord as MediaRecorder.isTypeSupported.
 * @returns null where the two have nothing in common.
 */
export function recordingPlan({ media }: Sounds, canRecord: (type: string) => boolean): RecordingPlan | null {
  const sounds = media.find(({ kind }) => kind === "audio");
  if (!sounds) return null;
  const taken = WAYS.filter(({ contentType, recorded }) => {
    return sounds.contentTypes.includes(contentType) && canRecord(recorded);
  });
  return taken.find(({ contentType }) => contentType === sounds.voiceType) ?? taken[0] ?? null;
}
