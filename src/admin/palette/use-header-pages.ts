import { useMemo } from 'react'
import { paths } from '#src/paths.ts'
import { isHeaderNavGroup, useHeaderNav } from '#src/ui/header/nav-entries.ts'
import { type SearchableName, toSearchableName } from './match.ts'

interface HeaderPage {
  to: string
  label: string
  hint: string | undefined
  newTab: boolean
  name: SearchableName
}

/** Lists the public pages in the header's menus, searchable also by their menu. */
export function useHeaderPages(): readonly HeaderPage[] {
  const entries = useHeaderNav()
  return useMemo(
    () =>
      entries
        .flatMap((entry) =>
          isHeaderNavGroup(entry) ? entry.links.map((link) => ({ ...link, menu: [entry.label] })) : [{ ...entry, menu: [] }],
        )
        .filter(({ to, plain }) => to !== paths.console && plain !== 'here')
        .map(({ to, label, hint, plain, menu }) => ({
          to,
          label,
          hint,
          newTab: plain === 'new_tab',
          name: toSearchableName(label, menu),
        })),
    [entries],
  )
}
