import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { monitor_kept_seconds } from '#contract/monitor.ts'
import { serverNow } from '#src/api/server-time.ts'
import styles from './Monitor.module.css'
import type { Span } from './monitor-view.ts'

const zone_ms = 8 * 3_600_000
/** `2026-11-21T14:05` of Beijing, as the input wants it. */
const wallTime = (at: number): string => new Date(at + zone_ms).toISOString().slice(0, 16)
const epoch = (wall: string): number => Date.parse(`${wall}:00.000+08:00`)

/** Why a span cannot be shown; the server says the same. */
export function faultOf({ from, to }: Span, now: number): string | undefined {
  if (Number.isNaN(from) || Number.isNaN(to)) return '请选择开始和结束时间'
  if (from >= to) return '结束时间须晚于开始时间'
  if (to > now + 60_000) return '结束时间不能晚于现在'
  if (from < now - monitor_kept_seconds * 1000) return '监控数据只保留最近 30 天'
  return undefined
}

/** From when until when, Beijing time. */
export function CustomRange({ span, onSpan }: { span: Span; onSpan: (span: Span) => void }) {
  const id = useId()
  const [from, setFrom] = useState(wallTime(span.from))
  const [to, setTo] = useState(wallTime(span.to))
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = { from: epoch(from), to: epoch(to) }
    const found = faultOf(wanted, serverNow())
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
