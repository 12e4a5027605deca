import { parseYuanToFen } from '#contract/money.ts'
import { type WhatIf, whatIfPlans } from '#contract/what-if.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { MeterBar } from '#src/ui/charts/MeterBar.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './WhatIfPage.module.css'

interface Total {
  name: string
  note: string
  amount: string
  best?: boolean
}

const buildTotals = ({ used, best, plans, instances }: WhatIf): Total[] => [
  { name: '实际', note: `${instances.length} 台`, amount: used },
  ...plans
    .filter(({ count }) => count > 0)
    .map(({ plan, amount, count }) => ({ name: `都选${whatIfPlans[plan]}`, note: `${count} 台能选`, amount })),
  { name: '逐台选最省的', note: '', amount: best, best: true },
]

/** All instances under each plan, as bars; an instance that cannot take a plan stays as it is. */
export function PlanTotals({ bill }: { bill: WhatIf }) {
  const totals = buildTotals(bill)
  const most = totals.reduce((max, { amount }) => Math.max(max, Number(parseYuanToFen(amount))), 1)
  return (
    <PagePanel title="合计比较" extra={<span className={styles.quiet}>不能选的实例照旧</span>}>
      <table className={styles.totals}>
        <caption className="visually-hidden">每种方案合计多少，不能选的实例照旧</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">方案</th>
            <th scope="col">合计</th>
          </tr>
        </thead>
        <tbody>
          {totals.map(({ name, note, amount, best }) => (
            <tr key={name} data-best={best}>
              <th scope="row">
                {name}
                {best ? (
                  <ToneTag tone="success" icon="check">
                    最省
                  </ToneTag>
                ) : (
                  <span className={styles.quiet}>{note}</span>
                )}
              </th>
              <td aria-hidden="true">
                <MeterBar
                  label={`${name} ¥${amount}`}
                  parts={[{ name, percent: (Number(parseYuanToFen(amount)) / most) * 100 }]}
                />
              </td>
              <td>
                <YuanAmount amount={amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PagePanel>
  )
}
