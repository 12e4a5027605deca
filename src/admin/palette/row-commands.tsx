import { findDisabledReason, isActionDisabled, isActionShown } from '#src/admin/actions/action-availability.ts'
import { listRowActions } from '#src/admin/actions/row-actions.ts'
import { renderCell } from '#src/admin/columns.tsx'
import { getNavIcon } from '#src/admin/nav-places.ts'
import type { Resource, RowAction } from '#src/admin/resource.ts'
import { buildResourcePaths, buildRowPath } from '#src/admin/resource-paths.ts'
import type { Row } from '#src/admin/row-types.ts'
import type { AccessCheck } from '#src/admin/use-access-checks.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { CommandGroup, PaletteCommand } from './commands.ts'
import { computeMatchScore, matchesTerm, type SearchableName, type SearchTerm, toSearchableName } from './match.ts'
import type { PaletteRow } from './use-rows.ts'

const shownRows = 6
const shownActions = 8

interface Verb {
  action: RowAction<Row>
  name: SearchableName
}
export type RowVerbs = ReadonlyMap<Resource, readonly Verb[]>

/** Returns the allowed row actions of the resources with their search names. */
export const listRowVerbs = (resources: readonly Resource[], may: AccessCheck): RowVerbs =>
  new Map(
    resources.map((resource) => [
      resource,
      listRowActions(resource)
        .filter(({ name }) => may(resource.name, name))
        .map((action) => ({ action, name: toSearchableName(action.label, action.keywords) })),
    ]),
  )

/** Returns the server's search keyword: 关机 lora without the terms that name an action, unless nothing else remains. */
export function extractRowKeyword(typed: string, terms: readonly SearchTerm[], verbs: RowVerbs): string {
  const all = [...verbs.values()].flat()
  const rest = terms.filter((term) => !all.some(({ name }) => matchesTerm(term, name)))
  return rest.length === 0 || rest.length === terms.length ? typed.trim() : rest.map(({ text }) => text).join(' ')
}

interface RowSearch {
  terms: readonly SearchTerm[]
  /** True if the server searched for the whole input, including action words. */
  whole: boolean
  rows: readonly PaletteRow[]
  verbs: RowVerbs
  onGo: (to: string, label: string) => void
  /** Opens the action's dialog or confirmation; nothing runs without it. */
  onRun: (resource: Resource, action: RowAction<Row>, row: Row) => void
}

const describe = (resource: Resource, row: Row): string[] => [...(resource.caption ? [resource.caption(row)] : []), row.id]

/** Builds the groups of matching rows, which open, and of matching row actions: 关机 · lora. */
export function buildRowGroups({ terms, whole, rows, verbs, onGo, onRun }: RowSearch): {
  called: CommandGroup[]
  done: CommandGroup[]
} {
  const stateOf = ({ resource, row }: PaletteRow) => {
    const state = resource.columns.find(({ field }) => field === 'status')
    return state && (state.brief?.(row) ?? renderCell(state, row))
  }
  const rowScore = ({ resource, row, found }: PaletteRow, words: readonly SearchTerm[], all: boolean) =>
    computeMatchScore(words, toSearchableName(resource.title(row), describe(resource, row))) ??
    (found && all === whole ? 2 : undefined)

  const rowCommand = (known: PaletteRow): PaletteCommand[] => {
    const { resource, row } = known
    const { show } = buildResourcePaths(resource)
    const score = rowScore(known, terms, true)
    const label = resource.title(row)
    if (!show || score === undefined) return []
    const run = () => onGo(buildRowPath(show, row.id), label)
    const icon = resource.nav && <Icon name={getNavIcon(resource.nav)} />
    return [
      {
        id: `${resource.name}/${row.id}`,
        label,
        detail: describe(resource, row).join(' · '),
        aside: stateOf(known),
        icon,
        score,
        run,
      },
    ]
  }
  const actionCommand = (known: PaletteRow, action: RowAction<Row>, score: number): PaletteCommand => {
    const { resource, row } = known
    const off = isActionDisabled(action, row)
    return {
      id: `${resource.name}/${row.id}/${action.name}`,
      label: `${action.label} · ${resource.title(row)}`,
      detail: off ? (findDisabledReason(action, row) ?? `现在不能${action.label}`) : row.id,
      aside: off && stateOf(known),
      icon: action.icon ?? <Icon name="edit" />,
      danger: action.danger,
      off,
      score,
      run: () => onRun(resource, action, row),
    }
  }
  /** Actions hidden in the row's menu appear only if the input also names the row. */
  const verbCommands = (known: PaletteRow): PaletteCommand[] =>
    (verbs.get(known.resource) ?? []).flatMap(({ action, name }) => {
      const said = terms.filter((term) => matchesTerm(term, name))
      const rest = terms.filter((term) => !said.includes(term))
      const score = rest.length > 0 ? rowScore(known, rest, false) : 0
      if (said.length === 0 || score === undefined || !(rest.length > 0 || isActionShown(action, known.row))) return []
      return [actionCommand(known, action, score + (computeMatchScore(said, name) ?? 0))]
    })

  const groups = [...verbs.keys()].map((resource): CommandGroup => {
    const all = rows.filter((known) => known.resource === resource).flatMap(rowCommand)
    return { heading: resource.label, commands: all.slice(0, shownRows) }
  })
  if (terms.length === 0) return { called: groups, done: [] }
  const byVerb = rows.flatMap(verbCommands).sort((a, b) => Number(a.off) - Number(b.off) || a.score - b.score)
  const left = byVerb.length - shownActions
  const done = [
    {
      heading: '操作',
      commands: byVerb.slice(0, shownActions),
      more: left > 0 ? `还有 ${left} 项，加上名称就能找到` : undefined,
    },
  ]
  const [only, ...others] = groups.flatMap(({ commands }) => commands)
  const known = only && others.length === 0 && rows.find(({ resource, row }) => `${resource.name}/${row.id}` === only.id)
  if (!known) return { called: groups, done }
  // with exactly one matching row, offer its actions without an action word in the input
  const commands = (verbs.get(known.resource) ?? [])
    .filter(({ action }) => isActionShown(action, known.row))
    .map(({ action }) => actionCommand(known, action, only.score + 0.5))
    .filter(({ id }) => !byVerb.some((command) => command.id === id))
    .map(({ detail, off, aside: _, ...command }) => ({ ...command, off, ...(off && { detail }) }))
  return { called: [...groups, { heading: `对「${only.label}」的操作`, commands }], done }
}
