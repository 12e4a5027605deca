import { clipSpan, computeSpanMs, type Span, subtractSpans } from '#server/domains/rentals/what-if/spans.policy.ts'

/** A paid order of an instance; lists are in the order of payment. */
export interface PackageOrder {
  paid_at: Date
  /** Time bought; 0 for a change that bought none. */
  seconds: bigint
  /** Ends all packages: a conversion to pay-as-you-go. */
  ends_packages: boolean
  /** Price less what was refunded, vouchers included. */
  net_fen: bigint
}

interface PaidSpan extends Span {
  fen: bigint
}

/**
 * Places what packages cost on the time they were bought for: time stacks, a resize pays for the rest of the stack, a conversion
 * to pay-as-you-go and the release end it.
 */
function buildPaidSpans(orders: readonly PackageOrder[], releasedAt: Date | null): PaidSpan[] {
  let spans: PaidSpan[] = []
  let stackEnd = Number.NEGATIVE_INFINITY
  const endAt = (at: number) => {
    spans = spans.map(({ fen, from, to }) => ({ fen, from: Math.min(from, at), to: Math.min(to, at) }))
    stackEnd = Math.min(stackEnd, at)
  }
  for (const { paid_at: paidAt, seconds, ends_packages: endsPackages, net_fen: fen } of orders) {
    const at = paidAt.getTime()
    const start = Math.max(at, stackEnd)
    if (endsPackages) endAt(at)
    else if (seconds === 0n) spans.push({ fen, from: at, to: start })
    else {
      stackEnd = start + Number(seconds) * 1000
      spans.push({ fen, from: start, to: stackEnd })
    }
  }
  if (releasedAt) endAt(releasedAt.getTime())
  return spans
}

/** Computes the part of an instance's packages that was used up within a window, by time. */
export function computePackageCost(orders: readonly PackageOrder[], releasedAt: Date | null, window: Span): bigint {
  let fen = 0n
  for (const span of buildPaidSpans(orders, releasedAt)) {
    const wholeMs = computeSpanMs(span)
    if (wholeMs > 0) fen += (span.fen * BigInt(computeSpanMs(clipSpan(span, window)))) / BigInt(wholeMs)
    else if (span.from >= window.from && span.from <= window.to) fen += span.fen
  }
  return fen
}

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
