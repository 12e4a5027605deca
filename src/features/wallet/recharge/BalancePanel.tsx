import { Link } from 'react-router-dom'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { formatHoursLeft } from '#src/features/overview/shared.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './BalancePanel.module.css'
import { BalanceSkeleton } from './BalanceSkeleton.tsx'
import { useWallet, type Wallet } from './use-wallet.ts'

const lines: readonly [keyof Wallet & ('burn_hour' | 'accrued' | 'recharged' | 'consumed'), string][] = [
  ['burn_hour', '每小时消耗（元）'],
  ['accrued', '运行中未结算（元）'],
  ['recharged', '累计充值（元）'],
  ['consumed', '累计消费（元）'],
]

function Figures({ purse }: { purse: Wallet }) {
  return (
    <div className={styles.figures}>
      <p className={styles.cash}>
        <YuanAmount amount={purse.cash} />
      </p>
      <p className={styles.lasts}>{formatHoursLeft(purse.hours_left)}</p>
      <dl className={styles.lines}>
        {lines.map(([name, label]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <YuanAmount amount={purse[name]} bare />
            </dd>
          </div>
        ))}
      </dl>
      <Link className={styles.more} to={paths.incomeDetail}>
        查看收支明细
      </Link>
    </div>
  )
}

/** What there is, what it burns, and how long it lasts. */
export function BalancePanel() {
  const { data, error, refetch } = useWallet()
  return (
    <div className={styles.balance}>
      <PagePanel title="可用余额">
        <AsyncView
          data={data}
          error={error}
          errorTitle="余额加载失败"
          onRetry={() => void refetch()}
          skeleton={<BalanceSkeleton />}
        >
          {(purse) => <Figures purse={purse} />}
        </AsyncView>
      </PagePanel>
    </div>
  )
}
