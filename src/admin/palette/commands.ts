import type { ReactNode } from 'react'
import type { SearchOption } from '#src/ui/use-search-options.ts'

/** A row in the palette. */
export interface PaletteCommand extends SearchOption {
  label: string
  icon: ReactNode
  /** Small text after the label: an id, or why the command is disabled. */
  detail?: string | undefined
  /** Content at the end: a state, or a mark for a new tab. */
  aside?: ReactNode
  danger?: boolean | undefined
  /** Lower is better. */
  score: number
}

export interface CommandGroup {
  heading: string
  commands: readonly PaletteCommand[]
  /** Says how many commands are omitted, and how to find them. */
  more?: string | undefined
}

const bestOf = ({ commands }: CommandGroup): number => Math.min(...commands.map(({ off, score }) => (off ? score + 1 : score)))

/** Sorts groups and their commands by best match, so that Enter runs the best command of all. */
export const sortCommandGroups = (groups: readonly CommandGroup[]): CommandGroup[] =>
  groups
    .filter(({ commands }) => commands.length > 0)
    .map((group) => ({
      ...group,
      commands: group.commands.toSorted((a, b) => Number(a.off ?? false) - Number(b.off ?? false) || a.score - b.score),
    }))
    .sort((a, b) => bestOf(a) - bestOf(b))
