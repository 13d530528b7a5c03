import { Component, type ReactNode } from 'react'

type Props = { fallback: ReactNode; children: ReactNode }

/** Whatever a part of the page could not cope with is said in its place. */
export class FailureBoundary extends Component<Props, { isFailed: boolean }> {
  override state = { isFailed: false }

  static getDerivedStateFromError() {
    return { isFailed: true }
  }

  override render(): ReactNode {
    return this.state.isFailed ? this.props.fallback : this.props.children
  }
}
