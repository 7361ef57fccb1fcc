/**
 * The panels of the workspace while its code is loading, at their first places. The server's page also shows them in a
 * wide window, so that nothing moves when the app starts.
 */
import { classes, Skeleton, SkeletonRows } from '../design/index.ts'

const ROWS = 9

export function WideSkeleton({ className }: { readonly className?: string }) {
  return (
    <div aria-hidden="true" className={classes('workspace min-h-0 flex-1', className)}>
      <div className="workspace-list panel">
        <div className="p-3">
          <Skeleton className="h-11 w-full" />
        </div>
        <SkeletonRows count={ROWS} />
      </div>
      <div className="workspace-chart panel p-4">
        <Skeleton className="h-7 w-40" />
      </div>
      <div className="workspace-ticket panel p-4">
        <Skeleton className="h-14 w-full rounded-card" />
      </div>
      <div className="workspace-orders panel p-4">
        <Skeleton className="h-7 w-60" />
      </div>
    </div>
  )
}

/** The place of the bar at the top before its code is loaded. */
export function TopBarPlace({ className }: { readonly className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classes(
        'flex h-(--height-top) shrink-0 items-center gap-3 border-b border-line bg-surface px-3',
        className,
      )}
    >
      <Skeleton className="size-8" />
      <Skeleton className="h-6 w-64" />
      <Skeleton className="ms-auto h-6 w-40" />
    </div>
  )
}
