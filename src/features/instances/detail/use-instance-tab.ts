import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

export const instanceTabs = {
  overview: '概览',
  monitor: '监控',
  terminal: '终端',
  logs: '日志',
  events: '事件',
  billing: '计费',
  settings: '设置',
} as const
export type InstanceTab = keyof typeof instanceTabs

const isInstanceTab = (word: string | null): word is InstanceTab => word !== null && word in instanceTabs

/** The open tab, stored in the address. Back leaves the page instead of switching tabs. */
export function useInstanceTab(): [InstanceTab, (tab: InstanceTab) => void] {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('tab')
  const open = useCallback(
    (tab: InstanceTab) => setSearch(tab === 'overview' ? {} : { tab }, { replace: true, preventScrollReset: true }),
    [setSearch],
  )
  return [isInstanceTab(asked) ? asked : 'overview', open]
}
