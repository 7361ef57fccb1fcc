/** The icons of all screens. Icons of the first screen have a file of their own, so that it does not load the rest. */
import { draw, drawMirrored, type Props } from './drawIcon.tsx'

export * from './firstIcons.tsx'

export const Bell = (props: Props) => draw('M6 16V10a6 6 0 0 1 12 0v6l1.5 2h-15zM10 20.5a2.2 2.2 0 0 0 4 0', props)
export const People = (props: Props) =>
  draw(
    'M9 11.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6zM2.5 20v-1.2A4.8 4.8 0 0 1 7.3 14h3.4a4.8 4.8 0 0 1 4.8 4.8V20M16 4.2a3.8 3.8 0 0 1 0 7M18.6 14.3a4.8 4.8 0 0 1 2.9 4.5V20',
    props,
  )
export const Megaphone = (props: Props) =>
  drawMirrored('M4 10v4l10 4.5v-13zM14 8.500a4 4 0 0 1 0 7M6.500 15l1.200 5h2.600l-1-3.900', props)
export const Menu = (props: Props) => drawMirrored('M4 7h16M4 12h16M4 17h10', props)
export const Plus = (props: Props) => draw('M12 5v14M5 12h14', props)
export const Minus = (props: Props) => draw('M5 12h14', props)
export const Shield = (props: Props) =>
  draw('M12 3l7.5 3v5.5c0 4.6-3.2 8-7.5 9.5-4.3-1.5-7.5-4.9-7.5-9.5V6zM8.7 12l2.4 2.4 4.4-4.6', props)
export const Wallet = (props: Props) =>
  draw('M4 7.5A2.5 2.5 0 0 1 6.5 5H18v3M4 7.5V17a2.5 2.5 0 0 0 2.5 2.5H20V8H5.5M16.5 13.5h.01', props)
export const Scale = (props: Props) => draw('M12 4v16M7 20h10M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5z', props)
export const Devices = (props: Props) => draw('M3 5h13v10H3zM6 19h6M9 15v4M17 9h4v11h-5.500v-2', props)
export const Renew = (props: Props) =>
  draw('M20 5v5h-5M4 19v-5h5M5.5 9.500A7 7 0 0 1 18 7l2 3M4 14l2 3a7 7 0 0 0 12.500-2.500', props)
export const Eye = (props: Props) =>
  draw(
    'M2.5 12C4.5 8 8 5.5 12 5.5S19.5 8 21.5 12C19.5 16 16 18.5 12 18.5S4.5 16 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
    props,
  )
export const EyeOff = (props: Props) =>
  draw(
    'M4 4l16 16M9.9 5.8A9.500 9.500 0 0 1 12 5.5c4 0 7.5 2.5 9.5 6.500a14 14 0 0 1-2.700 3.600M6.500 7.300A13 13 0 0 0 2.5 12c2 4 5.5 6.500 9.5 6.500a9.500 9.500 0 0 0 4.300-1M10 10a3 3 0 0 0 4 4',
    props,
  )
export const Trash = (props: Props) =>
  draw('M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.9 12.5h9.2L17.5 7M10.2 11v5M13.8 11v5', props)
export const Camera = (props: Props) =>
  draw('M4 8h3.2l1.6-2.5h6.4L16.8 8H20v11H4zM12 16.5a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6z', props)
export const Copy = (props: Props) => draw('M9 9h11v11H9zM5 15H4V4h11v1', props)
export const Share = (props: Props) => draw('M12 15V4M8 7.500L12 3.500l4 4M6 11H5v9h14v-9h-1', props)
export const Download = (props: Props) => draw('M12 4v11M7.5 10.5l4.5 4.5 4.5-4.5M5 20h14', props)
export const Upload = (props: Props) => draw('M12 15V4M7.5 8.5L12 4l4.5 4.5M5 20h14', props)
export const Bank = (props: Props) => draw('M4 10h16L12 4zM6.5 10v7M10.2 10v7M13.8 10v7M17.5 10v7M4 20h16', props)
export const Coin = (props: Props) => draw('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9 9h6M12 9v7M9.5 12.5h5', props)
export const Card = (props: Props) => draw('M3.5 6h17v12.5h-17zM3.5 10h17M7 15h4', props)
/** A person beside a key. */
export const Passkey = (props: Props) =>
  draw(
    'M9 11a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6zM2.5 20v-1.2A4.8 4.8 0 0 1 7.300 14h3.2M17.5 13.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM17.5 13.5V21l2-1.8M17.5 17.5l2-1.300',
    props,
  )
export const Key = (props: Props) => draw('M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h9M18 12v3.500M15 12v2.500', props)
export const Mail = (props: Props) => draw('M3.500 6h17v12h-17zM3.500 7l8.500 6 8.500-6', props)
export const Chat = (props: Props) => draw('M4 5h16v11H10l-4.500 3.500V16H4zM8 9h8M8 12h5', props)
export const Send = (props: Props) => drawMirrored('M4 4l17 8-17 8 3-8zM7 12h8', props)
export const Edit = (props: Props) => draw('M4 20h4L19 9l-4-4L4 16zM13 7l4 4', props)
export const Lock = (props: Props) => draw('M5.500 11h13v9h-13zM8 11V8a4 4 0 0 1 8 0v3M12 15v1.500', props)
export const Swap = (props: Props) => draw('M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4', props)
export const SignOut = (props: Props) => drawMirrored('M14 4H5v16h9M10 12h10M16.500 8l4 4-4 4', props)
export const Invite = (props: Props) =>
  draw(
    'M10 11.500a3.800 3.800 0 1 0 0-7.600 3.800 3.800 0 0 0 0 7.600zM3 20v-1.200A4.800 4.800 0 0 1 7.800 14h4.400a4.800 4.800 0 0 1 3.600 1.600M18.500 8v6M15.500 11h6',
    props,
  )
export const Next = (props: Props) => drawMirrored('M9 5l7 7-7 7', props)
export const Info = (props: Props) => draw('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.500M12 7.500v.010', props)
export const Calculator = (props: Props) =>
  draw('M6 3h12v18H6zM9 7h6M9 11.500h.010M12 11.500h.010M15 11.500h.010M9 15h.010M12 15h.010M15 15v2.500M9 18h3', props)
export const Up = (props: Props) => draw('M6 15l6-6 6 6', props)
export const Grip = (props: Props) => draw('M5 9h14M5 15h14', props)
export const Sliders = (props: Props) =>
  draw(
    'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8.5 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
    props,
  )
export const Expand = (props: Props) => draw('M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5', props)
export const Collapse = (props: Props) => draw('M4 9h5V4M20 9h-5V4M4 15h5v5M20 15h-5v5', props)
/** To the newest end of a time line, which runs left to right in every language. */
export const Last = (props: Props) => draw('M6 6l6 6-6 6M18 6v12', props)
export const Pencil = (props: Props) => draw('M4 20l1-4.500L16.500 4l3.500 3.500L8.500 19zM14 6.500l3.500 3.500', props)
export const NewWindow = (props: Props) => draw('M13 4h7v7M20 4l-9 9M18 14v6H4V6h6', props)
export const Keyboard = (props: Props) =>
  draw(
    'M3 6h18v12H3zM7 9.500h.01M10.300 9.500h.01M13.700 9.500h.01M17 9.500h.01M7 14.500h.01M10 14.500h4M17 14.500h.01',
    props,
  )
export const Sun = (props: Props) =>
  draw('M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M6 6l1 1M17 17l1 1M6 18l1-1M17 7l1-1', props)
export const Moon = (props: Props) =>
  draw('M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z', props)
