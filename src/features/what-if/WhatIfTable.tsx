import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { chargeRules } from '#contract/charge-rule.ts'
import { formatFenAsYuan, parseYuanToFen, sumAmounts } from '#contract/money.ts'
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
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import { paths } from '#src/paths.ts'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { ScrollTable } from '#src/ui/ScrollTable.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { TakePlan } from './TakePlan.tsx'
import styles from './WhatIfTable.module.css'

const ReckoningDialog = lazyDialog(() => import('./ReckoningDialog.tsx'))

const plans = Object.keys(whatIfPlans) as WhatIfPlan[]
const findLine = (row: WhatIfInstance, plan: WhatIfPlan) => row.lines.find((line) => line.plan === plan)

/** What an alternative saves, in fen; null if it cannot be taken or costs the same. */
function computeSavedFen(row: WhatIfInstance, { amount, current, why_not: whyNot }: WhatIfLine): bigint | null {
  if (amount === null || current || whyNot !== null) return null
  const savedFen = parseYuanToFen(row.used) - parseYuanToFen(amount)
  return savedFen === 0n ? null : savedFen
}

/** Why a plan is no alternative, in a few words. */
const formatNoChoice = ({ amount, current, why_not: whyNot }: WhatIfLine): string =>
  current ? '现在就是这样' : (whyNot ?? (amount === null ? '算不出' : '和实际一样'))

/** One plan of one instance: its amount where it is another, and what it saves. Opens how it was reckoned. */
function PlanCell({ row, line, onOpen }: { row: WhatIfInstance; line: WhatIfLine; onOpen: () => void }) {
  const { plan, amount } = line
  const savedFen = computeSavedFen(row, line)
  const best = row.best === plan
  const saving = savedFen !== null && savedFen > 0n ? formatFenAsYuan(savedFen) : undefined
  const words = savedFen === null ? formatNoChoice(line) : `${amount}${best ? '，最省' : saving ? `，省 ${saving}` : ''}`
  return (
    <button
      type="button"
      className={styles.cell}
      data-best={best}
      data-off={!saving}
      onClick={onOpen}
      aria-label={`${row.name}，${whatIfPlans[plan]} ${words}，看怎么算的`}
      title={savedFen === null ? formatNoChoice(line) : '看怎么算的'}
    >
      {savedFen === null || amount === null ? '—' : <YuanAmount amount={amount} bare />}
      {best ? (
        <ToneTag tone="success" icon="check">
          最省
        </ToneTag>
      ) : (
        saving && (
          <span className={styles.mark}>
            省 <YuanAmount amount={saving} bare />
          </span>
        )
      )}
    </button>
  )
}

function InstanceName({ row }: { row: WhatIfInstance }) {
  const to = row.released ? paths.consumptionOf({ instance_id: row.id }) : paths.containerInstance(row.id)
  return (
    <>
      <Link to={to}>{row.name}</Link>
      <CellSubline>
        {row.gpu_type} × {row.gpu_num}
        {!row.released && ` · ${chargeRules[row.charge_rule]}`}
      </CellSubline>
    </>
  )
}

/** What an instance used up, which every plan is compared with. */
const Actual = ({ row }: { row: WhatIfInstance }) => (
  <span className={styles.actual}>
    <YuanAmount amount={row.used} bare />
    {row.used !== row.actual && <span className={styles.mark}>套餐按时间折算</span>}
  </span>
)

/** Released instances: nothing can be chosen for them any more. */
function ReleasedInstances({ rows }: { rows: readonly WhatIfInstance[] }) {
  if (rows.length === 0) return null
  const used = formatFenAsYuan(sumAmounts(rows.map((row) => parseYuanToFen(row.used))))
  return (
    <details className={styles.released}>
      <summary>
        已释放 {rows.length} 台，实际 <YuanAmount amount={used} />
      </summary>
      <MoneyTable
        caption="已释放的实例"
        heads={['实例', '实际（元）']}
        numbers={1}
        rows={rows.map((row) => ({
          key: row.id,
          cells: [
            <div key="name" className={styles.name}>
              <InstanceName row={row} />
            </div>,
            <Actual key="actual" row={row} />,
          ],
        }))}
      />
    </details>
  )
}

interface Props {
  bill: WhatIf
  minutes: IdleMinutes
  /** After a plan was taken. */
  onChanged: () => void
}

interface ComparisonProps extends Omit<Props, 'bill'> {
  rows: readonly WhatIfInstance[]
  onOpen: (id: string, plan: WhatIfPlan) => void
}

/** Each instance with its alternatives; a plan that is none for any of them has no column. */
function Comparison({ rows, minutes, onChanged, onOpen }: ComparisonProps) {
  const isChoice = (plan: WhatIfPlan) =>
    rows.some((row) => row.lines.some((line) => line.plan === plan && computeSavedFen(row, line) !== null))
  const shown = plans.filter(isChoice)
  const without = plans.filter((plan) => !shown.includes(plan)).map((plan) => `「${whatIfPlans[plan]}」`)
  return (
    <>
      <ScrollTable label="每台实例的实际与其他方案" className={`${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">实例</th>
            <th scope="col">实际</th>
            <th scope="col">最省的方案</th>
            {shown.map((plan) => (
              <th key={plan} scope="col">
                {whatIfPlans[plan]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <InstanceName row={row} />
              </th>
              <td data-name="实际">
                <Actual row={row} />
              </td>
              <td data-name="最省的方案">
                <TakePlan row={row} minutes={minutes} onDone={onChanged} />
              </td>
              {shown.map((plan) => {
                const line = findLine(row, plan)
                return (
                  <td key={plan} data-name={whatIfPlans[plan]} data-unknown={!line || computeSavedFen(row, line) === null}>
                    {line && <PlanCell row={row} line={line} onOpen={() => onOpen(row.id, plan)} />}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {without.length > 0 && <p className={styles.rest}>{without.join('')}没有一台能换，或换了也一样，不列出。</p>}
    </>
  )
}

/** Every instance under every plan, the cheapest marked, with the way to take it. */
export function WhatIfTable({ bill: { instances, rest }, minutes, onChanged }: Props) {
  const [open, setOpen] = useState<{ id: string; plan: WhatIfPlan }>()
  const shown = open && instances.find(({ id }) => id === open.id)
  const kept = instances.filter(({ released }) => !released)
  return (
    <PagePanel flush title="逐台比较" extra={<span className={styles.quiet}>单位：元。点开任一金额，看怎么算的。</span>}>
      {kept.length > 0 && (
        <Comparison rows={kept} minutes={minutes} onChanged={onChanged} onOpen={(id, plan) => setOpen({ id, plan })} />
      )}
      <ReleasedInstances rows={instances.filter(({ released }) => released)} />
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
