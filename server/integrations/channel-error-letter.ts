import { writeLetter, type Letter } from "../mail/letter.ts";

type Facts = {
  workspaceName: string;
  channelName: string;
  /** As the provider said it, or null. */
  error: string | null;
  /** Messages that wait for the channel. */
  waitingSends: number;
  url: string;
};

/** The mail to those who can put a channel right whose credentials its provider refuses. */
export function channelErrorLetter({ workspaceName, channelName, error, waitingSends, url }: Facts): Letter {
  const waiting = waitingSends === 1 ? "One message waits" : `${waitingSends} messages wait`;
  return writeLetter({
    subject: `${channelName} cannot send: its provider refuses the credentials`,
    paragraphs: [
      "Hello,",
      `the channel “${channelName}” of “${workspaceName}” is in error: its provider does not accept its credentials any more.`,
      ...(error === null ? [] : [error]),
      `${waitingSends === 0 ? "Messages wait" : waiting} until it is put right; an agent's reply is given up after 15 minutes, all else after 24 hours. What customers write still comes in where the provider brings it.`,
    ],
    action: { label: "Put it right", url },
    footnotes: [
      "You get this because you run the workspace. It is sent once; the next one comes only after the channel has worked again.",
    ],
  });
}
