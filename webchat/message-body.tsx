/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import { useSurroundings } from "./chat-context.ts";
import { Icon } from "./icons.tsx";
import { safeHref } from "./linkify.ts";
import type { Message, Pending } from "./protocol.ts";
import { QuestionBody } from "./question-body.tsx";
import { Outside, Text } from "./text.tsx";
import { parseChoice, parsePlace, parseQuestion } from "./structured.ts";

type Props = { message: Message | Pending; isOwn: boolean; chosen: string | null };

/** A message's content, by type. Never interpreted as markup. */
export function MessageBody({ message, isOwn, chosen }: Props) {
  const { words } = useSurroundings();
  const { type, content } = message;
  switch (type) {
    case "text":
      return <Text text={content} />;
    case "image":
    case "video":
    case "audio":
    case "document":
      return <Media message={message} type={type} />;
    case "location": {
      const place = parsePlace(content);
      if (!place) return <Text text={content} />;
      const point = `${place.latitude},${place.longitude}`;
      return (
        <Outside href={`https://www.google.com/maps/search/?api=1&query=${point}`} class="card">
          <Icon name="pin" />
          <span dir="auto">{place.name ?? point}</span>
        </Outside>
      );
    }
    case "interactive": {
      const choice = parseChoice(content);
      if (choice) return <Text text={choice} />;
      const question = parseQuestion(content);
      if (question && !isOwn && "id" in message)
        return <QuestionBody message={message} question={question} chosen={chosen} />;
      return <Text text={question?.body ?? words.unsupported} />;
    }
    default:
      return <em>{words.unsupported}</em>;
  }
}

/** A file. Pictures and videos have a fixed size from the start, so that nothing moves when they load. */
function Media({ message, type }: { message: Message | Pending; type: "image" | "video" | "audio" | "document" }) {
  const { words } = useSurroundings();
  const [isBroken, setBroken] = useState(false);
  const href = safeHref(message.content);
  // Show an external file as a link only: loading it would reveal the visitor to that host.
  const shownHref = href?.startsWith(`${location.origin}/`) && !isBroken ? href : null;
  const caption = "caption" in message ? message.caption : null;
  const name = message.fileName ?? words[type];
  const onError = () => setBroken(true);
  const isVisual = type === "image" || type === "video";
  const below = caption ? <Text text={caption} /> : null;
  if (!("id" in message) && isVisual) return <div class="picture waiting" role="img" aria-label={name} />;
  if (shownHref && type === "image")
    return (
      <>
        <Outside href={shownHref} class="picture">
          <img src={shownHref} alt={caption ?? name} loading="lazy" onError={onError} />
        </Outside>
        {below}
      </>
    );
  if (shownHref && type === "video")
    return (
      <>
        <video class="picture" src={shownHref} controls preload="metadata" aria-label={name} onError={onError} />
        {below}
      </>
    );
  if (shownHref && type === "audio" && "id" in message)
    return (
      <>
        <audio class="sound" src={shownHref} controls preload="none" aria-label={name} onError={onError} />
        {below}
      </>
    );
  const card = (
    <>
      <Icon name="file" />
      <span dir="auto">
        {name}
        {isBroken || !href ? <small>{words.unavailable}</small> : null}
      </span>
    </>
  );
  return (
    <>
      {href && "id" in message ? (
        <Outside href={href} class="card">
          {card}
        </Outside>
      ) : (
        <div class="card">{card}</div>
      )}
      {below}
    </>
  );
}
