import type { ReactNode } from 'react'
import type { SearchOption } from '#src/ui/use-search-options.ts'

/** A row of the palette. */
export interface PaletteCommand extends SearchOption {
  label: string
  icon: ReactNode
  /** Small, after the label: an id, or why it may not be done now. */
  detail?: string | undefined
  /** At the end: a state, or that it opens elsewhere. */
  aside?: ReactNode
  danger?: boolean | undefined
  /** Less is better. */
  score: number
}

export interface CommandGroup {
  heading: string
  commands: readonly PaletteCommand[]
  /** What is left out, and how to come to it. */
  more?: string | undefined
}

const bestOf = ({ commands }: CommandGroup): number => Math.min(...commands.map(({ off, score }) => (off ? score + 1 : score)))

/** The group with the best match first, the best match first in each: the first row of all is what Enter should do. */
export const sortCommandGroups = (groups: readonly CommandGroup[]): CommandGroup[] =>
  groups
    .filter(({ commands }) => commands.length > 0)
    .map((group) => ({
      ...group,
      commands: group.commands.toSorted((a, b) => Number(a.off ?? false) - Number(b.off ?? false) || a.score - b.score),
    }))
    .sort((a, b) => bestOf(a) - bestOf(b))
