import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { chargeRules } from '#contract/charge-rule.ts'
import {
  type IdleMinutes,
  type WhatIf,
  type WhatIfInstance,
  type WhatIfLine,
  type WhatIfPlan,
  whatIfInstancesMax,
  whatIfPlans,
} from '#contract/what-if.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { paths } from '#src/paths.ts'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { ScrollTable } from '#src/ui/ScrollTable.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { TakePlan } from './TakePlan.tsx'
import styles from './WhatIfTable.module.css'

const ReckoningDialog = lazyDialog(() => import('./ReckoningDialog.tsx'))

/** One plan of one instance; opens how it was reckoned. */
function PlanCell({ row, line, onOpen }: { row: WhatIfInstance; line: WhatIfLine; onOpen: () => void }) {
  const { plan, amount, current, why_not: whyNot } = line
  const refused = whyNot && amount !== null && !row.released
  const mark = current ? '现在' : row.best === plan ? '最省' : refused ? '不能选' : ''
  return (
    <button
      type="button"
      className={styles.cell}
      data-best={row.best === plan}
      data-off={whyNot !== null}
      onClick={onOpen}
      aria-label={`${row.name}，${whatIfPlans[plan]} ${amount ?? '算不出'}${mark && `，${mark}`}，看怎么算的`}
      title={whyNot ?? '看怎么算的'}
    >
      {amount === null ? '—' : <YuanAmount amount={amount} bare />}
      {mark &&
        (row.best === plan ? (
          <ToneTag tone="success" icon="check">
            {mark}
          </ToneTag>
        ) : (
          <span className={styles.mark}>{mark}</span>
        ))}
    </button>
  )
}

function InstanceName({ row }: { row: WhatIfInstance }) {
  const to = row.released ? paths.consumptionOf({ instance_id: row.id }) : paths.containerInstance(row.id)
  return (
    <>
      <Link to={to}>{row.name}</Link>
      <CellSubline>
        {row.gpu_type} × {row.gpu_num} · {row.released ? '已释放' : chargeRules[row.charge_rule]}
      </CellSubline>
    </>
  )
}

interface Props {
  bill: WhatIf
  minutes: IdleMinutes
  /** After a plan was taken. */
  onChanged: () => void
}

/** Every instance under every plan, the cheapest marked, with the way to take it. */
export function WhatIfTable({ bill: { instances, rest }, minutes, onChanged }: Props) {
  const [open, setOpen] = useState<{ id: string; plan: WhatIfPlan }>()
  const shown = open && instances.find(({ id }) => id === open.id)
  const names = Object.values(whatIfPlans)
  return (
    <PagePanel flush title="逐台比较" extra={<span className={styles.quiet}>单位：元。点开任一金额，看怎么算的。</span>}>
      <ScrollTable label="每台实例在各方案下的金额" className={`${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">实例</th>
            <th scope="col">实际</th>
            <th scope="col">最省的方案</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {instances.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <InstanceName row={row} />
              </th>
              <td data-name="实际">
                <span className={styles.actual}>
                  <YuanAmount amount={row.actual} bare />
                  {row.used !== row.actual && (
                    <span className={styles.mark}>
                      折算 <YuanAmount amount={row.used} bare />
                    </span>
                  )}
                </span>
              </td>
              <td data-name="最省的方案">
                <TakePlan row={row} minutes={minutes} onDone={onChanged} />
              </td>
              {row.lines.map((line) => (
                <td key={line.plan} data-name={whatIfPlans[line.plan]} data-unknown={line.amount === null}>
                  <PlanCell row={row} line={line} onOpen={() => setOpen({ id: row.id, plan: line.plan })} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {rest.count > 0 && (
        <p className={styles.rest}>
          其余 {rest.count} 台共 <YuanAmount amount={rest.amount} />
          ，只测算花费最多的 {whatIfInstancesMax} 台。
        </p>
      )}
      {open && shown && (
        <Suspense fallback={null}>
          <ReckoningDialog row={shown} plan={open.plan} minutes={minutes} onClose={() => setOpen(undefined)} onDone={onChanged} />
        </Suspense>
      )}
    </PagePanel>
  )
}
