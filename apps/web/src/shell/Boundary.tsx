/** Limits a failure to one screen: the screen shows an error with a reload; the tabs keep working. */
import { Component, type ReactNode } from 'react'
import { Button, Empty, FirstIcon as Icon } from '../design/index.ts'
import { useTranslate } from '../i18n/i18n.ts'

export class Boundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Broken /> : this.props.children
  }
}

/** The screen cannot be shown. A reload may help. */
export function Broken() {
  const t = useTranslate()
  return (
    <div role="alert" className="grid flex-1 place-items-center bg-canvas">
      <Empty
        icon={<Icon.Warning />}
        title={t('shell.broken_title')}
        text={t('shell.broken_text')}
        action={<Button onClick={() => location.reload()}>{t('shell.reload')}</Button>}
      />
    </div>
  )
}
