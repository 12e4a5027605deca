let ahead_ms = 0

/** The header counts whole seconds and the answer took its time; a smaller difference says nothing. */
const noise_ms = 3000

/** Learns from the `Date` of an answer how far the server's clock is ahead of this device's. */
export function noteServerTime(date: string | undefined): void {
  const at = Date.parse(date ?? '')
  if (Math.abs(at - serverNow()) > noise_ms) ahead_ms = at - Date.now()
}

/** What the server's clock says: deadlines hold though the device's clock is wrong. */
export const serverNow = (): number => Date.now() + ahead_ms
