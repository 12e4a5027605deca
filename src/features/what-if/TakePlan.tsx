import { Button } from 'antd'
import { Link } from 'react-router-dom'
import { instanceGuards } from '#contract/guards.ts'
import { type IdleMinutes, type WhatIfInstance, whatIfIdlePercent } from '#contract/what-if.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { useAction } from '#src/admin/use-action.ts'
import { paths } from '#src/paths.ts'
import { toast } from '#src/ui/toast.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './WhatIfTable.module.css'

const undoMs = 8000

/** Sets the idle rule of an instance, with a way back to the rule before. */
function useIdleStop(row: WhatIfInstance, minutes: IdleMinutes, onDone: () => void) {
  const { confirm } = useConfirmDialogs()
  const { run, pending } = useAction(instanceGuards.update, { success: false, onDone })
  const params = { id: row.id }
  const undo = async () => {
    if (await run({ params, body: { idle: row.idle } })) toast.success('已恢复原来的设置')
  }
  const set = async () => {
    const idle = { percent: whatIfIdlePercent, minutes: Number(minutes) }
    if (!(await run({ params, body: { idle } }))) return
    toast.success(`「${row.name}」闲置 ${minutes} 分钟会关机`, {
      ms: undoMs,
      action: { label: '撤销', run: () => void undo() },
    })
  }
  const ask = () =>
    void confirm({
      title: `「${row.name}」闲置 ${minutes} 分钟后关机？`,
      content: `GPU 使用率连续 ${minutes} 分钟低于 ${whatIfIdlePercent}% 就关机，提前通知你，可以延后。系统盘和数据盘都保留；计费随之停止，GPU 会释放，再次开机时可能需要等待。`,
      okText: '设为闲置关机',
      onOk: set,
    })
  return { ask, pending }
}

/** The cheapest plan that can be taken now, what it saves, and one click to it. */
export function TakePlan({ row, minutes, onDone }: { row: WhatIfInstance; minutes: IdleMinutes; onDone: () => void }) {
  const { ask, pending } = useIdleStop(row, minutes, onDone)
  const { id, best, save, charge_rule: chargeRule, smaller_gpu_num: smaller } = row
  if (best === null) return <span className={styles.mark}>没有更省的</span>
  const period = { id, charge_rule: best }
  return (
    <span className={styles.take}>
      {best === 'idle_stop' && (
        <Button size="small" loading={pending} onClick={ask}>
          闲置 {minutes} 分钟关机
        </Button>
      )}
      {best === 'smaller' && <Link to={paths.instanceLift({ id, gpu_num: smaller ?? undefined })}>换成 {smaller} 张卡</Link>}
      {best === 'hour' && <Link to={paths.instanceConvertBill({ id })}>转为按量计费</Link>}
      {(best === 'day' || best === 'week') && (
        <Link to={chargeRule === 'hour' ? paths.instanceConvertBill(period) : paths.instanceRenew(period)}>
          {chargeRule === 'hour' ? '转为' : '下次按'}
          {best === 'day' ? '包日' : '包周'}
          {chargeRule === 'hour' ? '' : '续费'}
        </Link>
      )}
      <span className={styles.saving}>
        省 <YuanAmount amount={save} as="price" />
      </span>
    </span>
  )
}
