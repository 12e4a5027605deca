import { Select } from 'antd'
import Input from 'antd/es/input/Input' // antd's index also imports Password, TextArea and OTP
import { useState } from 'react'
import { addDays, toShanghaiDay } from '#contract/day.ts'
import { getServerNow } from '#src/api/server-time.ts'
import styles from './DayRange.module.css'

export interface DayRangeValue {
  from?: string
  to?: string
}

const presetLabels = {
  today: '今天',
  week: '近 7 天',
  month: '近 30 天',
  thisMonth: '本月',
  lastMonth: '上月',
  custom: '自定义',
} as const
type Preset = keyof typeof presetLabels

/** Computes the presets in Beijing days; each ends today. */
function computePresets(today: string): Record<Exclude<Preset, 'custom'>, Required<DayRangeValue>> {
  const first = `${today.slice(0, 8)}01`
  const lastOfBefore = addDays(first, -1)
  return {
    today: { from: today, to: today },
    week: { from: addDays(today, -6), to: today },
    month: { from: addDays(today, -29), to: today },
    thisMonth: { from: first, to: today },
    lastMonth: { from: `${lastOfBefore.slice(0, 8)}01`, to: lastOfBefore },
  }
}

/** Date range in Beijing days, both ends included: a preset or a custom range. */
export default function DayRange({
  days: { from, to },
  onChange,
}: {
  days: DayRangeValue
  onChange: (days: DayRangeValue) => void
}) {
  const today = toShanghaiDay(new Date(getServerNow()))
  const presets = computePresets(today)
  const known = (Object.keys(presets) as (keyof typeof presets)[]).find(
    (name) => presets[name].from === from && presets[name].to === to,
  )
  const [custom, setCustom] = useState(false)
  const set = from !== undefined || to !== undefined
  const open = custom || (set && !known)
  const value: Preset | null = open ? 'custom' : (known ?? null)

  const choose = (name: Preset | undefined) => {
    setCustom(name === 'custom')
    if (name === undefined) onChange({})
    else if (name !== 'custom') onChange(presets[name])
  }
  // omit cleared days from the address
  const change = (next: { from: string; to: string }) =>
    onChange(Object.fromEntries(Object.entries(next).filter(([, day]) => day !== '')))

  return (
    <>
      <Select<Preset | null>
        allowClear
        popupMatchSelectWidth={false}
        aria-label="时间范围"
        placeholder="全部时间"
        value={value}
        onChange={(name) => choose(name ?? undefined)}
        options={Object.entries(presetLabels).map(([name, label]) => ({ value: name as Preset, label }))}
      />
      {open && (
        <div className={styles.custom}>
          <Input
            type="date"
            aria-label="开始日期"
            max={to ?? today}
            value={from ?? ''}
            onChange={(event) => change({ from: event.target.value, to: to ?? '' })}
          />
          <span aria-hidden="true">至</span>
          <Input
            type="date"
            aria-label="结束日期"
            min={from}
            max={today}
            value={to ?? ''}
            onChange={(event) => change({ from: from ?? '', to: event.target.value })}
          />
        </div>
      )}
    </>
  )
}
