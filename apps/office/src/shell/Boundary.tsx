/** Limits a failure to one screen, so that the menu keeps working. */
import { Component, type ReactNode } from 'react'
import { ErrorPage } from './NotFound.tsx'

type Props = { readonly children: ReactNode }

export class Boundary extends Component<Props, { readonly error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <ErrorPage error={this.state.error} />
  }
}
