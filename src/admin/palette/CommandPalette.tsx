import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { buildAccessQuestions, listRowActions } from '#src/admin/actions/row-actions.ts'
import { buildNavAccessQuestions, type ConsoleNavEntry } from '#src/admin/layout/nav-entries.ts'
import type { Resource, RowAction } from '#src/admin/resource.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import type { Row } from '#src/admin/row-types.ts'
import { useAccessChecks } from '#src/admin/use-access-checks.ts'
import { paths } from '#src/paths.ts'
import type { SearchControl } from '#src/ui/header/SearchShell.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { signOut } from '#src/ui/sign-out.ts'
import { type SchemeChoice, schemeChoice } from '#src/ui/theme/color-scheme.ts'
import { useSearchOptions } from '#src/ui/use-search-options.ts'
import { useAreaSearch } from './area-search.ts'
import styles from './CommandPalette.module.css'
import { type CommandGroup, sortCommandGroups } from './commands.ts'
import { listDestinations } from './destinations.ts'
import { computeMatchScore, parseSearchTerms, toSearchableName } from './match.ts'
import { recentEntries } from './recent-entries.ts'
import { buildRowGroups, extractRowKeyword, listRowVerbs } from './row-commands.tsx'
import { useHeaderPages } from './use-header-pages.ts'
import { useHelpTopics } from './use-help-topics.ts'
import { usePinyin } from './use-pinyin.ts'
import { usePaletteRows } from './use-rows.ts'

/**
 * Loads the resources, each available as soon as it loads. One that fails is omitted and retried when the palette opens again.
 */
function useResources(entries: readonly ResourceEntry[]): { resources: readonly Resource[]; loading: boolean } {
  const { loaded, loading } = useQueries({
    queries: entries.map(({ name, load }) => ({
      queryKey: ['resource', name],
      queryFn: load,
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) => ({
      loaded: results.map(({ data }) => data),
      loading: results.some(({ isFetching }) => isFetching),
    }),
  })
  return { resources: useMemo(() => loaded.filter((resource) => resource !== undefined), [loaded]), loading }
}

const schemeOptions = (
  [
    ['light', '浅色', 'sun', ['light', '亮色', '日间', '主题']],
    ['dark', '深色', 'moon', ['dark', '暗色', '夜间', '主题']],
    ['system', '跟随系统的配色', 'display', ['system', '主题']],
  ] as const
).map(([scheme, label, icon, words]: readonly [SchemeChoice, string, 'sun' | 'moon' | 'display', readonly string[]]) => ({
  scheme,
  label: `配色：${label}`,
  icon,
  name: toSearchableName(`配色${label}`, words),
}))
const newTabIcon = <Icon name="external" label="在新标签页打开" />
const openInNewTab = (to: string) => void window.open(to, '_blank', 'noopener')
const signOutName = toSearchableName('退出登录', ['登出', 'logout', 'sign out'])
/** The server's match is as good as one within a label, and worse than a page called exactly so. */
const foundScore = 1
const shortcutsName = toSearchableName('键盘快捷键', ['帮助', '?'])

interface Props {
  search: SearchControl
  entries: readonly ConsoleNavEntry[]
  resources: readonly ResourceEntry[]
  onRun: (resource: Resource, action: RowAction<Row>, row: Row) => void
  onShortcuts: () => void
  onClose: () => void
}

/** Command palette: searches pages, rows and their actions. Costly or destructive actions ask in their own dialog. */
export default function CommandPalette({ search, entries, resources, onRun, onShortcuts, onClose }: Props) {
  const { typed } = search
  const navigate = useNavigate()
  const { findPinyin, loading: loadingPinyin } = usePinyin(typed)
  const terms = useMemo(() => parseSearchTerms(typed, findPinyin), [typed, findPinyin])
  const { may: mayOpen } = useAccessChecks(
    useMemo(
      () => [
        ...buildNavAccessQuestions(entries),
        ...resources.flatMap(({ name: resource }) => ['list', 'create'].map((action) => ({ resource, action }))),
      ],
      [entries, resources],
    ),
  )
  const destinations = useMemo(() => listDestinations(entries, resources, mayOpen), [entries, resources, mayOpen])
  const { resources: searched, loading: loadingResources } = useResources(
    useMemo(() => resources.filter((resource) => resource.inPalette && mayOpen(resource.name, 'list')), [resources, mayOpen]),
  )
  const { may } = useAccessChecks(
    useMemo(() => searched.flatMap((resource) => buildAccessQuestions(resource, listRowActions(resource))), [searched]),
  )
  const verbs = useMemo(() => listRowVerbs(searched, may), [searched, may])
  const rowWords = extractRowKeyword(typed, terms, verbs)
  const { rows, searching: searchingRows } = usePaletteRows(searched, rowWords)
  const { found, searching: searchingArea } = useAreaSearch(typed.trim())
  const searching = searchingRows || searchingArea || loadingPinyin || loadingResources
  const topics = useHelpTopics(terms.length > 0)
  const headerPages = useHeaderPages()
  const [recent] = useState(recentEntries.read)

  const doing = (act: () => void) => () => {
    onClose()
    act()
  }
  const go = (to: string, label: string) => {
    recentEntries.add({ to, label })
    void navigate(to)
  }
  const leave = async () => {
    await signOut()
    await navigate(paths.home())
  }
  const recents: CommandGroup = {
    heading: '最近',
    commands: recent.map(({ to, label }) => ({
      id: `recent${to}`,
      label,
      icon: <Icon name="clock" />,
      score: 0,
      run: () => go(to, label),
    })),
  }
  const pages: CommandGroup = {
    heading: '前往',
    commands: destinations.flatMap(({ to, label, icon, name }) => {
      const score = computeMatchScore(terms, name)
      return score === undefined ? [] : [{ id: to, label, icon: <Icon name={icon ?? 'plus'} />, score, run: () => go(to, label) }]
    }),
  }
  const site: CommandGroup = {
    heading: '网站',
    commands: headerPages.flatMap(({ to, label, hint, newTab, name }) => {
      const score = computeMatchScore(terms, name)
      const run = newTab ? () => openInNewTab(to) : () => go(to, label)
      // pages of the console that match as well come first
      return score === undefined
        ? []
        : [
            {
              id: `site${to}`,
              label,
              icon: <Icon name="display" />,
              detail: hint,
              aside: newTab && newTabIcon,
              score: score + 1,
              run,
            },
          ]
    }),
  }
  const articles: CommandGroup = {
    heading: '帮助文档',
    commands: topics.flatMap(({ slug, title, name }) => {
      const score = computeMatchScore(terms, name)
      // opens in a new tab to keep the current work, so a page of the console that matches as well comes first
      const run = () => openInNewTab(paths.helpArticle(slug))
      return score === undefined
        ? []
        : [{ id: `help/${slug}`, label: title, icon: <Icon name="info" />, aside: newTabIcon, score: score + 2, run }]
    }),
  }
  const others: CommandGroup = {
    heading: '帮助、外观与账号',
    commands: [
      { id: 'shortcuts', label: '键盘快捷键', icon: 'info' as const, name: shortcutsName, run: onShortcuts },
      ...schemeOptions.map((one) => ({ ...one, id: `scheme/${one.scheme}`, run: () => schemeChoice.set(one.scheme) })),
      { id: 'sign-out', label: '退出登录', icon: 'external' as const, name: signOutName, run: () => void leave() },
    ].flatMap(({ name, icon, ...command }) => {
      const score = computeMatchScore(terms, name)
      return score === undefined ? [] : [{ ...command, icon: <Icon name={icon} />, score }]
    }),
  }
  const { called, done } = buildRowGroups({ terms, whole: rowWords === typed.trim(), rows, verbs, onGo: go, onRun })
  const ofArea = found.map(
    ({ heading, rows: hits }): CommandGroup => ({
      heading,
      commands: hits.map(({ to, ...row }) => ({ ...row, score: foundScore, run: () => go(to, row.label) })),
    }),
  )
  const groups = sortCommandGroups(
    terms.length > 0 ? [...ofArea, ...called, pages, ...done, site, articles, others] : [recents, ...called, pages, others],
  ).map((group) => ({ ...group, commands: group.commands.map((command) => ({ ...command, run: doing(command.run) })) }))
  const { propsOf } = useSearchOptions(
    search,
    groups.flatMap(({ commands }) => commands),
    { searching },
  )

  return (
    <div id={search.list} className={styles.list} role="listbox" aria-label="命令">
      {groups.map(({ heading, commands, more }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
        <div key={heading} role="group" aria-label={heading}>
          <p className={styles.heading} aria-hidden="true">
            {heading}
          </p>
          {commands.map((command) => (
            <div key={command.id} className={styles.command} data-danger={command.danger ?? false} {...propsOf(command)}>
              {command.icon}
              <span className={styles.label}>{command.label}</span>
              {command.detail && <span className={command.off ? styles.reason : styles.id}>{command.detail}</span>}
              {command.aside && <span className={styles.aside}>{command.aside}</span>}
            </div>
          ))}
          {more && <p className={styles.more}>{more}</p>}
        </div>
      ))}
      {groups.length === 0 && (
        <p className={styles.state} role="status">
          {searching ? '正在搜索…' : `没有找到「${typed.trim()}」。可以输入页面、实例、操作或帮助文章的名称。`}
        </p>
      )}
    </div>
  )
}
