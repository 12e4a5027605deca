import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { MonitorSpan, monitorRetentionSeconds } from '#contract/monitor.ts'

export interface TimeSpan {
  /** Epoch ms. */
  from: number
  to: number
}
/** The displayed time: a live range that ends now, or a fixed one; the zoomed part of it; and an instance to compare with. */
export interface MonitorView {
  range: MonitorSpan | null
  custom: TimeSpan | null
  zoom: TimeSpan | null
  compare: string | null
}

/** Fits the age of the instance. */
const defaultRange: MonitorSpan = 'run'

const parseSpan = (from: string | null, to: string | null): TimeSpan | null => {
  const span = { from: Date.parse(from ?? ''), to: Date.parse(to ?? '') }
  return span.from < span.to && span.to - span.from <= monitorRetentionSeconds * 1000 ? span : null
}

/** Returns why a span is invalid; the server applies the same checks. */
export function validateSpan({ from, to }: TimeSpan, now: number): string | undefined {
  if (Number.isNaN(from) || Number.isNaN(to)) return '请选择开始和结束时间'
  if (from >= to) return '结束时间须晚于开始时间'
  if (to > now + 60_000) return '结束时间不能晚于现在'
  if (from < now - monitorRetentionSeconds * 1000) return '监控数据只保留最近 30 天'
  return undefined
}

/** Parses the view from the address; invalid times and ranges are ignored. */
export function parseMonitorView(search: URLSearchParams): MonitorView {
  const custom = parseSpan(search.get('from'), search.get('to'))
  const zoom = parseSpan(search.get('zoom_from'), search.get('zoom_to'))
  const range = MonitorSpan.safeParse(search.get('range'))
  return {
    range: custom ? null : range.success ? range.data : defaultRange,
    custom,
    zoom,
    compare: search.get('compare') || null,
  }
}

/** The latest sample may be so old. */
const latestMs = 120_000

/** Returns whether what is displayed ended before the latest sample. */
export const isPastView = ({ custom, zoom }: MonitorView, now: number): boolean => ((zoom ?? custom)?.to ?? now) < now - latestMs

const toIso = (at: number) => new Date(at).toISOString()

/** Returns the shortest query string for a view. */
export function toMonitorSearch({ range, custom, zoom, compare }: MonitorView): Record<string, string> {
  return {
    tab: 'monitor',
    ...(range && range !== defaultRange && { range }),
    ...(custom && { from: toIso(custom.from), to: toIso(custom.to) }),
    ...(zoom && { zoom_from: toIso(zoom.from), zoom_to: toIso(zoom.to) }),
    ...(compare && { compare }),
  }
}

/** The monitor's view, stored in the address, so that Back undoes a zoom. */
export function useMonitorView(): [MonitorView, (view: MonitorView) => void] {
  const [search, setSearch] = useSearchParams()
  const view = useMemo(() => parseMonitorView(search), [search])
  const show = useCallback((next: MonitorView) => setSearch(toMonitorSearch(next), { preventScrollReset: true }), [setSearch])
  return [view, show]
}
