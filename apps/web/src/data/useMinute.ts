/** The time of the device for texts and figures that change while nothing is pushed. */
import { useEffect, useState } from 'react'
import { MINUTE_MILLIS } from '../format/time.ts'

/** Renders again every minute. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MILLIS)
    return () => clearInterval(timer)
  }, [])
  return now
}
