"use client";

import { useTranslations } from "next-intl";
import { Component, type ReactNode } from "react";
import { ErrorFace } from "../ui/error-face.tsx";

/** `place` identifies the pane's content. A change of it clears the error. */
type Props = { title: string; place: string; children: ReactNode };
type State = { error: Error | null; place: string };

/** An error boundary for one pane, so that a failure does not affect the others. */
export class PaneBoundary extends Component<Props, State> {
  override state: State = { error: null, place: this.props.place };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): Partial<State> | null {
    return place === state.place ? null : { error: null, place };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    // A page requests a failed script only once, so reload the page.
    const retry = () => (error.name === "ChunkLoadError" ? window.location.reload() : this.setState({ error: null }));
    return <FailedPane title={this.props.title} error={error} onRetry={retry} />;
  }
}

function FailedPane(face: { title: string; error: Error; onRetry: () => void }) {
  const t = useTranslations("inbox.panes");
  return <ErrorFace {...face} message={t("failed")} />;
}
