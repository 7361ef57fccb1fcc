/**
 * The logo: a tick that ends in a dot, dark on light and inverted in the dark theme. For a company its picture instead,
 * or the letters of the name beside it.
 */
type Props = {
  readonly size?: number
  /** Path of the picture of a company; empty: none. */
  readonly picture?: string
  /** For a company without a picture; empty: our own logo. */
  readonly letters?: string
}

export function Logo({ size = 28, picture = '', letters = '' }: Props) {
  if (picture !== '')
    return <img src={picture} alt="" width={size} height={size} className="shrink-0 rounded-control object-contain" />
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-ink" />
      {letters === '' ? <Tick /> : <Letters text={letters} />}
    </svg>
  )
}

function Letters({ text }: { readonly text: string }) {
  return (
    <text x="16" y="20.5" textAnchor="middle" fontSize={13} fontWeight={700} className="fill-surface">
      {text}
    </text>
  )
}

function Tick() {
  return (
    <>
      <path
        d="M9 16.5l5 5.5L23.4 11.4"
        fill="none"
        strokeWidth={2.6}
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-surface"
      />
      <circle cx="24.6" cy="9.6" r="2.3" className="fill-accent" />
    </>
  )
}
