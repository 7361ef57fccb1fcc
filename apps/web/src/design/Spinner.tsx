/** The sign of running work. */
import { classes } from './classes.ts'

export function Spinner({ className }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes('size-5 animate-turn rounded-full border-2 border-current border-t-transparent', className)}
    />
  )
}
