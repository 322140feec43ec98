import type { CSSProperties } from "react";
import type { TagColor } from "./tag-colors.ts";
import classes from "./tag.module.css";

const varsOf = (color: TagColor) =>
  ({
    "--tag-text": `var(--tag-${color}-text)`,
    "--tag-tint": `var(--tag-${color}-tint)`,
    "--tag-dot": `var(--tag-${color}-dot)`,
  }) as CSSProperties;

/** A tag: a word on its tint. */
export function Tag({ color, children }: { color: TagColor; children: string }) {
  return (
    <bdi className={classes.tag} style={varsOf(color)}>
      {children}
    </bdi>
  );
}

/** A stage: its dot and name. */
export function Stage({ color, name }: { color: TagColor; name: string }) {
  return (
    <span className={classes.stage}>
      <ColorDot color={color} />
      <bdi className={classes.name}>{name}</bdi>
    </span>
  );
}

/** The dot before the name of a stage. null: an empty one, for no stage. */
export function ColorDot({ color }: { color: TagColor | null }) {
  return (
    <span
      className={classes.dot}
      data-set={color !== null || undefined}
      style={color ? varsOf(color) : {}}
      aria-hidden
    />
  );
}
