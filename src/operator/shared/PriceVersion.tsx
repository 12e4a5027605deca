import { ToneTag } from '#src/ui/ToneTag.tsx'

interface Priced {
  /** Null before the first price is approved. */
  price: unknown
  price_version: number
  price_pending: boolean
}

export const formatPriceVersion = ({ price, price_version: version }: Priced): string =>
  price ? `第 ${version} 版` : '还没有定价'

/** The version of a price, and whether a new one waits for approval. */
export function PriceVersion({ of }: { of: Priced }) {
  if (!of.price_pending) return formatPriceVersion(of)
  return (
    <ToneTag tone="warning" icon="clock">
      {of.price ? `${formatPriceVersion(of)}，调价待审批` : '首次定价待审批'}
    </ToneTag>
  )
}
