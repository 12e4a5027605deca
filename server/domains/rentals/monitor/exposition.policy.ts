/** What is known about a client that requests the metrics. */
export interface MetricsReader {
  /** Peer address of the connection, regardless of headers. */
  peer: string
  /** Whether the request passed a proxy; the peer is then only the last hop. */
  forwarded: boolean
  /** Whether local clients need no token; safe only if no proxy runs here, because it might not add a header. */
  by_place: boolean
  token: string | undefined
}

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/** Allows local programs if `by_place` is set, and any client with the configured token. */
export const canReadMetrics = (
  { peer, forwarded, by_place: byPlace, token }: MetricsReader,
  wanted: string | undefined,
  same: (a: string, b: string) => boolean,
): boolean => {
  if (token !== undefined) return wanted !== undefined && same(token, wanted)
  return byPlace && !forwarded && loopback.test(peer)
}
