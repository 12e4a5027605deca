import { computeSpanMs, type Span, subtractSpans } from '#server/domains/rentals/what-if/spans.policy.ts'

/** A paid order of an instance; lists are in the order of payment. */
export interface PackageOrder {
  order_id: string
  paid_at: Date
  /** Time bought; 0 for a change that bought none. */
  seconds: bigint
  /** Ends all packages: a conversion to pay-as-you-go. */
  ends_packages: boolean
  /** Price less what was refunded, vouchers included. */
  net_fen: bigint
}

/** The time that an order paid for. */
export interface PaidSpan extends Span {
  order_id: string
  fen: bigint
}

/**
 * Places what packages cost on the time they were bought for: time stacks, a resize pays for the rest of the stack, a conversion
 * to pay-as-you-go and the release end it.
 */
export function buildPaidSpans(orders: readonly PackageOrder[], releasedAt: Date | null): PaidSpan[] {
  let spans: PaidSpan[] = []
  let stackEnd = Number.NEGATIVE_INFINITY
  const endAt = (at: number) => {
    spans = spans.map((span) => ({ ...span, from: Math.min(span.from, at), to: Math.min(span.to, at) }))
    stackEnd = Math.min(stackEnd, at)
  }
  for (const { order_id: orderId, paid_at: paidAt, seconds, ends_packages: endsPackages, net_fen: fen } of orders) {
    const at = paidAt.getTime()
    const start = Math.max(at, stackEnd)
    if (endsPackages) endAt(at)
    else if (seconds > 0n) {
      stackEnd = start + Number(seconds) * 1000
      spans.push({ order_id: orderId, fen, from: start, to: stackEnd })
    } else if (fen !== 0n) spans.push({ order_id: orderId, fen, from: at, to: start })
  }
  if (releasedAt) endAt(releasedAt.getTime())
  return spans
}

/** Rounded down, so that the parts of a span sum up to its price however it is cut. */
function computeCostUntil(span: PaidSpan, at: number): bigint {
  if (at <= span.from) return 0n
  const wholeMs = computeSpanMs(span)
  return at >= span.to ? span.fen : (span.fen * BigInt(at - span.from)) / BigInt(wholeMs)
}

/** Computes the part of what was paid for a span that falls into a window, by time. */
export const computeSpanCost = (span: PaidSpan, { from, to }: Span): bigint =>
  computeCostUntil(span, to) - computeCostUntil(span, from)

/** Computes the part of an instance's packages that was used up within a window. */
export const computePackageCost = (orders: readonly PackageOrder[], releasedAt: Date | null, window: Span): bigint =>
  buildPaidSpans(orders, releasedAt).reduce((fen, span) => fen + computeSpanCost(span, window), 0n)

/** Returns the runs that packages paid for; the metered ones are known to the second from their segments. */
export function listPackageRuns(
  runs: readonly Span[],
  {
    orders,
    released_at: releasedAt,
    metered,
    window,
  }: {
    orders: readonly PackageOrder[]
    released_at: Date | null
    metered: readonly Span[]
    window: Span
  },
): Span[] {
  const unpaid = subtractSpans([window], buildPaidSpans(orders, releasedAt))
  return subtractSpans(runs, [...unpaid, ...metered])
}
