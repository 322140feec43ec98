import Link from "next/link";
import type { ReactNode } from "react";
import classes from "./choice-gallery.module.css";

type Choice = {
  key: string;
  /** Where it leads; null: it cannot be chosen, and `words` say why. */
  href: string | null;
  mark: ReactNode;
  name: string;
  words: string;
};

/** Kinds of a thing to be made, as cards to choose from. */
export function ChoiceGallery({ choices }: { choices: Choice[] }) {
  return (
    <ul className={classes.gallery}>
      {choices.map(({ key, href, mark, name, words }) => {
        const inside = (
          <>
            <span className={classes.mark}>{mark}</span>
            <span>
              <span className={classes.name}>{name}</span>
              <span className={classes.words}>{words}</span>
            </span>
          </>
        );
        return (
          <li key={key}>
            {href === null ? (
              <div className={classes.card} data-closed>
                {inside}
              </div>
            ) : (
              <Link href={href} className={classes.card}>
                {inside}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
