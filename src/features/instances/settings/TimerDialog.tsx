import { Button, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { instanceGuards } from '#contract/guards.ts'
import type { Instance } from '#contract/instances.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { computeCurrentHourPrice } from '#src/features/instances/instance-text.ts'
import { formatHoursFromNow, parseBeijingInput } from './beijing-input.ts'
import ForecastLines from './ForecastLines.tsx'
import styles from './TimerDialog.module.css'
import { useSaveGuard } from './use-guard.ts'

const presets = [1, 2, 4, 8] as const

/** The simplest guard rule: stop the instance in a given number of hours. */
export default function TimerDialog({ row, onClose }: { row: Instance; onClose: () => void }) {
  const [at, setAt] = useState(() => formatHoursFromNow(2, getServerNow()))
  const field = useId()
  const [fault, setFault] = useState<string>()
  const {
    save,
    pending: saving,
    failure,
  } = useSaveGuard(row.id, {
    success: instanceGuards.update.message,
    pageTells: true,
    show: (errors, refusal) => setFault(errors.stop_at?.[0] ?? refusal.message),
    onDone: onClose,
  })

  const chosen = parseBeijingInput(at)

  const submit = () => (chosen ? void save({ stop_at: chosen }) : setFault('请选择关机时间'))
  const choose = (value: string) => {
    setAt(value)
    setFault(undefined)
  }

  return (
    <Modal
      open
      title={`定时关机「${row.nick_name}」`}
      okText={failure ? '重试' : '定时关机'}
      okButtonProps={{ loading: saving }}
      onOk={submit}
      onCancel={onClose}
      width={480}
    >
      <div className={styles.body}>
        <p>
          到时间自动关机，只执行一次，提前 10 分钟通知你。系统盘和数据盘都保留
          {row.charge_rule === 'hour' ? '，按量计费随之停止。' : '，套餐继续计时。'}
        </p>
        <div className={styles.presets}>
          {presets.map((hours) => (
            <Button key={hours} onClick={() => choose(formatHoursFromNow(hours, getServerNow()))}>
              {hours} 小时后
            </Button>
          ))}
        </div>
        <label className={styles.field} htmlFor={field}>
          关机时间（北京时间）
          <Input
            id={field}
            type="datetime-local"
            value={at}
            onChange={({ target }) => choose(target.value)}
            {...(fault && { status: 'error' })}
          />
        </label>
        {fault && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
        {row.charge_rule === 'hour' && (
          <ForecastLines
            id={row.id}
            until={
              chosen && Date.parse(chosen) > getServerNow() ? { at: chosen, price_hour: computeCurrentHourPrice(row) } : undefined
            }
          />
        )}
      </div>
    </Modal>
  )
}
