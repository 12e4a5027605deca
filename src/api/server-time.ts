let serverAheadMs = 0

/** The header counts whole seconds and the answer took its time; a smaller difference says nothing. */
const noiseMs = 3000

/** Learns from the `Date` of an answer how far the server's clock is ahead of this device's. */
export function recordServerTime(date: string | undefined): void {
  const at = Date.parse(date ?? '')
  if (Math.abs(at - getServerNow()) > noiseMs) serverAheadMs = at - Date.now()
}

/** What the server's clock says: deadlines hold though the device's clock is wrong. */
export const getServerNow = (): number => Date.now() + serverAheadMs
