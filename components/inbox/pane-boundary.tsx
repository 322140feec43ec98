"use client";

import { Component } from "react";
import type { ReactNode } from "react";
import { ErrorFace } from "../ui/error-face.tsx";

type Props = { title: string; children: ReactNode };
type State = { error: Error | null };

/** A pane that fails takes none of the others with it. */
export class PaneBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <ErrorFace
        title={this.props.title}
        message="Something in this part of the page failed. Trying again usually helps; nothing that was sent is lost."
        onRetry={() => this.setState({ error: null })}
      />
    );
  }
}
