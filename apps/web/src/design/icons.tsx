/** Line icons on a 24 px grid in the current colour. They decorate a label and are hidden from screen readers. */
type Props = { readonly size?: number; readonly className?: string }

/** Never narrower than its size: enlarged text beside it would leave a dot. */
function draw(path: string, { size = 24, className = '' }: Props) {
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
const drawMirrored = (path: string, { className = '', ...props }: Props) =>
  draw(path, { ...props, className: `${className} rtl:-scale-x-100` })

export const Quotes = (props: Props) => draw('M4 10v9M9.3 5v14M14.6 12v7M20 7v12', props)
export const Candles = (props: Props) =>
  draw('M6 4v3m0 8v4M4 7h4v8H4zM12 3v4m0 6v7M10 7h4v6h-4zM18 6v4m0 6v3m-2-9h4v6h-4z', props)
export const Orders = (props: Props) =>
  draw('M5 3h14v18l-2.3-1.7L14.3 21 12 19.3 9.7 21l-2.4-1.7L5 21zM9 8h6M9 12h4', props)
export const Bell = (props: Props) => draw('M6 16V10a6 6 0 0 1 12 0v6l1.5 2h-15zM10 20.5a2.2 2.2 0 0 0 4 0', props)
export const Ranking = (props: Props) => draw('M4 11h4v9H4zM10 4h4v16h-4zM16 8h4v12h-4z', props)
export const People = (props: Props) =>
  draw(
    'M9 11.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6zM2.5 20v-1.2A4.8 4.8 0 0 1 7.3 14h3.4a4.8 4.8 0 0 1 4.8 4.8V20M16 4.2a3.8 3.8 0 0 1 0 7M18.6 14.3a4.8 4.8 0 0 1 2.9 4.5V20',
    props,
  )
export const News = (props: Props) =>
  draw('M4 5h13v14H6a2 2 0 0 1-2-2zM17 9h3v8a2 2 0 0 1-2 2h-1M7.5 9h6M7.5 12.5h6M7.5 16h3.5', props)
export const Megaphone = (props: Props) =>
  drawMirrored('M4 10v4l10 4.5v-13zM14 8.500a4 4 0 0 1 0 7M6.500 15l1.200 5h2.600l-1-3.900', props)
export const Globe = (props: Props) =>
  draw('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18', props)
export const Search = (props: Props) => draw('M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20.5 20.5 16 16', props)
export const Menu = (props: Props) => drawMirrored('M4 7h16M4 12h16M4 17h10', props)
export const Back = (props: Props) => drawMirrored('M15 5l-7 7 7 7', props)
export const Down = (props: Props) => draw('M6 9l6 6 6-6', props)
export const Close = (props: Props) => draw('M6 6l12 12M18 6L6 18', props)
export const Plus = (props: Props) => draw('M12 5v14M5 12h14', props)
export const Minus = (props: Props) => draw('M5 12h14', props)
export const Check = (props: Props) => draw('M5 12.5l4.5 4.5L19 7.5', props)
export const Shield = (props: Props) =>
  draw('M12 3l7.5 3v5.5c0 4.6-3.2 8-7.5 9.5-4.3-1.5-7.5-4.9-7.5-9.5V6zM8.7 12l2.4 2.4 4.4-4.6', props)
export const Wallet = (props: Props) =>
  draw('M4 7.5A2.5 2.5 0 0 1 6.5 5H18v3M4 7.5V17a2.5 2.5 0 0 0 2.5 2.5H20V8H5.5M16.5 13.5h.01', props)
export const Scale = (props: Props) => draw('M12 4v16M7 20h10M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5z', props)
export const Warning = (props: Props) => draw('M12 4l9 16H3zM12 10v4M12 17h.01', props)
export const CloudOff = (props: Props) =>
  draw('M4 4l16 16M9.5 6.300A6 6 0 0 1 17.5 10a4 4 0 0 1 2.7 6.700M16.5 18H7a4.5 4.5 0 0 1-.6-9', props)
export const Inbox = (props: Props) => draw('M4 13l2.5-8h11L20 13v6H4zM4 13h5a3 3 0 0 0 6 0h5', props)
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
export const Clock = (props: Props) => draw('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2', props)
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
export const Person = (props: Props) =>
  draw('M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.500a7.500 7.500 0 0 1 15 0', props)
/** A person beside a key. */
export const Passkey = (props: Props) =>
  draw(
    'M9 11a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6zM2.5 20v-1.2A4.8 4.8 0 0 1 7.300 14h3.2M17.5 13.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM17.5 13.5V21l2-1.8M17.5 17.5l2-1.300',
    props,
  )
export const Key = (props: Props) => draw('M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h9M18 12v3.500M15 12v2.500', props)
export const Settings = (props: Props) =>
  draw(
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
    props,
  )
export const Mail = (props: Props) => draw('M3.500 6h17v12h-17zM3.500 7l8.500 6 8.500-6', props)
export const Chat = (props: Props) => draw('M4 5h16v11H10l-4.500 3.500V16H4zM8 9h8M8 12h5', props)
export const Send = (props: Props) => drawMirrored('M4 4l17 8-17 8 3-8zM7 12h8', props)
export const Edit = (props: Props) => draw('M4 20h4L19 9l-4-4L4 16zM13 7l4 4', props)
export const Lock = (props: Props) => draw('M5.500 11h13v9h-13zM8 11V8a4 4 0 0 1 8 0v3M12 15v1.500', props)
export const SignOut = (props: Props) => drawMirrored('M14 4H5v16h9M10 12h10M16.500 8l4 4-4 4', props)
export const Invite = (props: Props) =>
  draw(
    'M10 11.500a3.800 3.800 0 1 0 0-7.600 3.800 3.800 0 0 0 0 7.600zM3 20v-1.200A4.800 4.800 0 0 1 7.800 14h4.400a4.800 4.800 0 0 1 3.600 1.600M18.500 8v6M15.500 11h6',
    props,
  )
export const Next = (props: Props) => drawMirrored('M9 5l7 7-7 7', props)
/** `fill-current` fills it. */
export const Star = (props: Props) =>
  draw('M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.500 9.700l5.900-.8z', props)
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
