import { useState } from 'react'
import type { Product } from '#contract/products.ts'
import { StockCells } from '#src/ui/catalogue/StockCells.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './CompareDialog.module.css'
import { buildCompareRows } from './compare-rows.ts'
import { MarketDialog } from './MarketDialog.tsx'
import page from './MarketPage.module.css'
import { OfferButton } from './OfferButton.tsx'
import { WorthChart } from './WorthChart.tsx'

interface Props {
  products: readonly Product[]
  /** All offers, to see where the compared ones stand. */
  market: readonly Product[]
  onRemove: (id: string) => void
  onClose: () => void
}

/** Up to four offers side by side; differences and the better values are marked. */
export default function CompareDialog({ products, market, onRemove, onClose }: Props) {
  const [onlyDifferent, setOnlyDifferent] = useState(false)
  const rows = buildCompareRows(products)
  const shown = onlyDifferent ? rows.filter(({ differs }) => differs) : rows
  return (
    <MarketDialog title={`对比 ${products.length} 款`} wide onClose={onClose}>
      <WorthChart market={market} chosen={products} />
      <label className={styles.filter}>
        <input type="checkbox" checked={onlyDifferent} onChange={(event) => setOnlyDifferent(event.target.checked)} />
        只看不同（{rows.filter(({ differs }) => differs).length} 项）
      </label>
      <section className={styles.scroll} aria-label="对比表">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">项目</span>
              </th>
              {products.map((product) => (
                <th key={product.id} scope="col">
                  <span className={styles.name}>
                    {product.name}
                    {product.simulated && <ToneTag>模拟</ToneTag>}
                  </span>
                  <StockCells free={product.gpu_free} total={product.gpu_total} columns={16} cell={6} />
                  <span className={styles.buttons}>
                    <OfferButton product={product} gpu_num={1} />
                    <button
                      type="button"
                      className={page.remove}
                      aria-label={`不再对比 ${product.name}`}
                      onClick={() => onRemove(product.id)}
                    >
                      <Icon name="close" />
                    </button>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ label, differs, cells }) => (
              <tr key={label} data-differs={differs}>
                <th scope="row">
                  {label}
                  {differs && (
                    <span className={styles.mark}>
                      <span aria-hidden="true">≠</span>
                      <span className="visually-hidden">不同</span>
                    </span>
                  )}
                </th>
                {cells.map(({ id, text, best }) => (
                  <td key={id} data-best={best}>
                    {best && <Icon name="check" label="最优" className={styles.best} />}
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </MarketDialog>
  )
}
