/** The view of a picture: zoom, rotation, position. */
export type View = { readonly zoom: number; readonly turned: number; readonly x: number; readonly y: number }

export const WHOLE_PICTURE: View = { zoom: 1, turned: 0, x: 0, y: 0 }

const ZOOM_MIN = 1
const ZOOM_MAX = 6
const ZOOM_STEP = 0.5
const QUARTER = 90

export function zoomed(view: View, steps: number): View {
  const zoom = Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, view.zoom + steps * ZOOM_STEP))
  // Without zoom the picture is centred.
  return zoom === ZOOM_MIN ? { ...view, zoom, x: 0, y: 0 } : { ...view, zoom }
}

/** A quarter turn to the right for each step. */
export function turned(view: View, quarters: number): View {
  return { ...view, turned: (((view.turned + quarters * QUARTER) % 360) + 360) % 360 }
}

export function moved(view: View, by: { readonly x: number; readonly y: number }): View {
  return view.zoom === ZOOM_MIN ? view : { ...view, x: view.x + by.x, y: view.y + by.y }
}

export const transformOf = ({ zoom, turned: angle, x, y }: View): string =>
  `translate(${x}px, ${y}px) scale(${zoom}) rotate(${angle}deg)`
