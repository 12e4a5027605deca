import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { MonitorRange, monitorRetentionSeconds } from '#contract/monitor.ts'

export interface TimeSpan {
  /** Epoch ms. */
  from: number
  to: number
}
/** The time that is looked at: one that ends now and goes on, or a fixed one; and within it the part that is drawn large. */
export interface MonitorView {
  range: MonitorRange | null
  custom: TimeSpan | null
  zoom: TimeSpan | null
}

const defaultRange: MonitorRange = '1h'

const parseSpan = (from: string | null, to: string | null): TimeSpan | null => {
  const span = { from: Date.parse(from ?? ''), to: Date.parse(to ?? '') }
  return span.from < span.to && span.to - span.from <= monitorRetentionSeconds * 1000 ? span : null
}

/** Reads the address; what is no time or no range there counts as not said. */
export function parseMonitorView(search: URLSearchParams): MonitorView {
  const custom = parseSpan(search.get('from'), search.get('to'))
  const zoom = parseSpan(search.get('zoom_from'), search.get('zoom_to'))
  const range = MonitorRange.safeParse(search.get('range'))
  return { range: custom ? null : range.success ? range.data : defaultRange, custom, zoom }
}

const toIso = (at: number) => new Date(at).toISOString()

/** The address of a view; the shortest that says it. */
export function toMonitorSearch({ range, custom, zoom }: MonitorView): Record<string, string> {
  return {
    tab: 'monitor',
    ...(range && range !== defaultRange && { range }),
    ...(custom && { from: toIso(custom.from), to: toIso(custom.to) }),
    ...(zoom && { zoom_from: toIso(zoom.from), zoom_to: toIso(zoom.to) }),
  }
}

/** What the monitor shows, kept in the address: Back undoes a zoom. */
export function useMonitorView(): [MonitorView, (view: MonitorView) => void] {
  const [search, setSearch] = useSearchParams()
  const view = useMemo(() => parseMonitorView(search), [search])
  const show = useCallback((next: MonitorView) => setSearch(toMonitorSearch(next), { preventScrollReset: true }), [setSearch])
  return [view, show]
}
