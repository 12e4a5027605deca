import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

export const tabs = {
  overview: '概览',
  monitor: '监控',
  terminal: '终端',
  logs: '日志',
  events: '事件',
  billing: '计费',
  settings: '设置',
} as const
export type Tab = keyof typeof tabs

const isTab = (word: string | null): word is Tab => word !== null && word in tabs

/** The open tab, kept in the address. Back leaves the page, not the tab. */
export function useTab(): [Tab, (tab: Tab) => void] {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('tab')
  const open = useCallback(
    (tab: Tab) => setSearch(tab === 'overview' ? {} : { tab }, { replace: true, preventScrollReset: true }),
    [setSearch],
  )
  return [isTab(asked) ? asked : 'overview', open]
}
