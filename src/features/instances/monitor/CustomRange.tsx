import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { monitorRetentionSeconds } from '#contract/monitor.ts'
import { getServerNow } from '#src/api/server-time.ts'
import styles from './Monitor.module.css'
import type { TimeSpan } from './monitor-view.ts'

const zoneMs = 8 * 3_600_000
/** Formats a Beijing time as `2026-11-21T14:05` for the input. */
const toWallTime = (at: number): string => new Date(at + zoneMs).toISOString().slice(0, 16)
const parseWallTime = (wall: string): number => Date.parse(`${wall}:00.000+08:00`)

/** Returns why a span is invalid; the server applies the same checks. */
export function validateSpan({ from, to }: TimeSpan, now: number): string | undefined {
  if (Number.isNaN(from) || Number.isNaN(to)) return '请选择开始和结束时间'
  if (from >= to) return '结束时间须晚于开始时间'
  if (to > now + 60_000) return '结束时间不能晚于现在'
  if (from < now - monitorRetentionSeconds * 1000) return '监控数据只保留最近 30 天'
  return undefined
}

/** Inputs for start and end, in Beijing time. */
export function CustomRange({ span, onSpan }: { span: TimeSpan; onSpan: (span: TimeSpan) => void }) {
  const id = useId()
  const [from, setFrom] = useState(toWallTime(span.from))
  const [to, setTo] = useState(toWallTime(span.to))
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = { from: parseWallTime(from), to: parseWallTime(to) }
    const found = validateSpan(wanted, getServerNow())
    setFault(found)
    if (!found) onSpan(wanted)
  }
  const field = {
    type: 'datetime-local',
    className: styles.moment,
    'aria-describedby': id,
    ...(fault && { status: 'error' as const }),
  }
  return (
    <form className={styles.custom} onSubmit={submit} noValidate>
      <Input {...field} aria-label="开始时间" value={from} onChange={(event) => setFrom(event.target.value)} />
      <span>至</span>
      <Input {...field} aria-label="结束时间" value={to} onChange={(event) => setTo(event.target.value)} />
      <Button htmlType="submit">查看</Button>
      <span className={styles.small}>北京时间，最近 30 天之内</span>
      <p id={id} className={styles.fault} role="alert">
        {fault}
      </p>
    </form>
  )
}
