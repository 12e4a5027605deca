import { Input } from 'antd'
import type { FieldInputProps } from '#src/admin/resource.ts'

const beijing_ms = 8 * 3_600_000

const shown = (iso: unknown): string =>
  typeof iso === 'string' && iso ? new Date(new Date(iso).getTime() + beijing_ms).toISOString().slice(0, 16) : ''

/** A moment in Beijing time as people type it; its value is RFC 3339 in UTC. */
export function MomentInput({ id, value, onChange }: FieldInputProps) {
  return (
    <Input
      id={id ?? ''}
      type="datetime-local"
      value={shown(value)}
      onChange={({ target }) => onChange?.(target.value ? `${new Date(`${target.value}:00+08:00`).toISOString()}` : undefined)}
    />
  )
}
