import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { MonitorRange, monitor_kept_seconds } from '#contract/monitor.ts'

export interface Span {
  /** Epoch ms. */
  from: number
  to: number
}
/** The time that is looked at: one that ends now and goes on, or a fixed one; and within it the part that is drawn large. */
export interface MonitorView {
  range: MonitorRange | null
  custom: Span | null
  zoom: Span | null
}

const default_range: MonitorRange = '1h'

const readSpan = (from: string | null, to: string | null): Span | null => {
  const span = { from: Date.parse(from ?? ''), to: Date.parse(to ?? '') }
  return span.from < span.to && span.to - span.from <= monitor_kept_seconds * 1000 ? span : null
}

/** Reads the address; what is no time or no range there counts as not said. */
export function readView(search: URLSearchParams): MonitorView {
  const custom = readSpan(search.get('from'), search.get('to'))
  const zoom = readSpan(search.get('zoom_from'), search.get('zoom_to'))
  const range = MonitorRange.safeParse(search.get('range'))
  return { range: custom ? null : range.success ? range.data : default_range, custom, zoom }
}

const iso = (at: number) => new Date(at).toISOString()

/** The address of a view; the shortest that says it. */
export function writeView({ range, custom, zoom }: MonitorView): Record<string, string> {
  return {
    tab: 'monitor',
    ...(range && range !== default_range && { range }),
    ...(custom && { from: iso(custom.from), to: iso(custom.to) }),
    ...(zoom && { zoom_from: iso(zoom.from), zoom_to: iso(zoom.to) }),
  }
}

/** What the monitor shows, kept in the address: Back undoes a zoom. */
export function useMonitorView(): [MonitorView, (view: MonitorView) => void] {
  const [search, setSearch] = useSearchParams()
  const view = useMemo(() => readView(search), [search])
  const show = useCallback((next: MonitorView) => setSearch(writeView(next), { preventScrollReset: true }), [setSearch])
  return [view, show]
}
