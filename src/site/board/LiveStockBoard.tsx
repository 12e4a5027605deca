import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { LiveTimestamp } from '#src/site/live/LiveTimestamp.tsx'
import { homeDataStore } from '#src/site/offers/home-data.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './LiveStockBoard.module.css'
import { StockBoardRow } from './StockBoardRow.tsx'
import { StockBoardSkeleton } from './StockBoardSkeleton.tsx'

interface Props {
  rows: number
  /** Read-only: beside the login form there is nothing to buy yet. */
  quiet?: boolean
}

/** The departure board: models, free cards and price per card and hour. Always dark. */
export function LiveStockBoard({ rows, quiet = false }: Props) {
  const state = useStore(homeDataStore)
  return (
    <section
      className={styles.board}
      data-theme="dark"
      data-quiet={quiet}
      aria-label={quiet ? '登录后可租的余量' : '实时余量'}
      aria-live="off"
    >
      <header className={styles.head}>
        <h2 className={styles.title}>实时余量</h2>
        <LiveTimestamp state={state} />
      </header>
      <AsyncView
        data={state.data}
        error={state.error}
        errorTitle="余量暂时无法获取"
        onRetry={() => void homeDataStore.refresh()}
        skeleton={<StockBoardSkeleton rows={rows} quiet={quiet} />}
      >
        {({ best }) => (
          <>
            <ul className={styles.rows} data-stale={state.error !== null}>
              {best.slice(0, rows).map((offer) => (
                <StockBoardRow key={offer.product.id} offer={offer} quiet={quiet} />
              ))}
            </ul>
            {best.length === 0 && <p className={styles.none}>暂无上架的 GPU，请稍后再来</p>}
          </>
        )}
      </AsyncView>
      {!quiet && (
        <footer className={styles.foot}>
          <span className={styles.legend}>
            <i className={styles.on} />
            空闲
            <i className={styles.off} />
            在用
          </span>
          <Link to={paths.market}>全部型号与筛选</Link>
        </footer>
      )}
    </section>
  )
}
