import { isOff, isShown, whyOff } from '#src/admin/actions/action-availability.ts'
import { rowActionsOf } from '#src/admin/actions/row-actions.ts'
import { cellContent } from '#src/admin/columns.tsx'
import type { Resource, RowAction } from '#src/admin/resource.ts'
import { resourcePaths, rowPath } from '#src/admin/resource-paths.ts'
import type { Row } from '#src/admin/row-types.ts'
import type { May } from '#src/admin/use-access-checks.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { Command, CommandGroup } from './commands.ts'
import { fits, type Named, named, scoreOf } from './match.ts'
import type { KnownRow } from './use-rows.ts'

const shown_rows = 6
const shown_actions = 8

interface Verb {
  action: RowAction<Row>
  name: Named
}
export type Verbs = ReadonlyMap<Resource, readonly Verb[]>

/** What this user may do to rows of the resources, and the words for it. */
export const verbsOf = (resources: readonly Resource[], may: May): Verbs =>
  new Map(
    resources.map((resource) => [
      resource,
      rowActionsOf(resource)
        .filter(({ name }) => may(resource.name, name))
        .map((action) => ({ action, name: named(action.label, action.keywords) })),
    ]),
  )

/** Of 关机 lora what the server knows rows by: all but the words for what is to be done, unless there is nothing else. */
export function rowWordsOf(typed: string, terms: readonly string[], verbs: Verbs): string {
  const all = [...verbs.values()].flat()
  const rest = terms.filter((term) => !all.some(({ name }) => fits(term, name)))
  return rest.length === 0 || rest.length === terms.length ? typed.trim() : rest.join(' ')
}

interface Asked {
  terms: readonly string[]
  /** The server was asked for all that is typed, not for what is left without the verb. */
  whole: boolean
  rows: readonly KnownRow[]
  verbs: Verbs
  onGo: (to: string, label: string) => void
  /** Opens the action's own dialog or question: nothing is done from here. */
  onRun: (resource: Resource, action: RowAction<Row>, row: Row) => void
}

/** The rows that are called so, which open, and what can be done with rows: 关机 · lora. */
export function rowGroups({ terms, whole, rows, verbs, onGo, onRun }: Asked): { called: CommandGroup[]; done: CommandGroup[] } {
  const stateOf = ({ resource, row }: KnownRow) => {
    const state = resource.columns.find(({ field }) => field === 'status')
    return state && cellContent(state, row)
  }
  const rowScore = ({ resource, row, found }: KnownRow, words: readonly string[], all: boolean) =>
    scoreOf(words, named(resource.title(row), [row.id])) ?? (found && all === whole ? 2 : undefined)

  const rowCommand = (known: KnownRow): Command[] => {
    const { resource, row } = known
    const { show } = resourcePaths(resource)
    const score = rowScore(known, terms, true)
    const label = resource.title(row)
    if (!show || score === undefined) return []
    const run = () => onGo(rowPath(show, row.id), label)
    const icon = resource.nav && <Icon name={resource.nav.icon} />
    return [{ id: `${resource.name}/${row.id}`, label, detail: row.id, aside: stateOf(known), icon, score, run }]
  }
  const actionCommand = (known: KnownRow, action: RowAction<Row>, score: number): Command => {
    const { resource, row } = known
    const off = isOff(action, row)
    return {
      id: `${resource.name}/${row.id}/${action.name}`,
      label: `${action.label} · ${resource.title(row)}`,
      detail: off ? (whyOff(action, row) ?? `现在不能${action.label}`) : row.id,
      aside: off && stateOf(known),
      icon: action.icon ?? <Icon name="edit" />,
      danger: action.danger,
      off,
      score,
      run: () => onRun(resource, action, row),
    }
  }
  /** What is not even in a row's menu is told only to whoever names the row. */
  const verbCommands = (known: KnownRow): Command[] =>
    (verbs.get(known.resource) ?? []).flatMap(({ action, name }) => {
      const said = terms.filter((term) => fits(term, name))
      const rest = terms.filter((term) => !said.includes(term))
      const score = rest.length > 0 ? rowScore(known, rest, false) : 0
      if (said.length === 0 || score === undefined || !(rest.length > 0 || isShown(action, known.row))) return []
      return [actionCommand(known, action, score + (scoreOf(said, name) ?? 0))]
    })

  const groups = [...verbs.keys()].map((resource): CommandGroup => {
    const all = rows.filter((known) => known.resource === resource).flatMap(rowCommand)
    return { heading: resource.label, commands: all.slice(0, shown_rows) }
  })
  if (terms.length === 0) return { called: groups, done: [] }
  const by_verb = rows.flatMap(verbCommands).sort((a, b) => Number(a.off) - Number(b.off) || a.score - b.score)
  const left = by_verb.length - shown_actions
  const done = [
    {
      heading: '操作',
      commands: by_verb.slice(0, shown_actions),
      more: left > 0 ? `还有 ${left} 项，加上名称就能找到` : undefined,
    },
  ]
  const [only, ...others] = groups.flatMap(({ commands }) => commands)
  const known = only && others.length === 0 && rows.find(({ resource, row }) => `${resource.name}/${row.id}` === only.id)
  if (!known) return { called: groups, done }
  // one is meant: what can be done with it needs no verb to be found
  const commands = (verbs.get(known.resource) ?? [])
    .filter(({ action }) => isShown(action, known.row))
    .map(({ action }) => actionCommand(known, action, only.score + 0.5))
    .filter(({ id }) => !by_verb.some((command) => command.id === id))
    .map(({ detail, off, aside: _, ...command }) => ({ ...command, off, ...(off && { detail }) }))
  return { called: [...groups, { heading: `对「${only.label}」的操作`, commands }], done }
}
