/** Keeps a mistake in one screen from taking the menu with it. */
import { Component, type ReactNode } from 'react'
import { Broken } from './Ends.tsx'

type Props = { readonly children: ReactNode }

export class Boundary extends Component<Props, { readonly error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <Broken error={this.state.error} />
  }
}
