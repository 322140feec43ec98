import { useTranslations } from "next-intl";
import { reactionLabel, reactionProblem } from "./reactions.ts";
import type { Bubble } from "../thread/use-thread.ts";
import classes from "./message-parts.module.css";

type Props = {
  bubble: Bubble;
  /** null: reactions cannot be changed. */
  onReact: ((bubble: Bubble, emoji: string | null) => void) | null;
};

/** The reactions of contact and team to a message. The team's own is a button that removes it. */
export function ReactionChips({ bubble, onReact }: Props) {
  const inbox = useTranslations("inbox");
  const { reactions, senderName, isAgent } = bubble;
  const shown = reactions.filter(({ emoji }) => emoji !== null);
  const problem = reactionProblem(reactions, inbox);
  if (shown.length === 0 && !problem) return null;
  return (
    <>
      {shown.length > 0 ? (
        <ul className={classes.reactions} aria-label={inbox("reactions.title")}>
          {shown.map((reaction) => {
            const label = reactionLabel(reaction, isAgent ? null : senderName, inbox);
            return (
              <li key={reaction.isAgent ? "ours" : "theirs"}>
                {reaction.isAgent && onReact ? (
                  <button
                    type="button"
                    className={classes.reaction}
                    data-failed={reaction.error !== null || undefined}
                    aria-label={inbox("reactions.takeBack", { label })}
                    title={inbox("reactions.takeBack", { label })}
                    onClick={() => onReact(bubble, null)}
                  >
                    {reaction.emoji}
                  </button>
                ) : (
                  <span className={classes.reaction} role="img" aria-label={label} title={label}>
                    {reaction.emoji}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      ) : null}
      {problem ? <p className={classes.problem}>{problem}</p> : null}
    </>
  );
}
