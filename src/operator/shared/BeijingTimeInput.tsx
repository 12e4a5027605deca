import { Input } from 'antd'
import { zoneOffsetMs } from '#contract/day.ts'
import type { FieldInputProps } from '#src/admin/resource.ts'

const toInputValue = (iso: unknown): string =>
  typeof iso === 'string' && iso ? new Date(new Date(iso).getTime() + zoneOffsetMs).toISOString().slice(0, 16) : ''

/** A point in time, entered in Beijing time; its value is RFC 3339 in UTC. */
export function BeijingTimeInput({ id, value, onChange }: FieldInputProps) {
  return (
    <Input
      id={id ?? ''}
      type="datetime-local"
      value={toInputValue(value)}
      onChange={({ target }) => onChange?.(target.value ? `${new Date(`${target.value}:00+08:00`).toISOString()}` : undefined)}
    />
  )
}
