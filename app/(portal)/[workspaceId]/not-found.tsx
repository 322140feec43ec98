import { NotFoundFace } from "../../../components/shell/not-found-face.tsx";

/** Within the frame, so that everything else stays a click away. */
export default function NotFoundInWorkspace() {
  return <NotFoundFace />;
}
