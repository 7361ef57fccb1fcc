/** The current time for ages on the screen, updated at intervals. */
import { useEffect, useState } from 'react'

const TICK_MS = 15_000

export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
