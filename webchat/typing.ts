/** The server forwards it at most this often, in milliseconds. */
const TELL_MS = 3_000;
/** Without another event in this time, the other person has stopped typing, in milliseconds. */
const GONE_MS = 6_000;

type Parts = {
  send: (isTyping: boolean) => Promise<unknown>;
  onTheirs: (theirs: { name: string | null } | null) => void;
};

export type Typing = {
  /** The visitor is typing, or has emptied the field. */
  ours: (isTyping: boolean) => void;
  /** The message was sent. It ends the typing indicator by itself. */
  sent: () => void;
  theirs: (theirs: { name: string | null } | null) => void;
};

/** Typing indicators in both directions. Nothing is stored, and every indicator expires. */
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
