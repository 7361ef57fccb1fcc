/** Joins class names and leaves out false values. */
export const classes = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ')

/** A box with a warning. */
export const WARNING = 'rounded-control bg-warn-soft px-3 py-2 text-13 text-warn'
