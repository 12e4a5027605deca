import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { getServerNow } from '#src/api/server-time.ts'
import { parseBeijingInput, toBeijingInput } from '#src/features/instances/settings/beijing-input.ts'
import styles from './monitor.module.css'
import { type TimeSpan, validateSpan } from './monitor-view.ts'

const formatInput = (at: number): string => toBeijingInput(new Date(at).toISOString())
/** Parses an input; NaN if it is empty or incomplete. */
const parseInput = (text: string): number => Date.parse(parseBeijingInput(text) ?? '')

/** Inputs for start and end, in Beijing time. */
export function CustomRange({ span, onSpan }: { span: TimeSpan; onSpan: (span: TimeSpan) => void }) {
  const id = useId()
  const [from, setFrom] = useState(formatInput(span.from))
  const [to, setTo] = useState(formatInput(span.to))
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = { from: parseInput(from), to: parseInput(to) }
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
