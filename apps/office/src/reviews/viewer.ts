/** How a picture is held: how close, turned how far, moved where. */
export type Hold = { readonly zoom: number; readonly turned: number; readonly x: number; readonly y: number }

export const AS_IT_IS: Hold = { zoom: 1, turned: 0, x: 0, y: 0 }

const ZOOM_MIN = 1
const ZOOM_MAX = 6
const ZOOM_STEP = 0.5
const QUARTER = 90

export function zoomed(hold: Hold, steps: number): Hold {
  const zoom = Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, hold.zoom + steps * ZOOM_STEP))
  // As it is, it stands in the middle.
  return zoom === ZOOM_MIN ? { ...hold, zoom, x: 0, y: 0 } : { ...hold, zoom }
}

/** A quarter to the right for each step. */
export function turned(hold: Hold, quarters: number): Hold {
  return { ...hold, turned: (((hold.turned + quarters * QUARTER) % 360) + 360) % 360 }
}

export function moved(hold: Hold, by: { readonly x: number; readonly y: number }): Hold {
  return hold.zoom === ZOOM_MIN ? hold : { ...hold, x: hold.x + by.x, y: hold.y + by.y }
}

export const transformOf = ({ zoom, turned: angle, x, y }: Hold): string => `translate(${x}px, ${y}px) scale(${zoom}) rotate(${angle}deg)`
