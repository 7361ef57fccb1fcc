/**
 * The icons of the first screen and the shell: `FirstIcon` of index.ts. A component that uses `Icon`, which has them
 * too, loads the drawings of all screens.
 */
import { draw, drawMirrored, type Props } from './drawIcon.tsx'

export const Quotes = (props: Props) => draw('M4 10v9M9.3 5v14M14.6 12v7M20 7v12', props)
export const Candles = (props: Props) =>
  draw('M6 4v3m0 8v4M4 7h4v8H4zM12 3v4m0 6v7M10 7h4v6h-4zM18 6v4m0 6v3m-2-9h4v6h-4z', props)
export const Orders = (props: Props) =>
  draw('M5 3h14v18l-2.3-1.7L14.3 21 12 19.3 9.7 21l-2.4-1.7L5 21zM9 8h6M9 12h4', props)
export const Ranking = (props: Props) => draw('M4 11h4v9H4zM10 4h4v16h-4zM16 8h4v12h-4z', props)
export const News = (props: Props) =>
  draw('M4 5h13v14H6a2 2 0 0 1-2-2zM17 9h3v8a2 2 0 0 1-2 2h-1M7.5 9h6M7.5 12.5h6M7.5 16h3.5', props)
export const Globe = (props: Props) =>
  draw('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18', props)
export const Search = (props: Props) => draw('M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20.5 20.5 16 16', props)
export const Back = (props: Props) => drawMirrored('M15 5l-7 7 7 7', props)
export const Down = (props: Props) => draw('M6 9l6 6 6-6', props)
export const Close = (props: Props) => draw('M6 6l12 12M18 6L6 18', props)
export const Check = (props: Props) => draw('M5 12.5l4.5 4.5L19 7.5', props)
export const Warning = (props: Props) => draw('M12 4l9 16H3zM12 10v4M12 17h.01', props)
export const CloudOff = (props: Props) =>
  draw('M4 4l16 16M9.5 6.300A6 6 0 0 1 17.5 10a4 4 0 0 1 2.7 6.700M16.5 18H7a4.5 4.5 0 0 1-.6-9', props)
export const Inbox = (props: Props) => draw('M4 13l2.5-8h11L20 13v6H4zM4 13h5a3 3 0 0 0 6 0h5', props)
export const Clock = (props: Props) => draw('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2', props)
export const Person = (props: Props) =>
  draw('M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.500a7.500 7.500 0 0 1 15 0', props)
export const Settings = (props: Props) =>
  draw(
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
    props,
  )
/** `fill-current` fills it. */
export const Star = (props: Props) =>
  draw('M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.500 9.700l5.900-.8z', props)
