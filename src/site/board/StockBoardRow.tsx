import { BuyLink } from '#src/site/offers/BuyLink.tsx'
import { canBuyProduct } from '#src/site/offers/buy.ts'
import type { HomeOffer } from '#src/site/offers/offer.ts'
import { StockCells } from '#src/ui/catalogue/StockCells.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './StockBoardRow.module.css'

export function StockBoardRow({ offer: { product, detail }, quiet }: { offer: HomeOffer; quiet: boolean }) {
  const free = detail?.gpu_free ?? product.gpu_idles
  return (
    <li className={styles.row} data-quiet={quiet}>
      <div className={styles.model}>
        <span className={styles.name}>{product.name}</span>
        <span className={styles.region}>
          {[detail && `${detail.vram} GB 显存`, detail?.region_name, detail?.simulated && '模拟'].filter(Boolean).join(' · ')}
        </span>
      </div>
      {!quiet && <div>{detail && <StockCells free={free} total={detail.gpu_total} cell={6} />}</div>}
      <span className={styles.free} data-none={free === 0}>
        <b>{free}</b> 张空闲
      </span>
      <span className={styles.price}>
        <YuanAmount amount={product.price.hour} as="price" unit="/卡时" />
      </span>
      {!quiet && <BuyLink product_id={product.id} available={canBuyProduct(product)} label="租用" what={product.name} light />}
    </li>
  )
}
