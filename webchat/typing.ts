/** The server passes it on no more often than this, in milliseconds. */
const TELL_MS = 3_000;
/** Without a new word of it, somebody has stopped, in milliseconds. */
const GONE_MS = 6_000;

type Parts = {
  send: (isTyping: boolean) => Promise<unknown>;
  onTheirs: (theirs: { name: string | null } | null) => void;
};

export type Typing = {
  /** The visitor writes, or has emptied the field. */
  ours: (isTyping: boolean) => void;
  /** What was written is sent: the message itself says that the writing is over. */
  sent: () => void;
  theirs: (theirs: { name: string | null } | null) => void;
};

/** Who is writing, both ways. Nothing of it is stored, and nothing can stick. */
export function createTyping({ send, onTheirs }: Parts): Typing {
  let notifiedAt = 0;
  let gone: ReturnType<typeof setTimeout> | undefined;
  const notify = (isTyping: boolean) => {
    notifiedAt = isTyping ? Date.now() : 0;
    send(isTyping).catch(() => undefined);
  };
  return {
    ours: (isTyping) => {
      if (isTyping ? Date.now() - notifiedAt > TELL_MS : notifiedAt > 0) notify(isTyping);
    },
    sent: () => (notifiedAt = 0),
    theirs: (theirs) => {
      clearTimeout(gone);
      onTheirs(theirs);
      if (theirs) gone = setTimeout(() => onTheirs(null), GONE_MS);
    },
  };
}
