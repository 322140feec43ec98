import { IconUser } from "@tabler/icons-react";
import { memo, type CSSProperties } from "react";
import { colorFor } from "../ui/tag-colors.ts";
import classes from "./face.module.css";

type Props = {
  name: string;
  url?: string | null;
  /** In pixels. */
  size: number;
  /** What the colour comes from, so that a new name keeps it. Default: the name. */
  seed?: string;
  title?: string;
};

/**
 * A person's picture or initials. Looks like the library's avatar but uses only two plain elements, because a list shows two in each row
 * while it scrolls. Decorative: the name is next to it.
 */
export const Face = memo(function Face({ name, url = null, size, seed = name, title }: Props) {
  // A phone number has no initials worth showing.
  const hasInitials = /^\p{L}/u.test(name);
  const color = hasInitials ? colorFor(seed) : "stone";
  const style = {
    "--face-size": `${size / 16}rem`,
    "--face-ground": `var(--tag-${color}-tint)`,
    "--face-letters": `var(--tag-${color}-text)`,
  } as CSSProperties;
  return (
    <span className={classes.face} style={style} title={title} aria-hidden>
      {hasInitials ? initialsOf(name) : <IconUser size={size * 0.6} stroke={1.75} />}
      {url ? (
        <img
          key={url}
          src={url}
          alt=""
          className={classes.picture}
          // The initials behind the picture become visible.
          onError={({ currentTarget }) => (currentTarget.hidden = true)}
        />
      ) : null}
    </span>
  );
});

/** "Ana Silva" → "AS", "Ana" → "AN". */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const [first = "", second] = words;
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return letters.join("").toUpperCase();
}
