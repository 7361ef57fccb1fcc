/** True once the element has been on the screen: its data is read then. */
import { type RefObject, useEffect, useState } from 'react'

/** Half a screen ahead, so that slow scrolling meets no gap. */
const AHEAD = '200px 0px'

export function useOnScreen(element: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const target = element.current
    if (seen || target === null) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      {
        rootMargin: AHEAD,
      },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, seen])
  return seen
}
