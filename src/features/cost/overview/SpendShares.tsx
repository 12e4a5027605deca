import { Link } from 'react-router-dom'
import { parseYuanToFen } from '#contract/money.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './SpendShares.module.css'
import type { CostOverview } from './use-cost-overview.ts'

interface Props {
  title: string
  shares: CostOverview['instances']
  linkOf: (id: string) => string
}

/** Who spent how much, the most first; the bars are a picture of the figures beside them. */
export function SpendShares({ title, shares, linkOf }: Props) {
  const most = shares.reduce((max, { amount }) => Math.max(max, Number(parseYuanToFen(amount))), 1)
  return (
    <PagePanel title={title}>
      <table className={styles.table}>
        <caption className="visually-hidden">近 30 天{title}的消费</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">名称</th>
            <th scope="col">金额（元）</th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ id, name, amount }) => (
            <tr key={id ?? name}>
              <th scope="row">{id ? <Link to={linkOf(id)}>{name}</Link> : name}</th>
              <td>
                <YuanAmount amount={amount} />
              </td>
              <td aria-hidden="true" className={styles.track}>
                <span
                  className={styles.bar}
                  style={{ inlineSize: `${Math.max(0, (Number(parseYuanToFen(amount)) / most) * 100)}%` }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PagePanel>
  )
}
