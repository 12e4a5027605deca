let serverAheadMs = 0

/** Differences below this are ignored: the header has whole seconds and the response takes time to arrive. */
const noiseMs = 3000

/** Computes from the `Date` header how far the server's clock is ahead of the device's clock. */
export function recordServerTime(date: string | undefined): void {
  const at = Date.parse(date ?? '')
  if (Math.abs(at - getServerNow()) > noiseMs) serverAheadMs = at - Date.now()
}

/** Returns the server's current time, so that deadlines are correct even if the device's clock is wrong. */
export const getServerNow = (): number => Date.now() + serverAheadMs
