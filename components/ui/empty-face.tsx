import type { ReactNode } from "react";
import { Picture, type PictureName } from "./picture.tsx";
import classes from "./face.module.css";

type Props = {
  picture: PictureName;
  title: string;
  /** What will appear here. */
  message: string;
  /** The next step, as buttons or links. */
  action?: ReactNode;
};

/** An empty state. */
export function EmptyFace({ picture, title, message, action }: Props) {
  return (
    <div className={classes.face}>
      <Picture name={picture} />
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.message}>{message}</p>
      {action ? <div className={classes.actions}>{action}</div> : null}
    </div>
  );
}
