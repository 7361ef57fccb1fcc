/** Draws a line icon on a 24 px grid in the current colour. It decorates a label and is hidden from screen readers. */
export type Props = { readonly size?: number; readonly className?: string }

/** Never narrower than its size: enlarged text beside it would leave a dot. */
export function draw(path: string, { size = 24, className = '' }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      <path d={path} />
    </svg>
  )
}

/** Icons that point along the reading direction; mirrored in right-to-left languages. */
export const drawMirrored = (path: string, { className = '', ...props }: Props) =>
  draw(path, { ...props, className: `${className} rtl:-scale-x-100` })
