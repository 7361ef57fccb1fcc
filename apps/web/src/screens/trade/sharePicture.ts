/** A picture of the chart: the canvases of the screen, below a line with instrument, period, time and brand. */
import { CHART_FONT, type ChartColours } from './chartStyles.ts'

export type PictureText = { readonly title: string; readonly note: string; readonly brand: string }

const HEAD_PX = 44
const EDGE_PX = 12
const TITLE_PX = 17
const NOTE_PX = 13
/** A narrower note would be unreadable. */
const NOTE_MIN_PX = 60

/** `undefined`: the browser created no picture. */
export async function chartPicture(
  box: HTMLElement,
  { title, note, brand }: PictureText,
  colours: ChartColours,
): Promise<Blob | undefined> {
  const frame = box.getBoundingClientRect()
  const scale = window.devicePixelRatio
  const picture = document.createElement('canvas')
  picture.width = Math.round(frame.width * scale)
  picture.height = Math.round((frame.height + HEAD_PX) * scale)
  const context = picture.getContext('2d')
  if (context === null) return undefined
  context.scale(scale, scale)
  context.fillStyle = colours.surface
  context.fillRect(0, 0, frame.width, frame.height + HEAD_PX)
  const middle = HEAD_PX / 2
  context.textBaseline = 'middle'
  write(context, { text: title, x: EDGE_PX, y: middle, font: `700 ${TITLE_PX}px ${CHART_FONT}`, colour: colours.ink })
  const titleEnd = EDGE_PX + context.measureText(title).width + EDGE_PX
  context.textAlign = 'right'
  const end = frame.width - EDGE_PX
  context.font = `700 ${NOTE_PX}px ${CHART_FONT}`
  const name = cutTo(brand, end - titleEnd, (text) => context.measureText(text).width)
  write(context, { text: name, x: end, y: middle, font: context.font, colour: colours.accent })
  const brandStart = end - context.measureText(name).width - EDGE_PX
  context.textAlign = 'left'
  const font = `400 ${NOTE_PX}px ${CHART_FONT}`
  const width = brandStart - titleEnd
  // A long name leaves no space for the note.
  if (width >= NOTE_MIN_PX)
    write(context, { text: note, x: titleEnd, y: middle, font, colour: colours['ink-soft'], width })
  for (const canvas of box.querySelectorAll('canvas')) {
    const { left, top, width, height } = canvas.getBoundingClientRect()
    if (width > 0 && height > 0) context.drawImage(canvas, left - frame.left, top - frame.top + HEAD_PX, width, height)
  }
  return new Promise((resolve) => picture.toBlob((blob) => resolve(blob ?? undefined), 'image/png'))
}

/** A text that is too wide is cut and ends in dots. `width` and `widthOf` are in pixels. */
export function cutTo(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text
  const letters = [...text]
  while (letters.length > 0 && widthOf(`${letters.join('').trimEnd()}…`) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

type Line = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly font: string
  readonly colour: string
  readonly width?: number
}

function write(context: CanvasRenderingContext2D, { text, x, y, font, colour, width }: Line): void {
  context.font = font
  context.fillStyle = colour
  context.fillText(text, x, y, width)
}
