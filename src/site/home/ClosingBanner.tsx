import FleetDie from '#src/site/board/FleetCells.tsx'
import { homeDataStore } from '#src/site/offers/home-data.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './ClosingBanner.module.css'
import { RegisterOrConsoleLink } from './RegisterOrConsoleLink.tsx'

export function ClosingBanner() {
  const { data } = useStore(homeDataStore)
  return (
    <section className={styles.call} data-theme="dark">
      <div className={styles.backdrop}>{data?.market && <FleetDie market={data.market} />}</div>
      <div className={styles.inner}>
        <h2 className={styles.title}>从一张卡开始</h2>
        <p className={styles.text}>余额够它运行一小时，就能开机；关机之后，余下的仍在账户里。</p>
        <RegisterOrConsoleLink primary />
      </div>
    </section>
  )
}
