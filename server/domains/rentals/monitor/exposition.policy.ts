/** What is known of somebody who wants to read the platform's figures. */
export interface MetricsReader {
  /** Address of the other end of the connection, whatever headers say. */
  peer: string
  /** Somebody passed the call on: the peer is only the last of them. */
  forwarded: boolean
  /** Whether being on this machine is enough: no proxy stands here, which might add no header. */
  by_place: boolean
  token: string | undefined
}

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/** Programs on this machine where that is enough, and whoever shows the token that was configured. */
export const canReadMetrics = (
  { peer, forwarded, by_place: byPlace, token }: MetricsReader,
  wanted: string | undefined,
  same: (a: string, b: string) => boolean,
): boolean => {
  if (token !== undefined) return wanted !== undefined && same(token, wanted)
  return byPlace && !forwarded && loopback.test(peer)
}
