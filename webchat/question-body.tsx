/** @jsxImportSource preact */
import { useSurroundings } from "./chat-context.ts";
import { Icon } from "./icons.tsx";
import type { Message } from "./protocol.ts";
import type { Option, Question } from "./structured.ts";
import { Text } from "./text.tsx";

/** The ID prefix of a rating's options (server/ratings/rating-answer.ts). */
const RATING_PREFIX = "rating:";

type Props = { message: Message; question: Question; chosen: string | null };

/**
 * A question with options to tap, which can be answered once. It closes when its conversation ends, except for a rating, which
 * is asked then.
 */
export function QuestionBody({ message, question: { header, body, footer, groups }, chosen }: Props) {
  const { chat } = useSurroundings();
  const isOver = (option: Option) => message.conversationEnded && !option.id.startsWith(RATING_PREFIX);
  return (
    <>
      {header ? <b dir="auto">{header}</b> : null}
      <Text text={body} />
      {footer ? (
        <small class="soft" dir="auto">
          {footer}
        </small>
      ) : null}
      {groups.map(({ title, options }) => (
        <div key={title} class="options" role="group" aria-label={title || body}>
          {title ? (
            <small class="soft" dir="auto">
              {title}
            </small>
          ) : null}
          {options.map((option) => (
            <button
              key={option.id}
              type="button"
              class="option"
              disabled={chosen !== null || isOver(option)}
              aria-pressed={chosen === option.id}
              onClick={() => chat.choose(message, option)}
            >
              <span dir="auto">
                {option.title}
                {option.description ? <small class="soft">{option.description}</small> : null}
              </span>
              {chosen === option.id ? <Icon name="check" size={16} /> : null}
            </button>
          ))}
        </div>
      ))}
    </>
  );
}
