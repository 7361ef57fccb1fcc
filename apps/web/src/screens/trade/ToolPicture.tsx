/** A small picture of a drawing tool's result, as decoration beside the name of the tool. */
import type { DrawTool } from './drawings.ts'

const PATHS: { readonly [T in DrawTool]: string } = {
  trend: 'M5 18L19 6M5 18h.01M19 6h.01',
  ray: 'M5 18L21 4M5 18h.01',
  horizontal: 'M3 12h18M12 12h.01',
  vertical: 'M12 3v18M12 12h.01',
  channel: 'M3 15L17 4M7 20L21 9',
  fibonacci: 'M3 5h18M3 10h18M3 14h18M3 19h18',
  rectangle: 'M4 7h16v10H4z',
  measure: 'M8 4h8v16H8zM12 7v10M10 9l2-2 2 2M10 15l2 2 2-2',
  brush: 'M3 17c3-8 5-8 7-3s4 5 6-2 3-6 5-5',
  text: 'M6 6h12M12 6v13',
}

export function ToolPicture({ tool }: { readonly tool: DrawTool }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={20}
      height={20}
      aria-hidden="true"
      className="shrink-0 fill-none stroke-current text-accent"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[tool]} />
    </svg>
  )
}
