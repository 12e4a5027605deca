import { Alert, Modal } from 'antd'
import { Link } from 'react-router-dom'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { type IdleMinutes, type WhatIfInstance, type WhatIfPlan, whatIfPlans } from '#contract/what-if.ts'
import { paths } from '#src/paths.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { planNotes } from './plan-notes.ts'
import styles from './ReckoningDialog.module.css'
import { TakePlan } from './TakePlan.tsx'

interface Props {
  row: WhatIfInstance
  plan: WhatIfPlan
  minutes: IdleMinutes
  onClose: () => void
  onDone: () => void
}

/** How the amount of one plan comes about, compared with what was used. */
export default function ReckoningDialog({ row, plan, minutes, onClose, onDone }: Props) {
  const line = row.lines.find((one) => one.plan === plan)
  if (!line) return null
  const { amount, current, why_not: whyNot, reckoning } = line
  const less = amount === null ? 0n : parseYuanToFen(row.used) - parseYuanToFen(amount)
  return (
    <Modal open title={`${row.name} · ${whatIfPlans[plan]}`} footer={null} onCancel={onClose} width={560}>
      <div className={styles.body}>
        {whyNot && <Alert type="info" showIcon message={whyNot} />}
        {amount !== null && (
          <table className={styles.lines}>
            <caption className="visually-hidden">怎么算的</caption>
            <tbody>
              {reckoning.map(({ title, detail, amount: part }) => (
                <tr key={title}>
                  <th scope="row">
                    {title}
                    <span>{detail}</span>
                  </th>
                  <td>
                    <YuanAmount amount={part} />
                  </td>
                </tr>
              ))}
              <tr className={styles.sum}>
                <th scope="row">合计</th>
                <td>
                  <YuanAmount amount={amount} />
                </td>
              </tr>
              <tr>
                <th scope="row">
                  实际
                  {row.used !== row.actual && (
                    <span>
                      近 30 天付款 <YuanAmount amount={row.actual} />
                      ，其中的套餐按时间折算
                    </span>
                  )}
                </th>
                <td>
                  <YuanAmount amount={row.used} />
                </td>
              </tr>
              {!current && (
                <tr>
                  <th scope="row">{less < 0n ? '多花' : less > 0n ? '少花' : '相差'}</th>
                  <td>
                    <YuanAmount amount={formatFenAsYuan(less < 0n ? -less : less)} {...(less > 0n && { as: 'price' })} />
                  </td>
                </tr>
              )}
            </tbody>
          </table>
        )}
        <p className={styles.note}>{planNotes[plan]}</p>
        {current && (
          <p className={styles.note}>
            {row.used === row.actual
              ? '这台实例现在就是这样。'
              : '这台实例现在就是这样；买到而还没用完的时长，不算在这 30 天里。'}
          </p>
        )}
        {plan === 'no_gpu' && !whyNot && (
          <p className={styles.note}>
            到<Link to={paths.containerInstance(row.id)}>实例页</Link>关机，再选「无卡开机」。
          </p>
        )}
        {row.best === plan && <TakePlan row={row} minutes={minutes} onDone={onDone} />}
      </div>
    </Modal>
  )
}
