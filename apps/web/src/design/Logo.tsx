/**
 * The logo: a tick that ends in a dot, dark on light and inverted in the dark theme; or the picture of the company
 * whose name stands beside it.
 */
export function Logo({ size = 28, picture = '' }: { readonly size?: number; readonly picture?: string }) {
  if (picture !== '')
    return <img src={picture} alt="" width={size} height={size} className="rounded-control object-contain" />
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-ink" />
      <path
        d="M9 16.5l5 5.5L23.4 11.4"
        fill="none"
        strokeWidth={2.6}
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-surface"
      />
      <circle cx="24.6" cy="9.6" r="2.3" className="fill-accent" />
    </svg>
  )
}
