import type { FilterChoice } from './FilterChoiceGroup.tsx'

/** The offered numbers and, when the address asks for another one, that one too. */
export function buildNumberChoices(offered: readonly number[], chosen: number | undefined): FilterChoice[] {
  const all = chosen === undefined ? offered : [...new Set([...offered, chosen])].sort((a, b) => a - b)
  return [{ value: '', label: '不限' }, ...all.map((n) => ({ value: String(n), label: String(n) }))]
}
